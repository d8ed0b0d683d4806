"""The ratings of a league: points on Elo's scale by player and side, with intervals and pairwise comparisons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from duskfall.arena.rating.bouts import ALL, SIDES, Bouts, Counts, read
from duskfall.arena.rating.goodness import Goodness, goodness
from duskfall.arena.rating.scale import MEAN, POINTS
from duskfall.arena.rating.uncertainty import Estimate, estimate

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


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
    order = sorted(range(len(bouts.players)), key=lambda n: -points[n, -1])
    rows = tuple(
        Rating(player, side, float(points[n, at]), float(low[n, at]), float(high[n, at]), *counts[player, side])
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
