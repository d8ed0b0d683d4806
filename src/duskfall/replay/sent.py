"""What a model was sent, question by question, made again from a record: its asks, its view, its recorded answers."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from duskfall.core.ask import Ask
from duskfall.core.moderate import standing
from duskfall.core.play.game import Game
from duskfall.core.record import Record
from duskfall.players.base import PlayerError
from duskfall.players.llm.accounts.ledger import OK, Call
from duskfall.players.llm.answers.forms import Form
from duskfall.players.llm.answers.repairs import ECHO
from duskfall.players.llm.calling.asking import corrected
from duskfall.players.llm.calling.patience import AGAIN
from duskfall.players.llm.calling.prints import Print
from duskfall.players.llm.calls import ILLEGAL, Message, Request
from duskfall.players.llm.casting import cast, recorded
from duskfall.players.llm.model import Model, is_model
from duskfall.players.llm.prompts.conversation import Conversation, Prompt
from duskfall.players.llm.providers import STRICT
from duskfall.replay.calls import Sent
from duskfall.table.eyes import Eyes
from duskfall.table.seating import player_seeds
from duskfall.table.viewers import own_seats, players_now
from duskfall.tell.text import safe_lines, spaced


def written(sent: Sent, title: str) -> str:
    """A call as a text: who was asked what, every message under its role, and the form of the answer."""
    checked = ", as its digest shows" if sent.verified else ""
    head = f"# {title}: {spaced(sent.ask.verb)}, call {sent.call}{checked}"
    turns = [f"=== {role} ===\n{text}" for role, text in sent.messages]
    form = f"=== form ===\n{json.dumps(sent.schema, ensure_ascii=False)}"
    return "\n\n".join(safe_lines(part) for part in (head, *turns, form)) + "\n"


class Shelf:
    """All that the models of a game were sent, made when it is first asked for."""

    def __init__(self, record: Record, game: Game, calls: Sequence[Call] = ()) -> None:
        self.record, self.game, self.calls = record, game, calls
        self._by_seat: dict[int, list[Sent]] = {}

    def last(self, viewer: int | None, moment: int) -> str:
        """What was sent last until so many facts had come to pass: to the viewer's own seat, or, for the moderator, to
        anybody; the public sees nothing of it."""
        seats = own_seats(viewer, len(self.record.names))
        found = [(each, seat) for seat in seats for each in self.of(seat) if each.moment <= moment + 1]
        if not found:
            return ""
        each, seat = max(found, key=lambda pair: (pair[0].moment, pair[0].call))
        return written(each, self.record.names[seat - 1])

    def of(self, seat: int) -> list[Sent]:
        """What the model in a seat was sent; nothing if none sits there."""
        if seat not in self._by_seat:
            model = None
            with suppress(PlayerError):  # a file of personas may be gone
                model = model_in(self.record, self.game, seat)
            self._by_seat[seat] = list(sent(self.game, seat, model, self.calls)) if model else []
        return self._by_seat[seat]


def model_in(record: Record, game: Game, seat: int) -> Model | None:
    """The model that plays a seat, as it was cast; None if none does."""
    kinds = players_now(record.players, record.facts)
    if seat > len(kinds) or not is_model(kinds[seat - 1]):
        return None
    found = record.models.get(str(seat))
    model = recorded(kinds[seat - 1], found if isinstance(found, dict) else {}, files=False)
    return cast(model, player_seeds(game)[seat])


def sent(game: Game, seat: int, model: Model, calls: Iterable[Call] = ()) -> Iterator[Sent]:
    """All that the model in a seat was sent; with its calls, also what it was told when an answer was no good."""
    by_ask: defaultdict[tuple[int, str], list[Call]] = defaultdict(list)
    for call in calls:
        if call.seat == seat:
            by_ask[call.number, call.verb].append(call)
    answers: dict[Ask, object] = {}
    for ask, moment, prompt in list(_prompts(game, seat, model, answers)):
        answer = prompt.form.write(answers[ask]) if answers.get(ask) is not None else ""
        yield from _calls(ask, moment, prompt, model, _taken(by_ask[ask.number, ask.verb]), answer)


def _taken(calls: list[Call]) -> list[Call]:
    """The calls for one question, taken away: an answer that the rules forbid, or none, is followed by another."""
    ends = (number for number, call in enumerate(calls, 1) if call.outcome == ILLEGAL or call.silent)
    count = next(ends, len(calls))
    found, calls[:] = calls[:count], calls[count:]
    return found


def _prompts(game: Game, seat: int, model: Model, answers: dict[Ask, object]) -> Iterator[tuple[Ask, int, Prompt]]:
    """Every question that was put to the seat; what was answered is put into `answers`."""
    for each in retold(game, {seat: Conversation(model)}):
        if isinstance(each, AskedAgain):
            yield each
        else:
            answers[each.ask] = each.value


class AskedAgain(NamedTuple):
    """A question is put, after so many facts."""

    ask: Ask
    moment: int
    prompt: Prompt


class Answered(NamedTuple):
    """A question is answered; the conversation of its seat has the answer."""

    ask: Ask
    value: object


def retold(game: Game, told: Mapping[int, Conversation]) -> Iterator[AskedAgain | Answered]:
    """The conversations of these seats, from the deal on; as at the table, a round is answered before the next."""
    again, eyes = Game(game.plan.rules, game.setup), Eyes()
    out: set[Ask] = set()
    for entry in (*standing(game.log), None):
        if not out:
            out = set(again.asks)
            for ask in (ask for ask in again.asks if ask.seat in told):
                yield AskedAgain(ask, len(again.facts), told[ask.seat].ask(ask, eyes.of(ask.seat, again)))
        if entry is None:
            return
        asked = [ask for ask in again.asks if (ask.seat, ask.verb) == (entry.seat, entry.word)]
        mine = entry.kind == "answer" and entry.seat in told and asked
        before = eyes.of(entry.seat, again) if mine else None
        again.log.append(entry)
        again.do(entry)
        if before:
            told[entry.seat].answered(asked[0], before, entry.value)
            yield Answered(asked[0], entry.value)
        out = out & set(again.asks) if asked else set()


def _calls(ask: Ask, moment: int, prompt: Prompt, model: Model, calls: Sequence[Call], answer: str) -> Iterator[Sent]:
    """What went out for one question: the prompt, and again with what was wrong with the answer to it."""
    schema = prompt.form.schema(strict=model.provider.schemas == STRICT, bounds=model.provider.bounds)
    messages = prompt.messages
    for number, call in enumerate(calls or [None], 1):
        digest = Print(Request(model, messages, schema)).whole
        same = call is not None and call.request == digest
        outcome, came = (call.outcome, call.text) if call else (OK, answer)
        yield Sent(ask, moment, number, messages, schema, digest, same, outcome, came)
        if call and call.outcome not in AGAIN:
            messages = _next(messages, prompt.form, call)


def _next(messages: tuple[Message, ...], form: Form, call: Call) -> tuple[Message, ...]:
    if call.outcome != OK:
        return corrected(messages, form, call.outcome, text=call.text)
    answer: Any = form.read(call.text)
    return corrected(messages, form, ECHO, answer=answer)
