"""Inference from a reading and the cards that are left, without the nights: used if there are too many worlds to count.

It's a random walk over the deals that fit the cards shown, the viewer's own knowledge and its own results. Each step
swaps two seats (Metropolis), so that deals come up as often as the reading finds them likely. What the nights tell
beyond that is left out, and the name of the layer says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations
from math import fsum, sqrt

from duskfall.core.chance import Draws
from duskfall.core.facts import Told
from duskfall.core.view import View, view
from duskfall.detect.posterior import Posterior, Reading
from duskfall.detect.sight import Sight
from duskfall.study.readings import Readings

LAYER = "cards and {}"
PARTS = 8  # parts of a walk; the error is computed from their differences
FORGED, NEVER = 0.15, 1e-6  # likelihoods of an own result that needs a trick by another player, or that's impossible
FINE = 1 << 30
AWAY, WITHOUT = -1, 1.0  # a card that is away for a moment, and its weight: the last in every row


def on_cards(sight: Sight, reading: Reading, swaps: int) -> Posterior:
    """Return the probability of every role in every seat, by a walk of this many swaps."""
    deals = Deals(sight, reading)
    parts = deals.walk(swaps // PARTS)
    seats = [
        {role: shares for role, *shares in zip(deals.roles, *held, strict=True) if any(shares)}
        for held in zip(*parts, strict=True)
    ]
    roles = tuple({role: _mean(shares) for role, shares in each.items()} for each in seats)
    error = max(_error(shares) for each in seats for shares in each.values())
    cards = deals.readings.book.cards
    sides = tuple(_sums((cards[role].team, chance) for role, chance in each.items()) for each in roles)
    return Posterior(LAYER.format(reading.name), True, "", False, swaps, 0, error, roles, sides, swaps)


class Deals:
    """A walk over the deals that are left, with the current deal. Seats and roles are numbered from 0 here."""

    def __init__(self, sight: Sight, reading: Reading) -> None:
        self.readings = Readings(sight.rules)
        seen = view(sight.facts, sight.seat)
        dealt = dict(sight.began.deck)
        self.roles = [role for role in dealt if role in self.readings.book.cards]
        self.alone = [[1.0] * len(self.roles) for _ in seen.names]
        self.pairs: list[list[tuple[int, list[list[float]]]]] = [[] for _ in seen.names]
        self._read(reading)
        self._own_results(sight, dealt)
        known = self._known(seen)
        left = Counter(dealt)
        left.subtract(known.values())
        cards = iter([number for number, role in enumerate(self.roles) for _ in range(max(left[role], 0))])
        places = {seat: self.roles.index(role) for seat, role in known.items()}
        self.free = [seat for seat in range(len(seen.names)) if seat not in places]
        self.deal = [places[seat] if seat in places else next(cards, 0) for seat in range(len(seen.names))]
        self._settle()
        self.draws = Draws(len(sight.facts), f"cards {sight.seat}")

    def _settle(self) -> None:
        """Move the factors that a seat shares with seats of known cards to the seat alone."""
        for seat in self.free:
            for other, table in self.pairs[seat]:
                if other not in self.free:
                    for number, row in enumerate(table):
                        self.alone[seat][number] *= row[self.deal[other]]
            self.pairs[seat] = [each for each in self.pairs[seat] if each[0] in self.free]

    def _known(self, seen: View) -> dict[int, str]:
        """Return the known card of each seat, as far as the deck has that many."""
        found: dict[int, str] = {}
        own = {seen.seat: seen.role} if seen.seat else {}
        left = Counter(dict(seen.facts[0].deck))  # type: ignore[union-attr]
        for seat, role in (own | seen.known | seen.dead).items():
            if left[role] > 0:
                left[role] -= 1
                found[seat - 1] = role
            elif role in self.readings.book.cards and (like := self._like(role, left)):
                left[like] -= 1
                found[seat - 1] = like
        return found

    def _like(self, role: str, left: Mapping[str, int]) -> str:
        """Return a card of the same team: the current holder of this role was dealt another. Empty if none is left."""
        cards = self.readings.book.cards
        return next((name for name in self.roles if left[name] > 0 and cards[name].team == cards[role].team), "")

    def _read(self, reading: Reading) -> None:
        for seat, by_role in reading.alone:
            for number, role in enumerate(self.roles):
                self.alone[seat - 1][number] *= by_role.get(role, 1.0)
        for one, two, by_roles in reading.pairs:
            there = [[by_roles.get((role, other), 1.0) for other in self.roles] for role in self.roles]
            self.pairs[one - 1].append((two - 1, [[*row, WITHOUT] for row in there]))
            self.pairs[two - 1].append((one - 1, [[*row, WITHOUT] for row in zip(*there, strict=True)]))

    def _own_results(self, sight: Sight, dealt: Mapping[str, int]) -> None:
        """Weigh the roles of seats by the viewer's own results, which must fit."""
        for fact in sight.facts:
            if not isinstance(fact, Told) or not fact.word or fact.seat != sight.seat or not fact.target:
                continue
            for number, role in enumerate(self.roles):
                act = self.readings.book.acts[fact.verb]
                if role not in act.means.get(fact.word, ()):
                    forged = fact.word.casefold() in self.readings.words(fact.verb, role, dealt)
                    self.alone[fact.target - 1][number] *= FORGED if forged else NEVER

    def walk(self, swaps: int) -> list[list[list[float]]]:
        """Return the share of each role in each seat, for each part of a walk. Two parts before them aren't counted."""
        found, changes = [], self._changes()
        for _ in range(PARTS + 2):
            counts = [[0] * len(self.roles) for _ in self.deal]
            since = [0] * len(self.deal)
            for number in range(swaps if len(self.free) > 1 else 0):
                for seat, role in next(changes):
                    counts[seat][role] += number - since[seat]  # it has held this card until now
                    since[seat] = number
            for seat, role in enumerate(self.deal):
                counts[seat][role] += swaps - since[seat]
            found.append([[count / max(swaps, 1) for count in each] for each in counts])
        return found[2:]

    def _changes(self) -> Iterator[tuple[tuple[int, int], ...]]:
        """Yield the result of each step: nothing, or both seats with the cards that they held before the swap.

        A swap is accepted with the Metropolis probability. This runs millions of times in a game of detectives, so
        nothing is called in it. While the weight of one of the two seats is computed, the other's card is away: what
        they have with each other counts once.
        """
        deal, weights, couples = self.deal, self._weights(), tuple(permutations(self.free, 2))
        for drawn in self.draws.each(len(couples) * FINE):
            one, two = couples[drawn // FINE]
            mine, other = deal[one], deal[two]
            if mine == other:
                yield ()
                continue
            of_one, of_two = weights[one], weights[two]
            before, others = of_one[mine]
            for seat, row in others:
                before *= row[deal[seat]]
            deal[one] = AWAY
            factor, others = of_two[other]
            for seat, row in others:
                factor *= row[deal[seat]]
            before *= factor
            factor, others = of_two[mine]
            for seat, row in others:
                factor *= row[deal[seat]]
            deal[two] = mine
            after, others = of_one[other]
            for seat, row in others:
                after *= row[deal[seat]]
            after *= factor
            if after < before and drawn % FINE * before >= after * FINE:
                deal[one], deal[two] = mine, other
                yield ()
            else:
                deal[one] = other
                yield (one, mine), (two, other)

    def _weights(self) -> list[list[tuple[float, list[tuple[int, list[float]]]]]]:
        """Return by seat and role its weight alone, and its weights by the role of each seat it shares factors with."""
        return [
            [(weight, [(other, table[role]) for other, table in pairs]) for role, weight in enumerate(alone)]
            for alone, pairs in zip(self.alone, self.pairs, strict=True)
        ]


def _mean(values: list[float]) -> float:
    return fsum(values) / len(values)


def _error(values: list[float]) -> float:
    mean = _mean(values)
    return sqrt(fsum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


def _sums(items: Iterable[tuple[str, float]]) -> dict[str, float]:
    found: dict[str, float] = {}
    for key, value in items:
        found[key] = found.get(key, 0.0) + value
    return found
