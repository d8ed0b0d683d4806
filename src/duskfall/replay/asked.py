"""Questions to models on a page: a control at what came of each, and behind it what was sent and what came back."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import groupby, takewhile
from typing import NamedTuple

from duskfall.core.facts import Chose, Fact, Refused, Said, Shot, Silent, Skipped, Undone, Void, Voted
from duskfall.core.view import visible
from duskfall.players.llm.calls import ASSISTANT, SYSTEM
from duskfall.replay.calls import Sent
from duskfall.table.viewers import own_seats
from duskfall.tell.names import Names, name
from duskfall.tell.text import safe, safe_lines
from duskfall.tell.tongue import say, word

SentTo = Callable[[int], Sequence[Sent]]
"""All that the model in a seat was sent, call by call; nothing if none sits there."""


class Question(NamedTuple):
    """A question to a model, by its number among those to this seat, and all calls that were made for it."""

    seat: int
    number: int
    calls: tuple[Sent, ...]


def asked_on_page(sent: SentTo, facts: Sequence[Fact], names: Names, viewer: int | None) -> Asked | None:
    """The questions whose prompts a viewer may read; None if there are none."""
    found = [each for seat in own_seats(viewer, len(names)) for each in _questions(seat, sent(seat))]
    return Asked(found, facts, names, viewer) if found else None


def _questions(seat: int, sent: Sequence[Sent]) -> Iterator[Question]:
    for number, (_, calls) in enumerate(groupby(sent, lambda each: each.ask), 1):
        yield Question(seat, number, tuple(calls))


class Asked:
    """Some questions, and the facts that tell what came of each."""

    def __init__(self, questions: list[Question], facts: Sequence[Fact], names: Names, viewer: int | None) -> None:
        self.questions, self.names = questions, names
        self._places: dict[int, list[Question]] = {}  # by the very fact: two may be equal
        waiting = sorted(questions, key=lambda each: each.calls[0].moment)
        for moment, fact in enumerate(fact for fact in facts if not isinstance(fact, Undone)):
            due = [each for each in waiting if each.calls[0].moment <= moment and _answers(fact, each)]
            if due and visible(fact, viewer):
                taken = due[:1] if isinstance(fact, Refused) else due  # one is refused, and put again
                self._places[id(fact)] = sorted(taken)
                waiting = [each for each in waiting if each not in taken]

    def at(self, fact: Fact) -> str:
        """The controls that belong to a fact, as HTML."""
        found = self._places.get(id(fact), [])
        if len(found) < 2:
            return "".join(f'<span class="asked">{_control(each, say("prompt"))}</span>' for each in found)
        by_name = "".join(_control(each, name(each.seat, self.names)) for each in found)
        return f'<p class="asked"><span>{escape(say("prompts"))}</span>{by_name}</p>'

    def data(self) -> str:
        """All that was sent, as JSON: each text once, and of each call only what the call before had not."""
        texts: dict[str, int] = {}

        def kept(text: str) -> int:
            return texts.setdefault(safe_lines(text), len(texts))

        seats = {
            seat: _seat(list(found), self.names, kept) for seat, found in groupby(self.questions, lambda q: q.seat)
        }
        return json.dumps({"seats": seats, "texts": list(texts)}, ensure_ascii=False, separators=(",", ":"))


def _answers(fact: Fact, question: Question) -> bool:
    """Whether this is what came of a question; who abstains is in no ballot."""
    ask = question.calls[0].ask
    match fact:
        case Said() | Skipped():
            return ask.speech and fact.seat == question.seat
        case Chose() | Silent() | Refused() | Void() | Shot():
            return (fact.verb, fact.seat) == (ask.verb, question.seat)
        case Voted():
            return fact.verb == ask.verb
        case _:
            return False


def _control(question: Question, label: str) -> str:
    return f'<button data-asked="{question.seat}.{question.number}"><bdi>{escape(safe(label))}</bdi></button>'


def _seat(questions: Sequence[Question], names: Names, kept: Callable[[str], int]) -> list[object]:
    """Of each question its title and its calls: how much of the call before is sent again, what else, how much of both
    was seen before, the form of the answer, how it ended, and what came back."""
    last: tuple[tuple[str, str], ...] = ()
    found: list[object] = []
    for each in questions:
        calls = []
        for call in each.calls:
            same = sum(1 for _ in takewhile(_alike, zip(last, call.messages, strict=False)))
            more = [[role, kept(text)] for role, text in call.messages[same:]]
            form = kept(json.dumps(call.schema, ensure_ascii=False))
            calls.append([same, more, _seen(call, same), form, call.outcome, kept(call.came)])
            last = call.messages
        found.append([_title(each, len(questions), names), calls])
    return found


def _alike(pair: tuple[object, object]) -> bool:
    return pair[0] == pair[1]


def _seen(call: Sent, same: int) -> int:
    """How many messages of a call its model had seen: all until its own last answer. Of a call that is made again, just
    those of the call before: a bad answer is sent back cut and without brackets, not as it came."""
    if call.call > 1:
        return same
    return max(number for number, (role, _) in enumerate(call.messages, 1) if role in (SYSTEM, ASSISTANT))


def _title(question: Question, of: int, names: Names) -> str:
    who, verb = name(question.seat, names), word(question.calls[0].ask.verb, "verb")
    return safe(
        say("{name}, question {number} of {count}: {verb}", name=who, number=question.number, count=of, verb=verb)
    )
