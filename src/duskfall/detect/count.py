"""The exact count of worlds, and the arrays of a search, filled from what a viewer was shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from math import comb, factorial, prod
from typing import Any

from duskfall.batch.compiled.build import Built, Target, build, integers, is_kept, zeros
from duskfall.batch.making.shown import BEGIN
from duskfall.batch.program import Program, source
from duskfall.batch.table import Table
from duskfall.batch.words.ask import DRIVEN, IN_WORLDS
from duskfall.detect.evidence import Evidence
from duskfall.detect.factors import Reading
from duskfall.detect.worlds.source import AT, CHOICE, COUNTERS, KINDS_OF_DEALS, STACK, WORLDS, forms, text
from duskfall.vocabulary.masks import only

MOST_INTEGERS = 1 << 23  # integers of kept worlds, in each of two arrays; a smaller array grows four times larger


def program_of(table: Table) -> Program:
    """Return the program that steps the worlds of a table, with the search over them."""
    return _program(table, tuple(sorted(table.flags.items())))


@lru_cache(maxsize=32)
def _program(table: Table, flags: tuple[tuple[str, object], ...]) -> Program:
    made = source(table, worlds=True)
    return Program(made.text + text(), made.scratch, made.state, made.rows, made.recipes, made.places)


def built(table: Table, target: Target) -> Built:
    """Return the functions of a table's program, built for a target."""
    program = program_of(table)
    _ready.add((program.text, target))
    return build(program, target, *forms())


_ready: set[tuple[str, Target]] = set()


def is_compiled(table: Table) -> bool:
    """Return whether nothing has to be compiled any more for questions about this table."""
    program = program_of(table)
    return (program.text, "cpu") in _ready or is_kept(program, *forms())


class Worlds:
    """The arrays of one question; `worlds.source` explains their names."""

    def __init__(self, seen: Evidence, target: Target, *, missing: int, limit: int = 0) -> None:
        self.seen, self.target, self.built = seen, target, built(seen.table, target)
        program, seats = self.built.program, seen.table.seats
        self.kinds = len(seen.names.roles)
        rows = [part for row in seen.rows for part in row]
        shown = [BEGIN, 1 << seen.viewer, 0, BEGIN + len(rows), int(seen.going), int(seen.talk), seen.after, *rows]
        counters = dict.fromkeys(COUNTERS, 0) | {
            "LIMIT": limit, "MISSING": missing, "STATE": program.state, "HELD": program.places["ROLES"],
            "SEATS": seats, "KINDS": self.kinds - 1, "CHANGING": int(seen.changing), "PHASE": program.places["phase"],
            "NIGHT": program.places["night"], "SPOKE": program.places["spoke"],
            **{name.upper(): program.places[name] for name in ("pc", *DRIVEN, *IN_WORLDS)},
        }  # fmt: skip
        self.W, self.K, _ = self.built.arrays(seen.table)
        self.L, self.T = self.integers(shown), self.integers(list(counters.values()))
        self.A, self.O, self.Q = self.zeros(66), self.zeros(66), self.zeros(CHOICE * (seats + 1))
        self.D = self.zeros(self.kinds + len(seen.names.cards) + 1)
        self.P, self.R = self.floats((seats + 1) * self.kinds), self.floats((seats + 1) * self.kinds)
        self.E, self.B = self.integers([0] * (seats + 1)), self.integers(self._beforehand())
        self.U, self.V = self.read(None)

    def integers(self, values: list[int]) -> Any:
        """Return an array of these integers, in the form that the target takes."""
        return values if self.target == "plain" else integers(values)

    def zeros(self, count: int) -> Any:
        """Return an array of this many integers, all 0, in the form that the target takes."""
        return [0] * count if self.target == "plain" else zeros(count)

    def floats(self, count: int, values: list[float] | None = None) -> Any:
        """Return an array of floats, these or all 0, in the form that the target takes."""
        if self.target == "plain":
            return values or [0.0] * count
        return _filled(values) if values else zeros(count).view("float64")

    @property
    def width(self) -> int:
        """The number of integers in a kept world."""
        return int(self.T[AT["STATE"]] + 6 + self.T[AT["SEATS"]])

    def read(self, reading: Reading | None) -> tuple[Any, Any]:
        """Return a reading as arrays: its pairs of seats, and its factors.

        The factors are by seat and role, then come the tables for the pairs.
        """
        seats, kinds, number = self.seen.table.seats, self.kinds, self.seen.names.roles.index
        table, pairs = [1.0] * ((seats + 1) * kinds), [0]
        if reading:
            for seat, by_role in reading.alone:
                for role, factor in by_role.items():
                    table[seat * kinds + number(role)] *= factor
            for one, other, by_roles in reading.pairs:
                pairs += [one, other, len(table)]
                pairs[0] += 1
                factors = [1.0] * (kinds * kinds)
                for (first, second), factor in by_roles.items():
                    factors[number(first) * kinds + number(second)] = factor
                table += factors
        return self.integers(pairs), self.floats(0, table)

    def _beforehand(self) -> list[int]:
        """Return which seats are alike, which roles are in which orders, and whose cards are known."""
        seen = self.seen
        orders = [sum(1 << at for at, roles in enumerate(seen.orders) if role in roles) for role in seen.names.roles]
        found = [len(seen.orders), *seen.alike, *[0] * (31 - len(seen.alike)), *orders]
        return [*found, *[0] * (96 - len(found)), 0, *(int(bool(role)) for role in seen.cards)]

    def deck(self) -> list[int] | None:
        """Return the numbers of the cards by seat, the known ones in their places.

        None if more cards of a role were shown than the deck has.
        """
        number = self.seen.names.roles.index
        left = sorted(map(number, self.seen.table.deck))
        for role in filter(None, self.seen.cards):
            if number(role) not in left:
                return None
            left.remove(number(role))
        free = iter(left)
        return [number(role) if role else next(free) for role in self.seen.cards]

    def place_of(self, card: str) -> int:
        """Return the index in D of the holders of a card that is dealt besides the roles."""
        return self.kinds + self.seen.names.number("cards", card)

    @property
    def steps(self) -> int:
        """The number of steps so far."""
        return int(self.T[AT["STEPS"]])

    def chances(self) -> tuple[dict[str, float], ...]:
        """Return for each seat the probability of each role that it can hold."""
        roles, total = self.seen.names.roles, float(self.R[0])
        found = []
        for seat in range(1, self.seen.table.seats + 1):
            masses = [float(mass) for mass in self.R[seat * self.kinds : (seat + 1) * self.kinds]]
            found.append({role: mass / total for role, mass in zip(roles, masses, strict=True) if mass > 0})
        return tuple(found)


def deals(seen: Evidence) -> int:
    """Return the number of deals that are possible, given the known cards."""
    left = Counter(seen.table.deck)
    left.subtract(filter(None, seen.cards))
    if any(count < 0 for count in left.values()):
        return 0
    ways = factorial(sum(left.values())) // prod(factorial(count) for count in left.values())
    return ways * prod(comb(seen.table.seats, count) for _, count in seen.table.cards)


class Count(Worlds):
    """An exact count over all deals."""

    def __init__(self, seen: Evidence, target: Target, *, missing: int, limit: int) -> None:
        super().__init__(seen, target, missing=missing, limit=limit)
        self.reading: Reading | None = None
        self._room(256)
        self._stack(256)
        self._kinds_of_deals(1 << 10)

    def run(self, reading: Reading | None = None) -> bool:
        """Count all deals; return False if that takes too much.

        A second run with another reading steps no world again.
        """
        self.reading = reading
        self.U, self.V = self.read(reading)
        self.R = self.floats(len(self.R))
        self.T[AT["DEALS"]] = self.T[AT["FITTING"]] = 0
        return all(self._deals(held) for held in self._cards())

    def _cards(self) -> Iterator[tuple[tuple[str, int], ...]]:
        """Yield all sets of holders of the cards that are dealt besides the roles."""
        seats = range(1, self.seen.table.seats + 1)
        kinds = [[(card, only(held)) for held in combinations(seats, count)] for card, count in self.seen.table.cards]
        yield from product(*kinds)

    def _deals(self, held: tuple[tuple[str, int], ...]) -> bool:
        """Count all deals of the roles with these holders of the other cards; return False if that takes too much."""
        cards = self.deck()
        if cards is None:
            return True
        for place, (card, mask) in enumerate(held):
            cards = [each | (mask >> seat & 1) << 6 + place for seat, each in enumerate(cards, 1)]
            self.D[self.place_of(card)] = mask
        self.E = self.integers([0, *cards])
        while self.built.survey(
            self.D, self.W, self.K, self.L, self.A, self.O, self.F, self.G, self.S, self.X, self.Y, self.Z, self.H,
            self.I, self.Q, self.T, self.P, self.E, self.B, self.M, self.N, self.R, self.U, self.V,
        ):  # fmt: skip
            if not self._grown():
                return False
        return True

    # -- room ------------------------------------------------------------------------------------------------------

    def _room(self, worlds: int) -> None:
        """Allocate room for this many worlds of one deal."""
        self.F, self.G = self.zeros(worlds * self.width), self.zeros(worlds * self.width)
        self.X, self.Y, self.H = self.floats(worlds), self.floats(worlds), self.zeros(4 * worlds)
        self.T[AT["STAMP"]] = 0

    def _stack(self, worlds: int) -> None:
        """Allocate room for this many worlds within a phase."""
        self.S, self.Z = self.zeros((worlds + 1) * self.width), self.floats(worlds)
        self.I, self.T[AT["MARK"]] = self.zeros(4 * worlds), 0

    def _kinds_of_deals(self, count: int) -> None:
        """Allocate room for this many kinds of deals. All kinds are forgotten, and stepped again when they are met."""
        seats = self.seen.table.seats
        self.M, self.N = self.zeros(3 * 2 * count), self.floats(count * ((seats + 1) * self.kinds + seats + 1))
        self.T[AT["ORBITS"]] = 0

    def rest(self) -> None:
        """Free the arrays that only stepping needs."""
        self._room(1)
        self._stack(1)

    def _grown(self) -> bool:
        """Enlarge the arrays that were too small; return False if that wasn't the problem, or they may not grow."""
        lacks, self.T[AT["FULL"]] = self.T[AT["FULL"]], 0
        if lacks == WORLDS and len(self.F) < MOST_INTEGERS:
            self._room(len(self.X) * 4)
            return True
        if lacks == STACK and len(self.S) < MOST_INTEGERS:
            self._stack(len(self.Z) * 4)
            return True
        if lacks == KINDS_OF_DEALS:
            self._kinds_of_deals(len(self.M) // 3 * 2)
            return True
        return False

    @property
    def fitting(self) -> int:
        """The number of deals that fit."""
        return int(self.T[AT["FITTING"]])


def _filled(values: list[float]) -> Any:
    array = zeros(len(values)).view("float64")
    array[:] = values
    return array
