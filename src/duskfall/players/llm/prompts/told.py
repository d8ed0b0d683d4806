"""What a seat sees, as it is told to it: a line a fact, and others' words as quotes with speaker, time and turn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from duskfall.core.facts import (
    EVERYONE,
    Began,
    Claim,
    Dealt,
    Fact,
    FlagSwitched,
    HandedOver,
    Knows,
    PhaseBegan,
    Said,
    Skipped,
    Voted,
)
from duskfall.core.view import View
from duskfall.players.llm.prompts.second import you_pass, yours
from duskfall.players.llm.quote import neutral, quoted
from duskfall.study.weights import weights
from duskfall.tell.facts.lines import line, passing
from duskfall.tell.facts.sentences.said import claimed
from duskfall.tell.facts.sentences.voted import ALIKE, Weights
from duskfall.tell.names import name
from duskfall.tell.text import spaced

PLAIN_WORD, LOOSE_ENDS = re.compile(r"[\w' -]{0,24}"), re.compile(r"[“”\";]+")
AT_THE_DEAL = (Began, Dealt, Knows)


class Clock(NamedTuple):
    """What time it is at the table, how much the seat has heard, and which house rules were switched."""

    phase: str = ""
    number: int = 0
    turn: int = 0  # speeches to the whole table so far: the same number for all who heard them
    part: str = ""  # of the talk, at the last of them
    spoke: bool = False  # it has answered with a speech of which it has not been told yet
    switched: tuple[tuple[str, bool | int | float | str], ...] = ()

    def __str__(self) -> str:
        return f"{self.phase} {self.number}"


class ToldBlock(NamedTuple):
    """Some lines that belong together."""

    text: str
    speech: bool = False


def told(facts: Iterable[Fact], seen: View, names: Sequence[str], clock: Clock) -> tuple[list[ToldBlock], Clock]:
    """The facts as blocks of lines, and what time it is after them; `seen` has what was told before, and hears them."""
    seat = seen.seat or 0
    blocks: list[ToldBlock] = []
    for passed, some in groupby(facts, key=lambda fact: isinstance(fact, Skipped)):
        run = list(some)
        if passed:
            blocks += map(ToldBlock, _passes(run, seat, names))
            continue
        for fact in run:
            seen.take(fact)
            clock = _after(fact, clock)
            if clock.phase or not isinstance(fact, AT_THE_DEAL):  # the seat's first page tells these
                blocks.append(ToldBlock(_words(fact, seen, names, clock), isinstance(fact, Said)))
            if isinstance(fact, Said):
                clock = clock._replace(part=fact.part, spoke=clock.spoke and fact.seat != seat)
    return blocks, clock


def _after(fact: Fact, clock: Clock) -> Clock:
    match fact:
        case PhaseBegan(_, phase, number):
            return clock._replace(phase=phase, number=number, part="")
        case Said():
            return clock._replace(turn=clock.turn + (fact.to == EVERYONE))
        case FlagSwitched(_, flag, value):
            return clock._replace(switched=(*clock.switched, (flag, value)))
        case _:
            return clock


def _passes(run: Iterable[Fact], seat: int, names: Sequence[str]) -> Iterator[str]:
    skips = [fact for fact in run if isinstance(fact, Skipped)]
    for to, some in groupby(skips, key=lambda fact: fact.to):
        passed = list(some)
        who = list(dict.fromkeys(fact.seat for fact in passed))
        private = "" if to == EVERYONE else "(private) "
        others = [each for each in who if each != seat]
        yield passing(passed, names, 0) if others == who else private + you_pass([seat, *others], names)


def _words(fact: Fact, seen: View, names: Sequence[str], clock: Clock) -> str:
    seat = seen.seat or 0
    if not isinstance(fact, Said):
        heavy = weights(fact, seen) if isinstance(fact, Voted) else ALIKE
        return yours(fact, seat, names) or plain(fact, names, heavy)
    if fact.seat == seat and clock.spoke:
        return f"{_where(fact, clock)} You spoke."
    to = f" (to {name(fact.addressed, names)})" if fact.addressed else ""
    return f"{_where(fact, clock)} {name(fact.seat, names)}{to}:\n{quoted(fact.text, '; '.join(claims(fact, names)))}"


def _where(fact: Said, clock: Clock) -> str:
    """Return day and number of a speech, and of which part of the talk it is where that begins.

    Only speeches to all have a number, so that whoever quotes it means the same speech as whoever reads the quote.
    """
    part = "" if fact.part == clock.part else f", {spaced(fact.part)}"
    return f"[{clock}.{clock.turn}{part}]" if fact.to == EVERYONE else f"[{clock}{part}, private]"


def plain(fact: Fact, names: Sequence[str], weights: Weights = ALIKE) -> str:
    """A fact that nobody says, on one line; who plays a seat is nobody's business."""
    if isinstance(fact, HandedOver):
        return f"Somebody else plays on for {name(fact.seat, names)}."
    return line(fact, names, weights)


def claims(fact: Said, names: Sequence[str]) -> list[str]:
    """What a speaker claims, in a few words each."""
    plainly = (Claim(each.kind, each.seat, _word(each.word), _word(each.verb)) for each in fact.claims)
    return list(dict.fromkeys(claimed(each, fact.seat, names) for each in plainly))


def _word(word: str) -> str:
    """A word as it was claimed; what could go on as another claim is held together."""
    word = neutral(word)
    return word if PLAIN_WORD.fullmatch(word) else f"“{LOOSE_ENDS.sub(' ', word).strip()}”"
