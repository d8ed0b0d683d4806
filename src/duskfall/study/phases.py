"""The one fold from facts to phases: the deal, then every night and day, each with its facts and what was so before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TypeVar

from duskfall.core.facts import (
    EVERYONE,
    Became,
    Began,
    CardDealt,
    Dealt,
    Died,
    Fact,
    FlagSwitched,
    Out,
    Overturned,
    PhaseBegan,
    Removed,
    Said,
    Skipped,
    Voted,
)
from duskfall.core.play.state import NIGHT
from duskfall.study.deeds import DeedFate, DeedKey, deeds
from duskfall.vocabulary.scene import Value

F = TypeVar("F")
Place = tuple[str, int]  # a phase and its number
NOWHERE: Place = ("", 0)  # where a game is before its first phase


@dataclass(frozen=True)
class Phase:
    """A night, a day, or the deal before them; what can be read off its facts is read when it is asked for."""

    place: Place
    facts: Sequence[Fact]  # the first says that it begins; the deal has no such fact
    before: Phase | None = None

    @property
    def night(self) -> int:
        """The number of this night; 0 for a day, and for the deal."""
        return self.place[1] if self.place[0] == NIGHT else 0

    def of(self, kind: type[F]) -> list[F]:
        """The facts of this kind."""
        return [fact for fact in self.facts if isinstance(fact, kind)]

    # -- what happened ---------------------------------------------------------------------------------

    @cached_property
    def deeds(self) -> Mapping[DeedKey, DeedFate]:
        """The acts, and what became of each."""
        return deeds(self.facts)

    @cached_property
    def overturns(self) -> list[Overturned]:
        """What was overturned."""
        return self.of(Overturned)

    @cached_property
    def deaths(self) -> Mapping[int, Died]:
        """Who died, by seat."""
        return {fact.seat: fact for fact in self.of(Died)}

    @property
    def gone(self) -> set[int]:
        """Who left, in whatever way."""
        return {fact.seat for fact in self.facts if isinstance(fact, Died | Out | Removed)}

    @cached_property
    def votes(self) -> list[Voted]:
        """The ballots that were opened."""
        return self.of(Voted)

    @cached_property
    def speech(self) -> list[Said | Skipped]:
        """Every turn to speak to all, taken or passed."""
        return [fact for fact in self.facts if isinstance(fact, Said | Skipped) and fact.to == EVERYONE]

    # -- how things stand when it is over; `before` says how they stood --------------------------------

    @cached_property
    def roles(self) -> Mapping[int, str]:
        """Who holds which role."""
        found = dict(self.before.roles) if self.before else {}
        return found | {fact.seat: fact.role for fact in self.facts if isinstance(fact, Dealt | Became)}

    @cached_property
    def cards(self) -> Mapping[str, frozenset[int]]:
        """Who holds which card beside the role."""
        found = dict(self.before.cards) if self.before else {}
        for fact in self.of(CardDealt):
            found[fact.card] = found.get(fact.card, frozenset()) | {fact.seat}
        return found

    @cached_property
    def flags(self) -> Mapping[str, Value]:
        """The house rules that the table has set or switched."""
        found = dict(self.before.flags) if self.before else {}
        for fact in self.facts:
            if isinstance(fact, Began):
                found |= fact.flags
            elif isinstance(fact, FlagSwitched):
                found[fact.flag] = fact.value
        return found


def phases(facts: Iterable[Fact]) -> list[Phase]:
    """The deal, which may be empty, and all nights and days in their order."""
    facts = list(facts)
    marks = [*begins(facts), (len(facts), NOWHERE)]
    found = [Phase(NOWHERE, facts[: marks[0][0]])]
    for (begin, here), (end, _) in pairwise(marks):
        found.append(Phase(here, facts[begin:end], found[-1]))
    return found


def begins(facts: Sequence[Fact], since: int = 0) -> Iterator[tuple[int, Place]]:
    """Every phase that begins since then, with the index of the fact that says so."""
    for at in range(since, len(facts)):
        fact = facts[at]
        if isinstance(fact, PhaseBegan):
            yield at, (fact.phase, fact.number)


def begun(facts: Sequence[Fact]) -> tuple[int, Place]:
    """The phase in which these facts end, with the index of its beginning; -1 if none has begun."""
    for at in range(len(facts) - 1, -1, -1):
        fact = facts[at]
        if isinstance(fact, PhaseBegan):
            return at, (fact.phase, fact.number)
    return -1, NOWHERE


def the_deal(facts: Sequence[Fact]) -> Sequence[Fact]:
    """What happened before the first phase."""
    return facts[: next((at for at, _ in begins(facts)), len(facts))]
