"""Measures: their descriptions, queries and units, and the values with intervals that they return."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple

from duskfall.arena.measures.interval import Sums, estimate
from duskfall.arena.measures.parts import PARTS

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Unit(Enum):
    """The unit of a measure's values."""

    SHARE = "share"
    PART = "signed share"
    POINTS = "percentage points"
    BITS = "number of bits"
    SCORE = "score"
    NUMBER = "number"
    TOKENS = "tokens"
    DOLLARS = "dollars"
    SECONDS = "seconds"


SIGNED: Final = (Unit.PART, Unit.POINTS)  # units whose values can be negative


class Reading(NamedTuple):
    """A measure's value for one player: in one ruleset or in all (""), in one group or in all ("")."""

    player: str
    rules: str
    group: str
    value: float
    low: float | None  # lower end of the 95 % interval; None: too few blocks, or all alike, so it's unknown
    high: float | None
    n: int  # the denominator
    blocks: int  # number of blocks with a nonzero denominator
    nothing: float | None  # score of a player who knows nothing, in the same situations


class Deals(NamedTuple):
    """The sums of `x` and `n` over the games of each deal, by the deal's seed."""

    seeds: list[int]
    x: list[float]
    n: list[float]


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of play. `events` is a query with a row per event: player, game, group, x, n, nothing.

    The value is the sum of `x` over the sum of `n`; `nothing` is the expected `x` of a player who knows nothing. The
    query may use the subqueries of `parts.py`.
    """

    id: str
    title: str
    formula: str
    baseline: str
    denominator: str
    events: str
    unit: Unit = Unit.SHARE
    better: int = 0  # 1: more is better, -1: less is better, 0: neither
    groups: str = "side"  # meaning of its groups
    whole: bool = True  # whether there is also a value over all groups
    everything: float | None = None  # score of a player who knows all that can be known
    bounds: tuple[float, float] | None = None  # its range given enough data; a value outside isn't shown

    def read(self, tables: DuckDBPyConnection) -> list[Reading]:
        """Return the readings of all players, sorted."""
        sets = '(player, rules, "group", cluster)' + ", (player, rules, cluster)" * self.whole
        asked = f"""
            WITH {PARTS}, events AS ({self.events}), clusters AS (
                SELECT player, rules, coalesce("group", '') AS part, deal AS cluster, sum(x)::DOUBLE AS x,
                    sum(n)::DOUBLE AS n, sum(nothing)::DOUBLE AS nothing
                FROM events JOIN (
                    SELECT *, min(block) OVER (PARTITION BY "table", seed) AS deal FROM games
                ) USING (game) GROUP BY GROUPING SETS ({sets}) HAVING sum(n) > 0 OR sum(x) <> 0
            )
            SELECT player, coalesce(rules, '') AS book, part, count(*) FILTER (n > 0), sum(x), sum(n), sum(x * x),
                sum(x * n), sum(n * n), sum(nothing)
            FROM clusters GROUP BY GROUPING SETS ((player, part, rules), (player, part)) ORDER BY ALL"""
        return list(_readings(tables.execute(asked).fetchall(), self.unit, self.bounds))

    def by_deal(self, tables: DuckDBPyConnection) -> dict[tuple[str, str], Deals]:
        """Return the sums of every deal by player and group, over all rulesets, for comparisons with another run."""
        sets = '(player, "group", seed)' + ", (player, seed)" * self.whole
        asked = f"""
            WITH {PARTS}, events AS ({self.events}), deals AS (
                SELECT player, coalesce("group", '') AS part, seed, sum(x)::DOUBLE AS x, sum(n)::DOUBLE AS n
                FROM events JOIN games USING (game) GROUP BY GROUPING SETS ({sets}) HAVING sum(n) > 0 OR sum(x) <> 0
            )
            SELECT player, part, list(seed ORDER BY seed), list(x ORDER BY seed), list(n ORDER BY seed)
            FROM deals GROUP BY player, part HAVING sum(n) > 0 ORDER BY player, part"""
        return {(player, part): Deals(*found) for player, part, *found in tables.execute(asked).fetchall()}


def _readings(rows: list[tuple[object, ...]], unit: Unit, bounds: tuple[float, float] | None) -> Iterator[Reading]:
    for player, rules, group, *numbers in rows:
        count, x, n, xx, xn, nn, nothing = (None if each is None else float(str(each)) for each in numbers)
        if not n:
            continue
        blocks = int(count or 0)
        value, low, high = estimate(Sums(blocks, x or 0.0, n, xx or 0.0, xn or 0.0, nn or 0.0), unit is Unit.SHARE)
        if low is not None and unit not in SIGNED:
            low = max(0.0, low)  # other units can't be negative
        if bounds and not bounds[0] <= value <= bounds[1]:
            continue
        if bounds and low is not None and high is not None:
            low, high = max(bounds[0], low), min(bounds[1], high)
        known = None if nothing is None else nothing / n
        yield Reading(str(player), str(rules), str(group), value, low, high, round(n), blocks, known)
