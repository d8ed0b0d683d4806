"""Small leagues written by hand, as tables that can be rated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import duckdb

from duskfall.arena.store.parquet import declared
from duskfall.arena.store.tables import TABLES

TEAMS = {"t": ("town", "good"), "m": ("mafia", "evil"), "w": ("wolf", "evil"), "n": ("neutral", "alone")}


class Played(NamedTuple):
    """A game: who won (None: it failed), a player and the letter of its team for each seat, its deal and table."""

    winner: str | None
    seats: str  # "a:t b:t c:m"
    deal: int = 0
    table: int = 0


def tables(games: Iterable[Played], order: Sequence[int] = ()) -> duckdb.DuckDBPyConnection:
    """These games as the tables of a league; the rows can be in any order."""
    rows = list(enumerate(games))
    rows = [rows[n] for n in order] or rows
    found = duckdb.connect()
    for table, columns in TABLES.items():
        found.execute(f"CREATE TABLE {table} ({declared(columns)})")
    games = [
        {"game": number, "block": game.deal, "table": game.table, "seed": game.deal, "winner": game.winner}
        for number, game in rows
    ]
    _fill(found, "games", games)
    _fill(found, "seats", [seat for number, game in rows for seat in _seats(number, game)])
    return found


def _seats(number: int, game: Played) -> Iterable[dict[str, object]]:
    for seat, (player, letter) in enumerate((each.split(":") for each in game.seats.split()), 1):
        team, side = TEAMS[letter]
        won = None if game.winner is None else team == game.winner
        yield {"game": number, "seat": seat, "player": player, "team": team, "side": side, "won": won}


def _fill(found: duckdb.DuckDBPyConnection, table: str, rows: Sequence[dict[str, object]]) -> None:
    with found.appender(table) as appender:
        appender.append_rows([tuple(row.get(column) for column in TABLES[table]) for row in rows])
