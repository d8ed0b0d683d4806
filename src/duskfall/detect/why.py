"""Reasons for certainties: the fewest events shown to the viewer that suffice for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from duskfall.core import facts as f
from duskfall.core.facts import Fact
from duskfall.core.view import view
from duskfall.detect.evidence import evidence
from duskfall.detect.posterior import Budget, Posterior, posterior
from duskfall.detect.sight import Sight

# Events whose content can be left open, while everything else stays: see `free` of `posterior`.
REVEALING = (f.Knows, f.Told, f.Noticed, f.Announced, f.Fell, f.Out, f.Shown, f.Became)
NOTHING: frozenset[int] = frozenset()
MOST_STEPS = 4_000_000  # steps of worlds, for all reasons together


class Of(Enum):
    """The subject of a certainty: a seat's role, or its side."""

    ROLE = "role"
    SIDE = "side"


@dataclass(frozen=True, slots=True)
class Certain:
    """A statement that holds in every world that fits: a seat has this role or side, or it doesn't."""

    seat: int
    of: Of
    name: str
    holds: bool

    def within(self, found: Posterior) -> bool:
        """Return whether this posterior proves it; a sample proves nothing."""
        if not (found.known and found.exact):
            return False
        names = set(_chances(found, self.of)[self.seat - 1])
        return names == {self.name} if self.holds else self.name not in names


class How(Enum):
    """The way in which a reason was found."""

    SAID = "said"  # an event says so
    COUNTED = "counted"  # the cards that were shown leave nothing else
    FOUND = "found"  # the posterior needs these events: with any of them left open, it wouldn't be certain
    ALL = "all"  # everything that was shown; finding less would have taken too long


@dataclass(frozen=True, slots=True)
class Reason:
    """The events that suffice for a certainty: it holds even if everything else that was revealed is left open."""

    certain: Certain
    how: How
    facts: tuple[int, ...] = ()  # indexes of the viewer's events, ascending
    going: bool = False  # whether it also takes that the game goes on now


def certainties(sight: Sight, found: Posterior) -> Iterator[Certain]:
    """Yield what is certain about other seats, without what follows from a stronger line.

    That a seat doesn't hold a role isn't mentioned if it's known where all cards of that role are.
    """
    if not (found.known and found.exact):
        return
    teams = {role.name: role.team for role in sight.rules.roles}
    dealt = dict.fromkeys(teams[role] for role, count in sight.began.deck if count)
    for seat, (roles, sides) in enumerate(zip(found.roles, found.sides, strict=True), 1):
        if seat == sight.seat:
            continue
        if len(roles) == 1:
            yield Certain(seat, Of.ROLE, next(iter(roles)), holds=True)
        elif len(sides) == 1:
            yield Certain(seat, Of.SIDE, next(iter(sides)), holds=True)
        else:
            yield from (Certain(seat, Of.SIDE, side, holds=False) for side in dealt if side not in sides)
        if len(roles) > 1:
            ruled_out = [role for role in _open(found.roles) if role not in roles and teams[role] in sides]
            yield from (Certain(seat, Of.ROLE, role, holds=False) for role in ruled_out)


def _open(chances: tuple[Mapping[str, float], ...]) -> list[str]:
    """Return the roles that some seat may hold or not hold; of all others it's known where they are."""
    return list(dict.fromkeys(name for each in chances if len(each) > 1 for name in each))


def _chances(found: Posterior, of: Of) -> tuple[Mapping[str, float], ...]:
    return found.roles if of is Of.ROLE else found.sides


def reasons(sight: Sight, found: Posterior, *, steps: int = MOST_STEPS, target: str = "auto") -> list[Reason]:
    """Return the reason of each certainty that doesn't follow from the deck alone."""
    search = _Search(sight, found, steps, target)
    return [search.reason(certain) for certain in certainties(sight, found) if not _by_deck(sight, certain)]


def _by_deck(sight: Sight, certain: Certain) -> bool:
    """Return whether this was certain before anything was shown."""
    return _leaves(sight, certain, {role for role, count in sight.began.deck if count})


def _leaves(sight: Sight, certain: Certain, roles: Collection[str]) -> bool:
    """Return whether the certainty holds if the seat holds one of these roles."""
    names = {_named(sight, certain, role) for role in roles}
    return names == {certain.name} if certain.holds else certain.name not in names


def _named(sight: Sight, certain: Certain, role: str) -> str:
    """Return what a certainty calls a role: its name, or its side."""
    return role if certain.of is Of.ROLE else next(each.team for each in sight.rules.roles if each.name == role)


class TooMuch(Exception):
    """The allowed steps are used up."""


class _Search:
    """A search that asks the posterior about fewer and fewer events, and never asks the same question twice."""

    def __init__(self, sight: Sight, found: Posterior, steps: int, target: str) -> None:
        self.sight, self.steps, self.target = sight, steps, target
        self.known = {(len(sight.facts), sight.going, NOTHING): found}
        self.cards, self.changing = cards_told(sight), evidence(sight).changing
        self.living = view(sight.facts, sight.seat).living

    def reason(self, certain: Certain) -> Reason:
        """Return the event that says so, the cards that leave nothing else, or what the posterior needs for it."""
        if said := self._said(certain):
            return Reason(certain, How.SAID, said)
        if counted := self._counted(certain):
            return Reason(certain, How.COUNTED, counted)
        try:
            return self._found(certain)
        except TooMuch:
            return Reason(certain, How.ALL)

    def _said(self, certain: Certain) -> tuple[int, ...]:
        """Return the event that tells the card, if it's still held."""
        card, at = self.cards.get(certain.seat, ("", 0))
        says = certain.of is Of.ROLE and certain.holds and certain.name == card
        return (at,) if says and not (self.changing and certain.seat in self.living) else ()

    def _counted(self, certain: Certain) -> tuple[int, ...]:
        """Return the events that tell where all those cards are with which the seat would be something else."""
        if self.changing or certain.seat in self.cards:
            return ()
        left = Counter(dict(self.sight.began.deck)) - Counter(card for card, _ in self.cards.values())
        if not _leaves(self.sight, certain, left):
            return ()
        told = {at for card, at in self.cards.values() if not _leaves(self.sight, certain, [card])}
        return tuple(at for at in sorted(told) if not isinstance(self.sight.facts[at], f.Dealt))

    def _found(self, certain: Certain) -> Reason:
        whole = len(self.sight.facts)
        going = self.sight.going and not self._holds(certain, whole)
        size = whole if going else self._shortest(certain)
        last = () if going else (size - 1,)
        open_to = [at for at in range(size) if isinstance(self.sight.facts[at], REVEALING) and at not in last]
        open_to.sort(key=lambda at: certain.seat in spoken_of(self.sight.facts[at]))
        free = self._freed(certain, size, going, NOTHING, open_to)
        return Reason(certain, How.FOUND, (*(at for at in sorted(open_to) if at not in free), *last), going)

    def _shortest(self, certain: Certain) -> int:
        """Return the smallest number of events that suffices."""
        low, high = 1, len(self.sight.facts)  # it doesn't hold after `low` events, it does after `high`
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self._holds(certain, middle) else (middle, high)
        return high

    def _freed(
        self, certain: Certain, size: int, going: bool, free: frozenset[int], among: list[int]
    ) -> frozenset[int]:  # fmt: skip
        """Return `free` and as many of these events as need not be known: all of them, or half by half."""
        if not among:
            return free
        if self._holds(certain, size, free | {*among}, going):
            return free | {*among}
        half = len(among) // 2
        if not half:
            return free
        free = self._freed(certain, size, going, free, among[:half])
        return self._freed(certain, size, going, free, among[half:])

    def _holds(self, certain: Certain, size: int, free: frozenset[int] = NOTHING, going: bool = False) -> bool:
        asked = (size, going, free)
        if asked not in self.known:
            less = replace(self.sight, facts=self.sight.facts[:size], going=going)
            self.known[asked] = self._asked(less, free)
        return certain.within(self.known[asked])

    def _asked(self, sight: Sight, free: frozenset[int]) -> Posterior:
        """Return the posterior. Raises TooMuch if no steps are left for it."""
        if self.steps > 0:
            found = posterior(sight, budget=Budget(steps=self.steps, samples=0), target=self.target, free=free)
            self.steps = self.steps - found.steps if found.exact else 0
            if found.exact:
                return found
        raise TooMuch


def cards_told(sight: Sight) -> dict[int, tuple[str, int]]:
    """Return by seat the card that an event tells outright, and the event's index.

    Cards are left out if an event of that kind can tell a wrong one.
    """
    found: dict[int, tuple[str, int]] = {}
    for at, fact in enumerate(sight.facts):
        if isinstance(fact, (*REVEALING, f.Dealt)):
            cards = evidence(replace(sight, facts=(sight.began, fact))).cards
            found = {seat: (card, at) for seat, card in enumerate(cards, 1) if card} | found
    return found


def spoken_of(fact: Fact) -> set[int]:
    """Return the seats about which an event reveals something."""
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
