"""Sentences in the second person for what a seat itself did or learned; other events read the same for everyone."""

from __future__ import annotations

from collections.abc import Sequence

from duskfall.core.facts import EVERYONE, Chose, Fact, Nominated, Noticed, Refused, Shot, Silent, SkipVoted, Told, Void
from duskfall.tell import phrases
from duskfall.tell.facts.sentences.done import result
from duskfall.tell.names import name
from duskfall.tell.text import listing, safe, spaced


def yours(fact: Fact, seat: int, names: Sequence[str]) -> str:
    """Return a sentence in the second person for an event; empty if it has none or is not about `seat`."""
    if getattr(fact, "seat", 0) != seat:
        return ""
    text = _text(fact, names)
    return safe(text if fact.to == EVERYONE else f"(private) {text}") if text else ""


def _text(fact: Fact, names: Sequence[str]) -> str:
    match fact:
        case Chose(target=0):
            return f"You declined: {spaced(fact.verb)}."
        case Chose():
            # In brackets, because a verb may take no object: "You chose: stand (yourself)."
            whom = "(yourself)" if fact.target == fact.seat else name(fact.target, names)
            role = f", as {fact.role}" if fact.role else ""
            return f"You chose: {spaced(fact.verb)} {whom}{role}."
        case Silent():
            return f"You gave no answer: {spaced(fact.verb)}."
        case Refused():
            return f"Your answer was not taken ({spaced(fact.verb)}): {phrases.reason(fact.reason)}."
        case Void():
            on = f" of {_whom(fact.target, fact.seat, names)}" if fact.target else ""
            return f"Your {spaced(fact.verb)}{on} is void: {phrases.reason(fact.reason)}."
        case Told(target=0):
            return f"You learn whom the {spaced(fact.verb)} is meant for: {result(fact, names)}."
        case Told():
            return f"You learn of {name(fact.target, names)} ({spaced(fact.verb)}): {result(fact, names)}."
        case Noticed():
            return f"Notice to you: {phrases.notice(fact.notice, name(fact.about, names) if fact.about else '')}."
        case SkipVoted():
            return "You want the discussion to end." if fact.wants else "You no longer want the discussion to end."
        case Nominated():
            return f"You put {_whom(fact.target, fact.seat, names)} up for the vote."
        case Shot():
            return f"You chose: {spaced(fact.verb)} {_whom(fact.target, fact.seat, names)}."
        case _:
            return ""


def _whom(target: int, seat: int, names: Sequence[str]) -> str:
    return "yourself" if target == seat else name(target, names)


def you_pass(seats: Sequence[int], names: Sequence[str]) -> str:
    """Return the sentence that these seats pass; the first of them is the reader's own."""
    return f"{listing(['You', *(name(seat, names) for seat in seats[1:])])} pass."
