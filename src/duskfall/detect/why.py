"""Why something is certain: the fewest things that the viewer was shown which suffice for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Protocol

from duskfall.core import facts as f
from duskfall.core.facts import Fact
from duskfall.detect.posterior import Budget, Posterior, posterior
from duskfall.detect.sight import Sight

# What these reveal can be left open, and all else that happened stays: see `free` of `posterior`.
REVEALING = (f.Knows, f.Told, f.Noticed, f.Announced, f.Fell, f.Out, f.Shown, f.Became)
NOTHING: frozenset[int] = frozenset()
USUAL = Budget()


class Of(Enum):
    """What is certain of a seat: its role, or its side."""

    ROLE = "role"
    SIDE = "side"


@dataclass(frozen=True, slots=True)
class Certain:
    """What is so in every world that fits: a seat holds this role, or is of this side, or surely not."""

    seat: int
    of: Of
    name: str
    holds: bool

    def within(self, found: Posterior) -> bool:
        """Whether it is proven there: a sample proves nothing."""
        if not (found.known and found.exact):
            return False
        names = set(_chances(found, self.of)[self.seat - 1])
        return names == {self.name} if self.holds else self.name not in names


@dataclass(frozen=True, slots=True)
class Reason:
    """What suffices for a certainty: whatever else was revealed could have been otherwise, and it would still be so."""

    certain: Certain
    facts: tuple[int, ...]  # which of those that the viewer was shown, in their order
    going: bool = False  # and that the game goes on now


class Ask(Protocol):
    """The posterior, or what stands for it in a test."""

    def __call__(self, sight: Sight, *, budget: Budget, free: frozenset[int]) -> Posterior: ...


def certainties(sight: Sight, found: Posterior) -> Iterator[Certain]:
    """What is certain of others and not of all alike; what follows from a stronger line is left out."""
    if not (found.known and found.exact):
        return
    teams = {role.name: role.team for role in sight.rules.roles}
    for seat, (roles, sides) in enumerate(zip(found.roles, found.sides, strict=True), 1):
        if seat == sight.seat:
            continue
        if len(roles) == 1:
            yield Certain(seat, Of.ROLE, next(iter(roles)), holds=True)
        elif len(sides) == 1:
            yield Certain(seat, Of.SIDE, next(iter(sides)), holds=True)
        else:
            yield from (Certain(seat, Of.SIDE, side, holds=False) for side in _open(found.sides) if side not in sides)
        if len(roles) > 1:
            ruled_out = [role for role in _open(found.roles) if role not in roles and teams[role] in sides]
            yield from (Certain(seat, Of.ROLE, role, holds=False) for role in ruled_out)


def _open(chances: tuple[Mapping[str, float], ...]) -> list[str]:
    """The names that somebody may have and may not have: of all others it is known where they are."""
    return list(dict.fromkeys(name for each in chances if len(each) > 1 for name in each))


def _chances(found: Posterior, of: Of) -> tuple[Mapping[str, float], ...]:
    return found.roles if of is Of.ROLE else found.sides


def reasons(sight: Sight, found: Posterior, *, budget: Budget = USUAL, ask: Ask = posterior) -> list[Reason]:
    """For each certainty that the deck alone does not give, what suffices for it."""
    search = _Search(sight, found, budget, ask)
    told = (search.reason(certain) for certain in certainties(sight, found))
    return [reason for reason in told if reason is not None]


class _Search:
    """Asks the posterior about less and less; no question is asked twice."""

    def __init__(self, sight: Sight, found: Posterior, budget: Budget, ask: Ask) -> None:
        self.sight, self.budget, self.ask = sight, budget, ask
        self.known = {(len(sight.facts), sight.going, NOTHING): found}

    def reason(self, certain: Certain) -> Reason | None:
        """The shortest beginning that suffices, less whatever it does not need; None if the deck suffices."""
        whole = len(self.sight.facts)
        if self._holds(certain, 1):
            return None
        going = self.sight.going and not self._holds(certain, whole)
        size = whole if going else self._shortest(certain)
        last = () if going else (size - 1,)
        open_to = [at for at in range(size) if isinstance(self.sight.facts[at], REVEALING) and at not in last]
        kept = self._needed(certain, size, open_to, going)
        return Reason(certain, (*sorted(kept), *last), going)

    def _shortest(self, certain: Certain) -> int:
        """How many facts suffice: one fewer would not."""
        low, high = 1, len(self.sight.facts)  # not so after `low`, so after `high`
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self._holds(certain, middle) else (middle, high)
        return high

    def _needed(self, certain: Certain, size: int, among: list[int], going: bool) -> list[int]:
        """Those of some facts without which it is not certain; those that speak of somebody else are tried first."""
        if self._holds(certain, size, frozenset(among), going):
            return []
        kept, free = list(among), NOTHING
        for at in sorted(among, key=lambda each: certain.seat in spoken_of(self.sight.facts[each])):
            if self._holds(certain, size, free | {at}, going):
                free |= {at}
                kept.remove(at)
        return kept

    def _holds(self, certain: Certain, size: int, free: frozenset[int] = NOTHING, going: bool = False) -> bool:
        asked = (size, going, free)
        if asked not in self.known:
            less = replace(self.sight, facts=self.sight.facts[:size], going=going)
            self.known[asked] = self.ask(less, budget=self.budget, free=free)
        return certain.within(self.known[asked])


def spoken_of(fact: Fact) -> set[int]:
    """The seats of which a fact reveals something."""
    match fact:
        case f.Announced():
            return {seat for seat, _ in fact.dead}
        case f.Told():
            return {fact.target, *fact.seats}
        case f.Knows() | f.Out() | f.Fell() | f.Shown() | f.Became():
            return {fact.seat}
        case f.Noticed():
            return {fact.about}
        case _:
            return set()
