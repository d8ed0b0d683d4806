"""The chance of every role in every seat, as far as one viewer can know: exact where it can be counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Any

from duskfall.batch.compiled.build import Built, Target, build, integers, zeros
from duskfall.batch.making.shown import BEGIN
from duskfall.batch.program import Program, source
from duskfall.batch.table import Table
from duskfall.detect import search
from duskfall.detect.evidence import Evidence, NotCounted, evidence
from duskfall.detect.sight import Sight
from duskfall.vocabulary.masks import only

RULES = "rules"
MOST_INTEGERS = 1 << 23  # of kept worlds; four times as many are reserved then, twice
MOST_MISSING = 3  # answers of others that may be missing before it is given up


@dataclass(frozen=True, slots=True)
class Budget:
    """How much may be counted: never how long."""

    steps: int = 4_000_000  # of worlds, for the exact count
    samples: int = 4_000  # of each run, where it is sampled


@dataclass(frozen=True, slots=True)
class Reading:
    """How likely what was said and voted is, given who was dealt what: a factor on the weight of each deal."""

    name: str
    alone: tuple[tuple[int, Mapping[str, float]], ...] = ()  # seat, likelihood by its role
    pairs: tuple[tuple[int, int, Mapping[tuple[str, str], float]], ...] = ()  # two seats, likelihood by both roles


@dataclass(frozen=True, slots=True)
class Posterior:
    """What a viewer can know, and how it was found."""

    layer: str
    known: bool
    reason: str  # why it is not known
    exact: bool
    worlds: int  # deals that fit; where it is sampled, effective samples
    missing: int  # answers of others that must be missing or void
    error: float  # the largest standard error of a chance; 0 if exact
    roles: tuple[Mapping[str, float], ...]  # by seat: the chance of each role that it can hold now
    sides: tuple[Mapping[str, float], ...]  # by seat: the chance of each team
    steps: int  # what it cost


def posterior(
    sight: Sight,
    *,
    budget: Budget | None = None,
    reading: Reading | None = None,
    free: frozenset[int] = frozenset(),
    target: str = "auto",
) -> Posterior:
    """The chance of every role in every seat, out of what this viewer was shown and nothing else.

    `free`: of these facts it counts that they were there, not what they say.
    """
    budget = budget or Budget()
    layer = reading.name if reading else RULES
    try:
        seen = evidence(sight, free)
    except NotCounted as error:
        return _unknown(layer, str(error))
    steps = 0
    for missing in range(MOST_MISSING + 1):
        count = Count(seen, reading, "plain" if target == "auto" else target, budget.steps - steps, missing)  # type: ignore[arg-type]
        done = count.run()
        steps += count.steps
        if not done:
            return _unknown(layer, f"more than {budget.steps:,} steps of worlds", steps)
        if count.total > 0:
            return _found(seen, layer, count, missing, steps)
    return _unknown(layer, f"what was shown fits no world with up to {MOST_MISSING} answers missing", steps)


def _unknown(layer: str, reason: str, steps: int = 0) -> Posterior:
    return Posterior(layer, False, reason, False, 0, 0, 0.0, (), (), steps)


def _found(seen: Evidence, layer: str, count: Count, missing: int, steps: int) -> Posterior:
    roles = tuple(count.chances())
    return Posterior(layer, True, "", True, count.fitting, missing, 0.0, roles, sides(seen, roles), steps)


def sides(seen: Evidence, roles: tuple[Mapping[str, float], ...]) -> tuple[Mapping[str, float], ...]:
    """The chances of teams, out of those of roles."""
    found = []
    for each in roles:
        teams: dict[str, float] = {}
        for role, chance in each.items():
            team = seen.table.plan.roles[role].team
            teams[team] = teams.get(team, 0.0) + chance
        found.append(teams)
    return tuple(found)


@lru_cache(maxsize=32)
def _program(table: Table, flags: tuple[tuple[str, object], ...]) -> Program:
    made = source(table, worlds=True)
    return Program(made.text + search.text(), made.scratch, made.state, made.rows, made.recipes, made.places)


def built(table: Table, target: Target) -> Built:
    """The worlds of a table, and the search over them."""
    return build(_program(table, tuple(sorted(table.flags.items()))), target, "survey")


class Count:
    """One exact count: the arrays of `search`, and their growth."""

    def __init__(self, seen: Evidence, reading: Reading | None, target: Target, limit: int, missing: int) -> None:
        self.seen, self.target = seen, target
        self.built = built(seen.table, target)
        program, seats, kinds = self.built.program, seen.table.seats, len(seen.names.roles) - 1
        self.kinds = kinds + 1
        state, constants, _ = self.built.arrays(seen.table)
        rows = [part for row in seen.rows for part in row]
        shown = [BEGIN, 1 << seen.viewer, 0, BEGIN + len(rows), int(seen.going), int(seen.talk), *rows]
        counters = dict.fromkeys(search.COUNTERS, 0) | {
            "LIMIT": limit, "MISSING": missing, "STATE": program.state, "HELD": program.places["ROLES"],
            "SEATS": seats, "KINDS": kinds, "CHANGING": int(seen.changing), "PHASE": program.places["phase"],
        }  # fmt: skip
        self.W, self.K, self.L = state, constants, self._integers(shown)
        self.A, self.O, self.Q = self._zeros(66), self._zeros(66), self._zeros(search.CHOICE * (seats + 1))
        self.T = self._integers(list(counters.values()))
        self.D = self._zeros(len(seen.names.roles) + len(seen.names.cards) + 1)
        self.P, self.R = self._floats((seats + 1) * self.kinds), self._floats((seats + 1) * self.kinds)
        self.U, self.V = self._read(reading)
        self._room(256)
        self._stack(256)
        self._kinds_of_deals(1 << 10)

    # -- arrays ----------------------------------------------------------------------------------------------------

    def _integers(self, values: list[int]) -> Any:
        return values if self.target == "plain" else integers(values)

    def _zeros(self, count: int) -> Any:
        return [0] * count if self.target == "plain" else zeros(count)

    def _floats(self, count: int, values: list[float] | None = None) -> Any:
        if self.target == "plain":
            return values or [0.0] * count
        return _filled(values) if values else zeros(count).view("float64")

    @property
    def width(self) -> int:
        """How many integers a kept world has."""
        return int(self.T[search.STATE] + 6 + self.T[search.SEATS])

    def _room(self, worlds: int) -> None:
        """Room for so many worlds of one deal."""
        self.F, self.G = self._zeros(worlds * self.width), self._zeros(worlds * self.width)
        self.X, self.Y, self.H = self._floats(worlds), self._floats(worlds), self._zeros(4 * worlds)
        self.T[search.ROOM], self.T[search.STAMP] = worlds, 0

    def _stack(self, worlds: int) -> None:
        """Room for so many worlds that are within a phase."""
        self.S, self.Z = self._zeros((worlds + 1) * self.width), self._floats(worlds)
        self.I, self.T[search.MARK] = self._zeros(4 * worlds), 0

    def _kinds_of_deals(self, count: int) -> None:
        """Room for so many kinds of deals; those that were met are met again."""
        seats = self.seen.table.seats
        self.M, self.N = self._zeros(3 * 2 * count), self._floats(count * ((seats + 1) * self.kinds + seats + 1))
        self.T[search.ORBITS] = 0

    def _read(self, reading: Reading | None) -> tuple[Any, Any]:
        """The factors of a reading: by seat and role, then a table for each pair of seats."""
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
        return self._integers(pairs), self._floats(0, table)

    # -- the count -------------------------------------------------------------------------------------------------

    def run(self) -> bool:
        """Count all deals; False if it is too much."""
        return all(self._deals(held) for held in self._cards())

    def _cards(self) -> Iterator[tuple[tuple[str, int], ...]]:
        """All sets of holders of the cards that are dealt beside the roles."""
        everyone = range(1, self.seen.table.seats + 1)
        kinds = [
            [(card, only(held)) for held in combinations(everyone, count)] for card, count in self.seen.table.cards
        ]
        yield from product(*kinds)

    def _deals(self, held: tuple[tuple[str, int], ...]) -> bool:
        """All deals of the roles, with these holders of the other cards."""
        seen, number = self.seen, self.seen.names.roles.index
        left = sorted(map(number, seen.table.deck))
        for role in filter(None, seen.cards):
            if number(role) not in left:
                return True  # more of them were shown than there are: no deal fits
            left.remove(number(role))
        free = iter(left)
        cards = [number(role) if role else next(free) for role in seen.cards]
        for place, (card, mask) in enumerate(held):
            cards = [each | (mask >> seat & 1) << 6 + place for seat, each in enumerate(cards, 1)]
            self.D[len(seen.names.roles) + seen.names.number("cards", card)] = mask
        orders = [sum(1 << at for at, roles in enumerate(seen.orders) if role in roles) for role in seen.names.roles]
        known = [int(bool(role)) for role in seen.cards]
        beforehand = [len(seen.orders), *seen.alike, *[0] * (31 - len(seen.alike)), *orders]
        beforehand += [0] * (96 - len(beforehand)) + [0, *known]
        self.E, self.B = self._integers([0, *cards]), self._integers(beforehand)
        while self.built.survey(
            self.D, self.W, self.K, self.L, self.A, self.O, self.F, self.G, self.S, self.X, self.Y, self.Z, self.H, self.I,
            self.Q, self.T, self.P, self.E, self.B, self.M, self.N, self.R, self.U, self.V,
        ):  # fmt: skip
            if not self._grown():
                return False
        return True

    def _grown(self) -> bool:
        """Make room for what was too small; False if it was not room that lacked."""
        lacks, self.T[search.FULL] = self.T[search.FULL], 0
        if lacks == search.WORLDS and self.T[search.ROOM] * self.width < MOST_INTEGERS:
            self._room(self.T[search.ROOM] * 4)
            return True
        if lacks == search.STACK and len(self.S) < MOST_INTEGERS:
            self._stack(len(self.Z) * 4)
            return True
        if lacks == search.KINDS_OF_DEALS:
            self._kinds_of_deals(len(self.M) // 3 * 2)
            return True
        return False

    # -- what came of it -------------------------------------------------------------------------------------------

    @property
    def total(self) -> float:
        """The weight of all worlds that fit."""
        return float(self.R[0])

    @property
    def steps(self) -> int:
        """How many steps it took."""
        return int(self.T[search.STEPS])

    @property
    def fitting(self) -> int:
        """How many deals fit."""
        return int(self.T[search.FITTING])

    def chances(self) -> Iterator[dict[str, float]]:
        """By seat: the chance of each role that it can hold."""
        for seat in range(1, self.seen.table.seats + 1):
            masses = [float(mass) for mass in self.R[seat * self.kinds : (seat + 1) * self.kinds]]
            yield {
                role: mass / self.total for role, mass in zip(self.seen.names.roles, masses, strict=True) if mass > 0
            }


def _filled(values: list[float]) -> Any:
    array = zeros(len(values)).view("float64")
    array[:] = values
    return array
