"""Drives an evening as a host would, by actions alone: a case file's answers, tapped in screen by screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from duskfall.cases.load import Case
from duskfall.cases.script import CaseScript
from duskfall.core.ask import Ask, seat_of
from duskfall.core.facts import PhaseBegan
from duskfall.host.desk.beginning import start_of
from duskfall.host.evening.evening import Evening
from duskfall.host.evening.live import Live
from tests.case_files import cases_of

Action = dict[str, Any]


class Writing:
    """What a case has written for the phase in which the game is now."""

    def __init__(self, case: Case, live: Live) -> None:
        self.live, self.waiting, self.seen = live, list(case.items), 0
        self.script, self.written = CaseScript(live.game, None), False

    def catch_up(self) -> None:
        """Begin the items of the phases that have begun."""
        facts = self.live.game.facts
        for fact in facts[self.seen :]:
            if isinstance(fact, PhaseBegan):
                self.written = bool(self.waiting) and self.waiting[0].phase == fact.phase
                self.script = CaseScript(self.live.game, self.waiting.pop(0) if self.written else None)
        self.seen = len(facts)

    @property
    def done(self) -> bool:
        """Whether nothing is left to be played."""
        return not self.waiting and not self.written

    def answer(self, ask: Ask) -> Any:
        """What is written for this ask, with seats by number, as a page has them."""
        return by_seat(self.script.answer(ask), self.live.game.names, ask)


def by_seat(value: Any, names: tuple[str, ...], ask: Ask) -> Any:
    """Names of players as seats; the words of a speech stay words."""
    if isinstance(value, dict):
        return {key: each if key in ("text", "as") else by_seat(each, names, ask) for key, each in value.items()}
    if isinstance(value, str) and not ask.speech and value not in ask.words:
        return seat_of(value, names) or value
    return value


def spoken_cases(path: Path) -> list[Case]:
    """The cases of a file that can be played at a live table, where people talk."""
    return [case for case in cases_of(path) if case.setup.talk]


def play(case: Case) -> Evening:
    """The case through an evening: as far as it goes."""
    evening = Evening()
    for _ in steps(case, evening):
        pass
    return evening


def steps(case: Case, evening: Evening) -> Iterator[Action]:
    """Take one action after another, and tell of each."""

    def do(**action: Any) -> Action:
        refused = evening.do(action)
        assert not refused, (case.name, action, refused)
        return action

    yield do(do="start", setup=start_of(case.rules, case.setup))
    live = evening.games[-1]
    writing = Writing(case, live)
    while True:
        live = writing.live = evening.games[-1]
        writing.catch_up()
        if live.result or writing.done:
            return
        asks = live.asks_here()
        if asks and asks[0].speech:
            yield do(do="say", seat=asks[0].seat, value=writing.answer(asks[0]))
            continue
        if asks and (counts := writing.script.count(asks[0])):
            writing.script.pass_over(asks)
            yield do(do="counts", verb=asks[0].verb, counts=counts[0])
            yield do(do="next")
            continue
        for ask in asks:
            value = writing.answer(ask)
            if value is not None:
                yield do(do="pick", seat=ask.seat, verb=ask.verb, value=value)
        yield do(do="next")
