"""The result of a league, printed as text or JSON: the leaderboard or, for self-play, the balance of the sides."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from duskfall.tell.text import safe
from duskfall.terminal.called import command

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from duskfall.arena.league import League
    from duskfall.arena.report.data import Leader, SideRating

WHY = "SELECT mode(error) FROM games HAVING count(error) > 0"
MUTE = """
    SELECT player, count(DISTINCT (game, seat, number)) FILTER (silent) AS unanswered,
        count(DISTINCT (game, seat, number))
    FROM calls GROUP BY player HAVING unanswered > 0 ORDER BY player"""
COUNTS = "SELECT count(*), count(error), count(winner) FROM games"
SHOWN = ("player", "side", "rating", "low", "high", "games", "seats", "won")
HEAD = (
    "player", "rating", "good", "evil", "better than next", "seats won", "of seats", "in games", "broken games",
    "no answer",
)  # fmt: skip


def report_result(folder: Path, league: League, ended: str, as_json: bool, plain: bool) -> bool:
    """Print the result of a league; return False if every game failed.

    `ended`: why the run stopped early, or an empty string.
    """
    from duskfall.arena.store.query import open_tables, readable

    with readable(folder), open_tables(folder) as tables:
        games, failed, finished = tables.execute(COUNTS).fetchone() or (0, 0, 0)
        if ended:
            click.echo(f"{ended[0].upper()}{ended[1:]}: {games:,} games are played.", err=True)
        if as_json:
            found = _as_data(tables) if finished else {"ratings": []}
            click.echo(json.dumps({"folder": str(folder), "games": games, "failed": failed, **found}))
        else:
            click.echo(f"{games:,} games, {failed:,} failed, in {folder}")
            if finished:
                _show(tables, league, plain)
            _show_failures(tables, games, failed)
    if finished and not as_json:
        click.echo(f"\nSee more with: {command('arena', 'report', folder)}")
    return bool(finished) or not failed


def _as_data(tables: DuckDBPyConnection) -> dict[str, Any]:
    from duskfall.arena.rating.rate import rate
    from duskfall.arena.report.leaders import balance_of_sides, is_self_play, side_ratings

    ratings = rate(tables)
    found: dict[str, Any] = {
        "ratings": [{key: getattr(row, key) for key in SHOWN} for row in side_ratings(tables, ratings)]
    }
    if is_self_play(ratings):
        found["sides"] = [each._asdict() for each in balance_of_sides(tables)]
    return found


def _show(tables: DuckDBPyConnection, league: League, plain: bool) -> None:
    from duskfall.arena.rating.rate import rate
    from duskfall.arena.report.leaders import balance_of_sides, is_self_play, leaders, read_beside, side_ratings
    from duskfall.arena.report.words import ALONE, FEW, SIDES, side_row
    from duskfall.cli.play.counts import show_rows

    ratings = rate(tables)
    if is_self_play(ratings):
        click.echo(f"\n{ALONE}")
        show_rows([SIDES, *(_plain(side_row(each)) for each in balance_of_sides(tables))], plain)
        return
    sides = {(row.player, row.side): row for row in side_ratings(tables, ratings)}
    board = leaders(league, tables, ratings, read_beside(tables))
    show_rows([HEAD, *(_cells(each, sides) for each in board)], plain)
    if any(row.rating is None for row in sides.values()):
        click.echo(f"\n{FEW}")


def _show_failures(tables: DuckDBPyConnection, games: int, failed: int) -> None:
    """Print how often each player gave no answer, and the most frequent reason why games failed."""
    for player, unanswered, questions in tables.execute(MUTE).fetchall():
        click.echo(safe(f"\n{player} gave no answer to {unanswered:,} of {questions:,} questions."))
    if why := tables.execute(WHY).fetchone():
        click.echo(safe(f"\n{failed:,} of {games:,} games failed, most often: {why[0]}"))


def _cells(each: Leader, sides: dict[tuple[str, str], SideRating]) -> tuple[str, ...]:
    """Return a row of the leaderboard, in the columns of `HEAD`."""
    from duskfall.arena.measures.measure import Unit
    from duskfall.arena.report.numbers import between, shown, sure
    from duskfall.arena.report.words import points

    rated = (sides[each.player, side] for side in ("all", "good", "evil"))
    ratings = (_interval(*points(row.rating, row.low, row.high)) for row in rated)
    won = shown(each.won / each.seats if each.seats else None, Unit.SHARE)
    if each.win_low is not None:
        won += f" ({between(each.win_low, each.win_high, Unit.SHARE)})"
    counts = (f"{number:,}" for number in (each.seats, each.games, each.failed))
    better = "" if each.better is None else sure(each.better)
    return _plain((each.player, *ratings, better, won, *counts, shown(each.silent, Unit.SHARE)))


def _interval(rating: str, interval: str) -> str:
    """Return a rating and its interval in one cell."""
    return rating if rating == interval else f"{rating} ({interval})"  # equal if both are dashes


def _plain(cells: Any) -> tuple[str, ...]:
    """Return cells that are safe to print; narrow spaces become plain ones, as terminal fonts may lack them."""
    from duskfall.arena.report.numbers import NARROW

    return tuple(safe(cell).replace(NARROW, " ") for cell in cells)
