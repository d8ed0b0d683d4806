"""The space of decks in which a fair one is searched: how many cards of each role a deck may have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement
from random import Random

from duskfall.balance.partners import paired_roles
from duskfall.core.start.deck import DeckError, make_deck
from duskfall.vocabulary.ruleset import Ruleset

Counts = tuple[int, ...]  # the number of cards of each role, in the ruleset's order


@dataclass(frozen=True)
class DeckSpace:
    """All decks of `seats` cards with between `fewest` and `most` cards of each role.

    A role that is useless without a partner occurs at least twice or not at all, unless exactly one is required.
    """

    rules: Ruleset
    seats: int
    fewest: Counts
    most: Counts

    @classmethod
    def make(cls, rules: Ruleset, seats: int, given: Sequence[str] = (), without: Sequence[str] = ()) -> DeckSpace:
        """Return the decks with at least the cards `given` and no role of `without`; raise `DeckError` if none fits."""
        wanted, usual = Counter(given), _usual(rules)
        if both := sorted(set(given) & set(without)):
            raise DeckError("{role} is asked for and left out at once", role=both[0])
        if len(given) > seats:
            raise DeckError("{cards} cards are asked for at a table of {seats}", cards=len(given), seats=seats)
        plain = {rules.decks.rest, rules.decks.more}
        most = []
        for role in rules.roles:
            usually = 1 if role.unique else seats if role.name in plain else usual[role.name]
            most.append(0 if role.name in without else max(usually, wanted[role.name]))
        found = cls(rules, seats, tuple(wanted[role.name] for role in rules.roles), tuple(most))
        if not found.size():
            raise DeckError("no deck of {seats} cards fits what is asked for", seats=seats)
        return found

    @cached_property
    def evil(self) -> tuple[bool, ...]:
        """A flag for each role: True if the others have to find its team."""
        team = {role.name: role.team for role in self.rules.roles}
        teams = {team[name] for name in self.rules.decks.evil}
        return tuple(role.team in teams for role in self.rules.roles)

    @cached_property
    def good(self) -> tuple[bool, ...]:
        """A flag for each role: True if it belongs to the team of the common role (`decks.rest`)."""
        team = next(role.team for role in self.rules.roles if role.name == self.rules.decks.rest)
        return tuple(role.team == team for role in self.rules.roles)

    @cached_property
    def allowed(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of cards that a deck may have of each role."""
        paired = paired_roles(self.rules)
        return tuple(
            tuple(n for n in range(low, high + 1) if n != 1 or high == 1 == low or role.name not in paired)
            for role, low, high in zip(self.rules.roles, self.fewest, self.most, strict=True)
        )

    @cached_property
    def paired(self) -> tuple[int, ...]:
        """The indexes of the roles that occur at least twice, or not at all."""
        return tuple(
            at for at, numbers in enumerate(self.allowed) if 0 in numbers and 1 not in numbers and 2 in numbers
        )

    def __contains__(self, deck: Counts) -> bool:
        """Return whether a deck is in this space.

        Somebody must have to be found, they must be fewer than half, and somebody must look for them.
        """
        if sum(deck) != self.seats or not all(
            number in numbers for number, numbers in zip(deck, self.allowed, strict=True)
        ):
            return False
        return 0 < 2 * _sum(deck, self.evil) < self.seats and _sum(deck, self.good) > 0

    def size(self) -> int:
        """Return the number of decks."""
        ways = Counter({(0, 0, 0): 1})  # ways by number of cards, of evil cards, and if one is good
        for numbers, evil, good in zip(self.allowed, self.evil, self.good, strict=True):
            more: Counter[tuple[int, int, int]] = Counter()
            for (cards, found, many), count in ways.items():
                for number in (number for number in numbers if number <= self.seats - cards):
                    more[cards + number, found + evil * number, many | (good and number > 0)] += count
            ways = more
        return sum(count for (cards, found, many), count in ways.items()
                   if cards == self.seats and 0 < 2 * found < self.seats and many)  # fmt: skip

    def all(self) -> Iterator[Counts]:
        """Return an iterator over all decks."""
        return (deck for deck in self._filled(0, self.seats) if deck in self)

    def _filled(self, role: int, cards: int) -> Iterator[Counts]:
        if role == len(self.most):
            if not cards:
                yield ()
            return
        if cards > sum(self.most[role:]):
            return
        for number in (number for number in self.allowed[role] if number <= cards):
            for rest in self._filled(role + 1, cards - number):
                yield (number, *rest)

    def drawn(self, draws: Random) -> Counts:
        """Return a random deck; each number of evil cards is tried equally often."""
        while True:
            deck = list(self.fewest)
            evil = draws.randint(1, max(1, (self.seats - 1) // 2))
            while sum(deck) < self.seats:
                side = self.evil if _sum(deck, self.evil) < evil else tuple(not each for each in self.evil)
                room = [at for at, here in enumerate(side) if here and deck[at] < self.most[at]]
                if not room:
                    break
                deck[draws.choice(room)] += 1
            if tuple(deck) in self:
                return tuple(deck)

    def near(self, deck: Counts) -> list[Counts]:
        """Return the decks that differ by one card, or by two if a role comes or goes with its partner."""
        found = []
        for gone in range(len(deck)):
            for come in range(len(deck)):
                if gone != come and deck[gone]:
                    other = list(deck)
                    other[gone] -= 1
                    other[come] += 1
                    found.append(tuple(other))
        for pair in self.paired:
            sign = 1 if deck[pair] == 0 else -1 if deck[pair] == 2 else 0
            others = [at for at in range(len(deck)) if at != pair] if sign else []
            for one, two in combinations_with_replacement(others, 2):
                other = list(deck)
                other[pair] += 2 * sign
                other[one] -= sign
                other[two] -= sign
                found.append(tuple(other))
        return [other for other in found if other in self]

    def usual(self) -> Counts | None:
        """Return the ruleset's own deck; None if it isn't in this space."""
        low, high = self.rules.decks.seats
        if not low <= self.seats <= high:
            return None
        dealt = Counter(make_deck(self.rules, self.seats))
        deck = tuple(dealt[role.name] for role in self.rules.roles)
        return deck if deck in self else None

    def cards(self, deck: Counts) -> tuple[str, ...]:
        """Return the cards of a deck by name."""
        named = zip(self.rules.roles, deck, strict=True)
        return tuple(role.name for role, number in named for _ in range(number))


def written(cards: Sequence[str]) -> str:
    """Format a deck as the value of `--deck`."""
    counts = Counter(cards)
    return ", ".join(role if number == 1 else f"{role}*{number}" for role, number in counts.items())


@lru_cache(maxsize=16)
def _usual(rules: Ruleset) -> Counter[str]:
    """Return the greatest number of cards of each role in any deck of the ruleset, and at least one.

    With more of a role, it would be another game.
    """
    low, high = rules.decks.seats
    found = Counter(role.name for role in rules.roles)
    for seats in range(low, high + 1):
        found |= Counter(make_deck(rules, seats))
    return found


def _sum(deck: Sequence[int], which: Sequence[bool]) -> int:
    return sum(number for number, counted in zip(deck, which, strict=True) if counted)
