"""The entry point for the host page: calls have a name and parameters, and answers are JSON-ready."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import TypeVar

from duskfall.core.record import lines as record_lines
from duskfall.host import seat_card
from duskfall.host.evening.evening import Evening, EveningError, cleaned
from duskfall.host.evening.fields import Refusal, one_line
from duskfall.host.evening.followed import still_fitting
from duskfall.rules.registry import origin
from duskfall.tell.phrases import problem
from duskfall.tell.tongue import LANGUAGES, say, speaking, spoken
from duskfall.wire.actions import KeptAction
from duskfall.wire.calls import AnyAnswer, Failure, Params
from duskfall.wire.cards import SeatCard
from duskfall.wire.evening import AuditAnswer, EveningAnswer, RestAnswer, TextAnswer

T = TypeVar("T")

# Calls that don't use the sessions in memory: the name of a call, and the module and function that answer it.
ELSEWHERE = {
    "protocol": "duskfall.host.protocol.exports:protocol",
    "results": "duskfall.host.season.results:results",
    "season": "duskfall.host.season.standings:season",
    "season_file": "duskfall.host.season.files:season_file",
    "scoring": "duskfall.host.protocol.scoring_form:form",
    "dispute": "duskfall.host.desk.from_table:dispute",
    "position": "duskfall.host.desk.rule:position",
    "ruling": "duskfall.host.desk.rule:rule_on",
    "case": "duskfall.host.desk.rule:case",
    "rules": "duskfall.host.pages:rules",
    "rulesets": "duskfall.host.pages:rulesets",
    "film": "duskfall.film.film:film",
    "film_story": "duskfall.film.ending:film_story",
    "film_known": "duskfall.film.known:film_known",
    "solo": "duskfall.host.solo:solo",
    "solo_heard": "duskfall.host.solo:solo_heard",
    "solo_known": "duskfall.host.solo:solo_known",
    "solo_story": "duskfall.host.solo:solo_story",
}


class Service:
    """The host sessions in memory, by id, and the calls that a page can make."""

    def __init__(self) -> None:
        self.evenings: dict[str, Evening] = {}

    def call(self, name: str, params: Params) -> AnyAnswer | Failure:
        """Answer a call. Bad input is answered with {"error": message}, in one line."""
        return self._told(params, partial(self._call, name))

    def evening(self, params: Params) -> EveningAnswer | Failure:
        """Answer the call `evening`: apply new commands to a session and return its screen."""
        return self._told(params, self._evening)

    def _told(self, params: Params, answer: Callable[[Params], T]) -> T | Failure:
        """Run `answer` in the call's language, else the session's, else the current one; return errors as data."""
        language = params.get("language")
        if not isinstance(language, str) or language not in LANGUAGES:
            evening = self.evenings.get(str(params.get("id")))
            language = evening.table.language if evening else spoken()
        with speaking(language):
            try:
                return answer(params)
            except (ValueError, ArithmeticError, LookupError, TypeError, AttributeError, RecursionError) as error:
                return {"error": _line(error)}

    def call_json(self, text: str) -> str:
        """Answer a call given as JSON text: {name, params} in, the answer out."""
        asked = json.loads(text)
        return json.dumps(self.call(asked["name"], asked.get("params") or {}), ensure_ascii=False)

    def _call(self, name: str, params: Params) -> AnyAnswer:
        if name == "evening":
            return self._evening(params)
        if name in OWN:
            return OWN[name](params)
        if name not in ELSEWHERE:
            raise Refusal(say("There is no call {name}.", name=name))
        module, function = ELSEWHERE[name].split(":")
        found: AnyAnswer = getattr(import_module(module), function)(params)
        return found

    def _evening(self, params: Params) -> EveningAnswer:
        """Apply the commands after the first `have` ones to the session, and return its screen.

        If the session has fewer than `have` commands, the answer is only how many it has. If it has commands that the
        page doesn't send, nothing is applied and they are returned as `missing`.
        """
        key, have, actions = params.get("id"), params.get("have", 0), params.get("actions") or []
        if not isinstance(key, str) or type(have) is not int or have < 0 or not isinstance(actions, list):
            raise Refusal(say("This is not an evening."))
        evening = self.evenings.get(key) or Evening()
        known = len(evening.log)
        if known < have:
            return {"at": known}
        agreed = _agreed(evening.log[have:], actions)
        if agreed < known - have:
            return {"at": known, "missing": evening.log[have:], "screen": evening.screen()}
        self.evenings[key] = evening
        refused = ""
        for action in actions[agreed:]:
            refused = evening.do(action)
            if refused:
                break
        answer: EveningAnswer = {"at": len(evening.log), "screen": evening.screen()}
        return answer | {"refused": refused} if refused else answer


def _agreed(mine: list[KeptAction], theirs: list[object]) -> int:
    """Return how many leading commands are the same in both lists. The page's are cleaned first, like the log's."""
    for place, (one, other) in enumerate(zip(mine, theirs, strict=False)):
        if one != cleaned(other):
            return place
    return min(len(mine), len(theirs))


def _line(error: BaseException) -> str:
    """Format an error as one line for people. An error other than ValueError gets a prefix: the input can't be read."""
    text = one_line(problem(error) if isinstance(error, ValueError) else str(error.args[0] if error.args else error))
    return (
        text
        if isinstance(error, ValueError) and text
        else say("This cannot be read: {what}.", what=text or type(error).__name__)
    )


def evening_of(params: Params) -> Evening:
    """Return the session that the `actions` of a call lead to; raise `EveningError` if they can't be replayed."""
    actions = params.get("actions")
    if not isinstance(actions, list):
        raise EveningError(say("This is not an evening."))
    return Evening(actions)


def _audit(params: Params) -> AuditAnswer:
    evening = evening_of(params)
    return {"lines": evening.audit(), "steps": evening.steps_back(), "forth": evening.steps_forth()}


def _rest(params: Params) -> RestAnswer:
    return {"steps": still_fitting(evening_of(params))}


def _record(params: Params) -> TextAnswer:
    """Return a game of the session as JSON lines, for replays."""
    games, number = evening_of(params).games, params.get("game", 1)
    if type(number) is not int or not 1 <= number <= len(games):
        raise Refusal(say("There is no game {number} in this evening.", number=number))
    live = games[number - 1]
    return {
        "text": "".join(f"{line}\n" for line in record_lines(live.game, f"{live.began or number}", origin(live.rules)))
    }


def _seat(params: Params) -> SeatCard:
    data = seat_card.opened(params.get("fragment"))
    return {"name": data["n"], "seat": data["s"], "rules": data["r"], "card": seat_card.lines(data)}


OWN: dict[str, Callable[[Params], AnyAnswer]] = {"audit": _audit, "rest": _rest, "record": _record, "seat": _seat}
