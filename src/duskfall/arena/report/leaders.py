"""The leaderboard, computed once for the terminal and the report: ratings and the numbers beside them.

Wins are always counted by seat: a seat has won with its side, or by itself, in a game that came to an end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from duskfall.arena.league import League
from duskfall.arena.measures.measure import Reading
from duskfall.arena.measures.outcomes.wins import WINS
from duskfall.arena.measures.upkeep.failures import FAILURES
from duskfall.arena.measures.upkeep.fallbacks import FALLBACKS
from duskfall.arena.rating.rate import Ratings
from duskfall.arena.report.data import Leader, MeasuredLine, SideRating, SideWins
from duskfall.study.winning import wilson

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Readings = Mapping[str, Iterable[Reading | MeasuredLine]]
"""Readings by the id of their measure."""

ALL: Final = "all"
BESIDE: Final = (WINS, FALLBACKS, FAILURES)  # measures shown next to a rating
SILENT: Final = "silent"  # the group of FALLBACKS for questions without an answer
SEATS: Final = """
    SELECT player, coalesce(side, 'all'), count(DISTINCT game), count(*), count(*) FILTER (won)
    FROM seats JOIN games USING (game) WHERE winner IS NOT NULL
    GROUP BY GROUPING SETS ((player, side), (player))"""
SIDES: Final = """
    WITH played AS (SELECT * FROM games WHERE winner IS NOT NULL), met AS (
        SELECT DISTINCT "table", team FROM seats JOIN played USING (game) WHERE side IN ('good', 'evil')
        UNION SELECT DISTINCT "table", winner FROM played
    )
    SELECT any_value(rules), any_value(seats), team, count(*) FILTER (winner = team), count(*)
    FROM met JOIN played USING ("table") GROUP BY "table", team ORDER BY "table", team = 'draw', team"""


class Count(NamedTuple):
    """A player's completed games, its seats in them, and how many of these seats won."""

    games: int
    seats: int
    won: int


NEVER: Final = Count(0, 0, 0)


def is_self_play(ratings: Ratings) -> bool:
    """Return whether one player sat in every seat, so that there's nobody to rate it against."""
    return len(ratings.players) < 2


def read_beside(tables: DuckDBPyConnection) -> dict[str, list[Reading]]:
    """Return the readings of the measures shown next to a rating, by measure."""
    return {measure.id: measure.read(tables) for measure in BESIDE}


def side_ratings(tables: DuckDBPyConnection, ratings: Ratings) -> list[SideRating]:
    """Return the ratings by player and side, each with its games and seats; none in self-play."""
    if is_self_play(ratings):
        return []
    counts = _counts(tables)
    return [
        SideRating(
            player=row.player,
            side=row.side,
            rating=row.rating if row.is_known else None,
            low=row.low if row.is_known else None,
            high=row.high if row.is_known else None,
            **counts.get((row.player, row.side), NEVER)._asdict(),
            failed=row.failed,
        )
        for row in ratings.rows
    ]


def leaders(league: League, tables: DuckDBPyConnection, ratings: Ratings, beside: Readings) -> list[Leader]:
    """Return the leaderboard, best player first; in self-play, its one player has no rating."""
    counts = _counts(tables)
    kinds = {each.name: each.kind for each in league.entrants}
    return [
        _leader(player, after, kinds.get(player, ""), ratings, counts.get((player, ALL), NEVER), beside)
        for player, after in zip(ratings.players, (*ratings.players[1:], None), strict=True)
    ]


def _leader(player: str, after: str | None, kind: str, ratings: Ratings, counts: Count, beside: Readings) -> Leader:
    own, wins = ratings.of(player), _line(beside, WINS.id, player)
    both = own if own.is_known and not is_self_play(ratings) else None
    compared = both is not None and after is not None and ratings.of(after).is_known
    silent, failures = _line(beside, FALLBACKS.id, player, SILENT), _line(beside, FAILURES.id, player)
    return Leader(
        player=player,
        kind=kind,
        rating=both and both.rating,
        low=both and both.low,
        high=both and both.high,
        better=ratings.better[player, after] if compared and after is not None else None,
        **counts._asdict(),
        win_low=wins and wins.low,
        win_high=wins and wins.high,
        failed=own.failed,
        silent=silent and silent.value,
        failures=failures and failures.value,
    )


def _counts(tables: DuckDBPyConnection) -> dict[tuple[str, str], Count]:
    """Return the counts by player and side; ALL means every side, including those that are neither good nor evil."""
    return {(player, side): Count(*found) for player, side, *found in tables.execute(SEATS).fetchall()}


def _line(beside: Readings, id: str, player: str, group: str = "") -> Reading | MeasuredLine | None:
    """Return a measure's reading of a player over all rulesets, or None."""
    return next((line for line in beside.get(id, ()) if line[:3] == (player, "", group)), None)


def balance_of_sides(tables: DuckDBPyConnection) -> Iterator[SideWins]:
    """Yield how often each side won at each table, and how many games were drawn."""
    for rules, seats, side, won, games in tables.execute(SIDES).fetchall():
        yield SideWins(rules, seats, side, won, games, *wilson(won / games, games))
