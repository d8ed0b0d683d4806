"""A chunk of a league: its games are played, converted to rows, and put into the folder in one step."""

from __future__ import annotations

import gzip
import json
import os
import secrets
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from duskfall.arena.folder import CHUNK, RECORDS, chunk_games, chunk_path, read_league, write_synced
from duskfall.arena.league import League
from duskfall.arena.run.one import Played, play_bots
from duskfall.arena.schedule import Fixture, Schedule
from duskfall.arena.store.parquet import write_tables
from duskfall.arena.store.tables import TABLES
from duskfall.table.kept.journal import sync_folder

if TYPE_CHECKING:
    from duskfall.table.models import Models

ERROR, COST = list(TABLES["games"]).index("error"), list(TABLES["calls"]).index("cost")
FASTEST = 1  # gzip level


def play_chunk(folder: Path, number: int, models: Models | None = None) -> Path:
    """Play the games of a chunk and put their rows into the league's folder; an existing chunk is left as it is.

    `models` are shared by all games of this run. A game with models continues where it was stopped.
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
    """Write the result of a chunk to disk under a temporary name, then rename it; the first process to do so wins."""
    rows = {table: [row for each in played for row in each.rows.get(table, ())] for table in TABLES}
    with _beside(path) as into:
        write_tables(into, {table: found for table, found in rows.items() if found})
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


def _write_records(path: Path, played: Sequence[Played]) -> dict[int, list[int]]:
    """Write the records one after another, and return each one's position and size; each can be unpacked by itself."""
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
    """Yield a temporary folder that is renamed to `path` at the end, or deleted if `path` exists by then."""
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
