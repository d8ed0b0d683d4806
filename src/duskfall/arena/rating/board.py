"""The leaderboard: a line for each player with all that stands beside a rating, for the terminal and the report."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from typing import TYPE_CHECKING, Final, NamedTuple

from duskfall.arena.rating.rate import Rating, Ratings
from duskfall.study.primer import EVIL, GOOD
from duskfall.study.winning import wilson

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

FALLBACKS = "SELECT player, count(DISTINCT (game, seat, number)) FROM calls WHERE silent GROUP BY player"


class WinRate(NamedTuple):
    """The share of its games that a player won on a side, with its 95 % interval; raw, whoever sat beside it."""

    rate: float
    low: float
    high: float


class BoardLine(NamedTuple):
    """A player: ratings and raw win rates, how likely it is better than the next, and what went wrong."""

    place: int
    player: str
    good: Rating
    evil: Rating
    all: Rating
    good_wins: WinRate
    evil_wins: WinRate
    all_wins: WinRate
    better: float | None  # than the next in the list; the last has none
    games: int
    failed: int  # games that broke off, with it at the table
    fallbacks: int  # asks that ended without an answer


def board(ratings: Ratings, fallbacks: Mapping[str, int] | None = None) -> list[BoardLine]:
    """The players, the best first."""
    return [
        _line(place, player, after, ratings, (fallbacks or {}).get(player, 0))
        for place, (player, after) in enumerate(zip_longest(ratings.players, ratings.players[1:]), 1)
    ]


def _line(place: int, player: str, after: str | None, ratings: Ratings, fallbacks: int) -> BoardLine:
    good, evil, both = ratings.of(player, GOOD), ratings.of(player, EVIL), ratings.of(player)
    better = ratings.better[player, after] if after is not None else None
    wins = win_rate(good), win_rate(evil), win_rate(both)
    return BoardLine(place, player, good, evil, both, *wins, better, both.games, both.failed, fallbacks)


def win_rate(rating: Rating) -> WinRate:
    """Of a player on a side; it knows nothing of the others at the table."""
    rate = rating.wins / rating.games if rating.games else 0.0
    return WinRate(rate, *wilson(rate, rating.games))


def fallbacks(tables: DuckDBPyConnection) -> dict[str, int]:
    """By player: how often it was asked and gave no answer in the end."""
    return dict(tables.execute(FALLBACKS).fetchall())


HEAD: Final = ("", "player", "rating", "good", "evil", "better than next", "wins", "games", "failed", "fallbacks")


def cells(line: BoardLine) -> tuple[str, ...]:
    """A line under HEAD, as text."""
    better = "" if line.better is None else f"{100 * min(max(line.better, 0.001), 0.999):.1f} %"
    wins = f"{100 * line.all_wins.rate:.0f} % ({100 * line.all_wins.low:.0f}–{100 * line.all_wins.high:.0f})"
    counts = (str(each) for each in (line.games, line.failed, line.fallbacks))
    ratings = (_points(each) for each in (line.all, line.good, line.evil))
    return (str(line.place), line.player, *ratings, better, wins, *counts)


def _points(rating: Rating) -> str:
    return f"{rating.rating:.0f} ({rating.low:.0f}–{rating.high:.0f})"
