"""The ratings of a league: points on Elo's scale by player and side, with intervals and pairwise comparisons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from duskfall.arena.rating.bouts import ALL, SIDES, Bouts, Counts, read
from duskfall.arena.rating.goodness import Goodness, goodness
from duskfall.arena.rating.scale import MEAN, POINTS
from duskfall.arena.rating.uncertainty import Estimate, estimate

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


FEWEST_BLOCKS: Final = 4  # with fewer, an interval says more about the prior than about the games
UNKNOWN: Final = Goodness((), (), 1.0)


class Rating(NamedTuple):
    """The rating of a player on one side or on both (`all`: the mean of the two); 1500 is the mean of the league."""

    player: str
    side: str
    rating: float
    low: float
    high: float
    games: int  # games in which it sat on that side; for `all`, the sum of both
    wins: int
    failed: int  # games that broke off and aren't rated; for `all`, those on any side
    is_known: bool = True  # it sat there in enough blocks; for `all`, on both sides


class Ratings(NamedTuple):
    """All ratings, best player first; for each pair of players, the chance that the first is better overall."""

    rows: tuple[Rating, ...]
    better: Mapping[tuple[str, str], float]
    games: int  # number of rated games
    deals: int  # number of deals of these games
    goodness: Goodness = UNKNOWN

    def of(self, player: str, side: str = ALL) -> Rating:
        """Return the rating of a player on a side."""
        return next(row for row in self.rows if (row.player, row.side) == (player, side))

    @property
    def players(self) -> tuple[str, ...]:
        """All players, best first."""
        return tuple(row.player for row in self.rows if row.side == ALL)


def rate(tables: DuckDBPyConnection) -> Ratings:
    """Return the ratings of all players of a league's `games` and `seats`."""
    bouts, counts = read(tables)
    return ratings(bouts, counts, estimate(bouts))


def ratings(bouts: Bouts, counts: Counts, found: Estimate) -> Ratings:
    """Convert an estimate to ratings."""
    points, low, high = (MEAN + POINTS * each for each in (found.best, found.low, found.high))
    enough = _enough_blocks(bouts)
    order = sorted(range(len(bouts.players)), key=lambda n: -points[n, -1])
    rows = tuple(
        Rating(
            player,
            side,
            float(points[n, at]),
            float(low[n, at]),
            float(high[n, at]),
            *counts[player, side],
            is_known=bool(enough[n, at]),
        )
        for n, player in ((n, bouts.players[n]) for n in order)
        for at, side in enumerate((*SIDES, ALL))
    )
    better = {
        (one, other): float(found.better[a, b])
        for a, one in enumerate(bouts.players)
        for b, other in enumerate(bouts.players)
        if a != b
    }
    return Ratings(rows, better, len(bouts.kind), len(found.worth), goodness(bouts, found))


def _enough_blocks(bouts: Bouts) -> NDArray[np.bool_]:
    """Return for each player whether it sat in enough blocks: on each side, and on both of them."""
    enough = np.zeros((len(bouts.players), len(SIDES) + 1), dtype=bool)
    for at in range(len(SIDES)):
        seated = ((bouts.seats > 0) & (bouts.side == at)[..., None]).any(axis=1)
        for player, kinds in enumerate(seated.T):
            enough[player, at] = len(np.unique(bouts.deal[kinds[bouts.kind]])) >= FEWEST_BLOCKS
    enough[:, -1] = enough[:, :-1].all(axis=1)
    return enough
