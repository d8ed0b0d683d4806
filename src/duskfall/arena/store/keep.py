"""Access to the stored records of games: the file that holds a record, and its contents."""

from __future__ import annotations

import gzip
import json
import zlib
from functools import lru_cache
from pathlib import Path

from duskfall.arena.folder import CHUNK, RECORDS, chunk_of, chunk_path, game_path, read_league
from duskfall.arena.league import League
from duskfall.arena.store.query import DAMAGED, StoreError


def record_lines(folder: Path, game: int) -> list[str]:
    """Return the lines of a stored game's record, from its journal or its chunk. Raises StoreError, LeagueError."""
    try:
        return kept(folder, read_league(folder), game).decode().split("\n")[:-1]
    except UnicodeDecodeError:
        raise StoreError(f"{folder}: the record of game {game}: {DAMAGED}") from None


def kept(folder: Path, league: League, game: int) -> bytes:
    """Return the record of a game of this league. Raises StoreError."""
    path = record_path(folder, league, game)
    if path.is_symlink():
        raise StoreError(f"{path}: a link, not a record")
    try:
        if path.name != RECORDS:
            return path.read_bytes()
        places = _places(path.parent)
        if str(game) not in places:
            why = "it failed, or is not there" if league.records else "the league keeps no records"
            raise StoreError(f"{folder}: there is no record of game {game}: {why}")
        start, size = places[str(game)]
        with path.open("rb") as file:
            file.seek(start)
            return gzip.decompress(file.read(size))
    except StoreError:
        raise
    except (FileNotFoundError, EOFError, zlib.error, gzip.BadGzipFile, TypeError, ValueError):
        raise StoreError(f"{path}: {DAMAGED}") from None
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from None


def record_path(folder: Path, league: League, game: int) -> Path:
    """Return the file with a played game's record: its own journal, or that of its whole chunk. Raises StoreError."""
    chunk = chunk_path(folder, chunk_of(league, max(game, 0)))
    if not chunk.is_dir():
        raise StoreError(f"{folder}: game {game} is not there: it was not played to its end yet, or there is none")
    journal = game_path(folder, game)
    return journal if journal.exists() else chunk / RECORDS


@lru_cache(maxsize=4)  # a finished chunk never changes
def _places(chunk: Path) -> dict[str, tuple[int, int]]:
    """Return the position and the size of each record in a chunk's file, by game."""
    try:
        found: dict[str, tuple[int, int]] = json.loads((chunk / CHUNK).read_bytes())["records"]
        return dict(found)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise StoreError(f"{chunk / CHUNK}: {DAMAGED}") from None
