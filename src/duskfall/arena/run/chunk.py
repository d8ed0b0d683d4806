"""A chunk of a league: its games played, made into rows, and put into the folder in one step."""

from __future__ import annotations

import gzip
import json
import os
import secrets
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from errno import EIO
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from duskfall.arena.folder import CHUNK, RECORDS, chunk_games, chunk_path, read_league, write_synced
from duskfall.arena.league import League
from duskfall.arena.run.one import Played, play_bots
from duskfall.arena.schedule import Fixture, Schedule
from duskfall.arena.store.extra import duckdb
from duskfall.arena.store.parquet import write_tables
from duskfall.arena.store.rows import Rows
from duskfall.arena.store.tables import TABLES
from duskfall.table.kept.journal import sync_folder

if TYPE_CHECKING:
    from duskfall.table.models import Models

ERROR, COST = list(TABLES["games"]).index("error"), list(TABLES["calls"]).index("cost")
FASTEST = 1  # of gzip's levels


def play_chunk(folder: Path, number: int, models: Models | None = None) -> Path:
    """Play the games of a chunk, and put their rows into the folder of the league; a chunk that is there stays.

    `models` are those that all games of this run share; a game with models goes on where it was stopped.
    """
    path = chunk_path(folder, number)
    if not path.exists():
        begun, league = perf_counter(), read_league(folder)
        games = chunk_games(league, number)
        schedule = Schedule(league)
        played = [_play(folder, league, schedule[game], models) for game in games]
        write_chunk(path, games, played, perf_counter() - begun)
    return path


def _play(folder: Path, league: League, fixture: Fixture, models: Models | None) -> Played:
    if not league.has_models:
        return play_bots(league, fixture)
    from duskfall.arena.run.with_models import play_with_models

    return play_with_models(folder, league, fixture, models)


def write_chunk(path: Path, games: range, played: Sequence[Played], seconds: float) -> None:
    """Write the result of a chunk beside its place, on disk, then give it its name; the first to do so wins."""
    rows = {table: [row for each in played for row in each.rows.get(table, ())] for table in TABLES}
    with _beside(path) as into:
        _write_tables(into, rows)
        places = _write_records(into / RECORDS, played)
        files = {each.name: each.stat().st_size for each in sorted(into.iterdir())}
        about = {
            "games": [games.start, games.stop],
            "failed": sum(row[ERROR] is not None for row in rows["games"]),
            "cost": sum(cost for row in rows["calls"] if isinstance(cost := row[COST], float)),
            "seconds": seconds,
            "files": files,
            "records": places,
        }
        write_synced(into / CHUNK, json.dumps(about).encode())


def _write_tables(into: Path, rows: Rows) -> None:
    """The files of the tables; that a disk is full is DuckDB's own error, and becomes the usual one."""
    try:
        write_tables(into, {table: found for table, found in rows.items() if found})
    except duckdb().IOException as error:
        raise OSError(EIO, str(error).splitlines()[0], str(into)) from None


def _write_records(path: Path, played: Sequence[Played]) -> dict[int, list[int]]:
    """Put the records one after another; each can be unpacked by itself, from its place and size."""
    packed = {each.game: gzip.compress(each.record.encode(), FASTEST, mtime=0) for each in played if each.record}
    places, place = {}, 0
    for game, data in packed.items():
        places[game] = [place, len(data)]
        place += len(data)
    if packed:
        write_synced(path, b"".join(packed.values()))
    return places


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """A new folder, which takes its place when the block is left; if there is one already, this one goes."""
    into = path.with_name(f".{path.name}-{secrets.token_hex(4)}")
    into.mkdir()
    try:
        yield into
        sync_folder(into)
        try:
            os.rename(into, path)
        except OSError:
            if not path.exists():
                raise
        sync_folder(path.parent)
    finally:
        shutil.rmtree(into, ignore_errors=True)
