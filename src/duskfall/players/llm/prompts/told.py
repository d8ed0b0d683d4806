"""The news for a seat as text: a line for each event, and speeches as quotes with speaker, time and number."""

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
    """The time at the table: the phase, the number of speeches so far, and the house rules switched since the start."""

    phase: str = ""
    number: int = 0
    turn: int = 0  # speeches to the whole table so far, the same number for all seats
    part: str = ""  # the part of the talk at the last speech
    spoke: bool = False  # whether the seat has answered with a speech that it has not seen as news yet
    switched: tuple[tuple[str, bool | int | float | str], ...] = ()

    def __str__(self) -> str:
        return f"{self.phase} {self.number}"


class ToldBlock(NamedTuple):
    """Lines of news that belong together; `speech` marks a player's speech."""

    text: str
    speech: bool = False


def told(facts: Iterable[Fact], seen: View, names: Sequence[str], clock: Clock) -> tuple[list[ToldBlock], Clock]:
    """Return events as blocks of text, and the clock after them.

    `seen` is the view before these events; it is updated with them.
    """
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
            if clock.phase or not isinstance(fact, AT_THE_DEAL):  # the seat's page has the events of the deal
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
    """Return the day and number of a speech, as in `[day 2.13]`, and the part of the talk if it has just begun.

    Only speeches to everyone have a number, so that a number means the same speech to all players.
    """
    part = "" if fact.part == clock.part else f", {spaced(fact.part)}"
    return f"[{clock}.{clock.turn}{part}]" if fact.to == EVERYONE else f"[{clock}{part}, private]"


def plain(fact: Fact, names: Sequence[str], weights: Weights = ALIKE) -> str:
    """Return an event other than a speech as one line; the name of a seat's new player stays hidden."""
    if isinstance(fact, HandedOver):
        return f"Somebody else plays on for {name(fact.seat, names)}."
    return line(fact, names, weights)


def claims(fact: Said, names: Sequence[str]) -> list[str]:
    """Return a speech's claims, each in a few words."""
    plainly = (Claim(each.kind, each.seat, _word(each.word), _word(each.verb)) for each in fact.claims)
    return list(dict.fromkeys(claimed(each, fact.seat, names) for each in plainly))


def _word(word: str) -> str:
    """Return a claimed word; one that could be read as a further claim is put in quotes."""
    word = neutral(word)
    return word if PLAIN_WORD.fullmatch(word) else f"“{LOOSE_ENDS.sub(' ', word).strip()}”"
