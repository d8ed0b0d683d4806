"""The ratings of a league: points on Elo's scale by player and side, with intervals, and who is the better one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from duskfall.arena.rating.bouts import ALL, SIDES, Bouts, Counts, Floats, read
from duskfall.arena.rating.model import fit
from duskfall.arena.rating.resample import centred, resample
from duskfall.arena.rating.scale import MEAN, POINTS

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

INTERVAL: Final = (2.5, 97.5)  # percent


class Rating(NamedTuple):
    """A player on one side, or on both (`all`: the mean of the two); 1500 is the mean of the league."""

    player: str
    side: str
    rating: float
    low: float
    high: float
    games: int  # in which it sat on that side; of `all`, the sum of both
    wins: int
    failed: int  # games that broke off and are not rated; of `all`, whatever it was dealt


class Ratings(NamedTuple):
    """All ratings, the best player first; and how likely the first of two is the better one overall."""

    rows: tuple[Rating, ...]
    better: Mapping[tuple[str, str], float]
    games: int  # that are rated
    deals: int  # that these shared

    def of(self, player: str, side: str = ALL) -> Rating:
        """The rating of a player on a side."""
        return next(row for row in self.rows if (row.player, row.side) == (player, side))

    @property
    def players(self) -> tuple[str, ...]:
        """All players, the best first."""
        return tuple(row.player for row in self.rows if row.side == ALL)


class Estimate(NamedTuple):
    """Strengths in logits by player and good, evil, all; and as many draws of them."""

    best: Floats
    draws: Floats

    @property
    def interval(self) -> tuple[Floats, Floats]:
        """The lowest and the highest that 95 % of the draws lie between."""
        low, high = np.percentile(self.draws, INTERVAL, axis=0)
        return low, high


def estimate(bouts: Bouts, seed: int = 0) -> Estimate:
    """The strengths that fit best, and how sure they are."""
    best = fit(bouts)
    return Estimate(centred(bouts, best.at[None])[0], centred(bouts, resample(bouts, best, seed)))


def rate(tables: DuckDBPyConnection, seed: int = 0) -> Ratings:
    """The ratings of all players of a league's `games` and `seats`; the seed is that of the draws."""
    bouts, counts = read(tables)
    return ratings(bouts, counts, estimate(bouts, seed))


def ratings(bouts: Bouts, counts: Counts, found: Estimate) -> Ratings:
    """An estimate as ratings."""
    points, low, high = (MEAN + POINTS * each for each in (found.best, *found.interval))
    order = sorted(range(len(bouts.players)), key=lambda n: -points[n, -1])
    rows = tuple(
        Rating(player, side, float(points[n, at]), float(low[n, at]), float(high[n, at]), *counts[player, side])
        for n, player in ((n, bouts.players[n]) for n in order)
        for at, side in enumerate((*SIDES, ALL))
    )
    return Ratings(rows, _better(bouts.players, found.draws[..., -1]), len(bouts.kind), len(np.unique(bouts.deal)))


def _better(players: tuple[str, ...], draws: Floats) -> dict[tuple[str, str], float]:
    """In how many of the draws each is above each other; no finite number of draws makes that certain."""
    return {
        (one, other): float((np.sign(draws[:, a] - draws[:, b]).sum() / (len(draws) + 1) + 1) / 2)
        for a, one in enumerate(players)
        for b, other in enumerate(players)
        if a != b
    }
