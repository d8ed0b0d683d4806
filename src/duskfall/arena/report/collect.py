"""The report of a league, read from its folder. It's computed by queries, so the league's size hardly matters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from duskfall.arena.folder import LeagueError, read_league
from duskfall.arena.league import League
from duskfall.arena.measures import MEASURES
from duskfall.arena.measures.measure import Measure, Reading
from duskfall.arena.rating.bouts import ALL
from duskfall.arena.rating.rate import Ratings, rate
from duskfall.arena.report.data import FitOfRatings, Measured, MeasuredLine, Moments, Report
from duskfall.arena.report.goodness import fit_of_ratings
from duskfall.arena.report.leaders import balance_of_sides, is_self_play, leaders, side_ratings
from duskfall.arena.report.notable import notable
from duskfall.arena.report.random_play import GAMES, Key, random_play
from duskfall.arena.schedule import Schedule
from duskfall.arena.store.extra import duckdb
from duskfall.arena.store.query import StoreError, open_tables, readable
from duskfall.rules.registry import known
from duskfall.table.sheet import TableSheet

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

PLACES = 'SELECT DISTINCT "table", rules, seats FROM games ORDER BY ALL'
MOMENTS = """SELECT layer, count(*) FILTER (known AND exact), count(*) FILTER (known AND NOT exact),
    count(*) FILTER (NOT known) FROM moments GROUP BY layer ORDER BY layer"""
LOADED = ("games", "seats")  # used by nearly every query


def report(folder: Path, random_games: int = GAMES) -> Report:
    """Return the report on the league in this folder. Raises LeagueError and StoreError."""
    league = read_league(folder)
    with asked(folder) as tables:
        return _report(folder, league, tables, random_games)


@contextmanager
def asked(folder: Path) -> Iterator[DuckDBPyConnection]:
    """Open the tables of a league that has completed games; errors in reading them are raised as StoreError."""
    try:
        with readable(folder), closing(open_tables(folder, LOADED)) as tables:
            counted(folder, tables)
            yield tables
    except duckdb().Error as error:
        raise StoreError(f"{folder}: {' '.join(str(error).partition(chr(10))[0].split())}") from None


def _report(folder: Path, league: League, tables: DuckDBPyConnection, random_games: int) -> Report:
    played, failed = counted(folder, tables)
    ratings = rate(tables)
    places = tables.execute(PLACES).fetchall()
    sheets = _at_hand(league, places)
    by_chance = random_play(sheets, random_games)
    measures = tuple(_measured(each, each.read(tables), by_chance.get(each.id, {})) for each in MEASURES)
    return Report(
        name=folder.resolve().name,
        mode=league.mode,
        seed=league.seed,
        blocks=league.blocks,
        tables=tuple((rules, seats) for _, rules, seats in places),
        planned=len(Schedule(replace(league, tables=sheets))) if len(sheets) == len(league.tables) else played + failed,
        played=played,
        failed=failed,
        random_games=random_games if by_chance else 0,
        leaders=tuple(leaders(league, tables, ratings, {each.measure.id: each.lines for each in measures})),
        ratings=tuple(side_ratings(tables, ratings)),
        sides=tuple(balance_of_sides(tables)) if is_self_play(ratings) else (),
        better=_better(ratings),
        measures=measures,
        notable=tuple(notable(tables, ratings)),
        moments=tuple(Moments(*row) for row in tables.execute(MOMENTS).fetchall()),
        fit=None if is_self_play(ratings) else _fit(ratings, places),
    )


def _fit(ratings: Ratings, places: Sequence[tuple[int, str, int]]) -> FitOfRatings:
    return fit_of_ratings(ratings.goodness, {table: rules for table, rules, _ in places})


def _at_hand(league: League, places: Sequence[tuple[int, str, int]]) -> tuple[TableSheet, ...]:
    """Return the tables whose rulesets are known by id; a folder may name a file or module, but never runs it."""
    found = (
        replace(league.tables[table], rules=rules, seats=seats)
        for table, rules, seats in places
        if known(rules) and table < len(league.tables)
    )
    return tuple(filter(_deals, found))


def _deals(sheet: TableSheet) -> bool:
    """Return whether the table can be dealt: the folder may have been written by hand."""
    try:
        sheet.start(0)
    except ValueError:
        return False
    return True


def counted(folder: Path, tables: DuckDBPyConnection) -> tuple[int, int]:
    """Return how many games came to an end and how many failed. Raises LeagueError if none came to an end."""
    found = tables.execute("SELECT count(winner), count(*) - count(winner) FROM games").fetchone()
    assert found is not None
    played, failed = found
    if not played:
        why = f"all {failed} games failed" if failed else "no game has been played yet"
        raise LeagueError(f"{folder}: {why}: there is nothing to report (play with: duskfall arena run)")
    return int(played), int(failed)


def _measured(measure: Measure, readings: list[Reading], by_chance: Mapping[Key, float]) -> Measured:
    return Measured(measure, tuple(MeasuredLine(*each, by_chance.get((each.rules, each.group))) for each in readings))


def _better(ratings: Ratings) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    known = {row.player for row in ratings.rows if row.side == ALL and row.is_known}
    for (one, other), chance in ratings.better.items():
        if {one, other} <= known:
            found.setdefault(one, {})[other] = chance
    return found
