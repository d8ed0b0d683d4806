"""The index: which tables there are, and which games they have finished. All of it can be read off their folders."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from duskfall.room.lines import Played
from duskfall.table.kept.journal import private
from duskfall.wire.room import RoomState

LAYOUT = 2  # of the tables below: an index of another layout is made anew
MAKE = """
CREATE TABLE rooms (
    id TEXT PRIMARY KEY, code TEXT UNIQUE, state TEXT, rules TEXT, made REAL, changed REAL, open INTEGER, idle REAL
) WITHOUT ROWID;
CREATE TABLE games (
    room TEXT, number INTEGER, rules TEXT, winner TEXT, ended REAL, PRIMARY KEY (room, number)
) WITHOUT ROWID;
"""


class Listed(NamedTuple):
    """A table as the index has it."""

    id: str
    code: str
    state: RoomState
    rules: str


class Index:
    """A small database beside the folders; any thread may use it. It is no loss if it is lost."""

    def __init__(self, path: Path) -> None:
        self._lock = Lock()
        try:
            self._file = _opened(path)
        except sqlite3.DatabaseError:  # of another layout, or no database at all
            for each in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
                each.unlink(missing_ok=True)
            self._file = _opened(path)

    def put(self, room: Listed, games: Iterable[Played] = (), *, open: bool = True) -> None:
        """Note how a table stands, and the games that it has finished. `open`: a restart opens it again at once."""
        now = time.time()
        with self._lock, self._file:
            self._file.execute(
                "INSERT INTO rooms VALUES (?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT (id) DO UPDATE SET"
                " code = excluded.code, state = excluded.state, rules = excluded.rules, changed = excluded.changed,"
                " open = excluded.open, idle = 0",
                (*room, now, now, open),
            )
            self._file.executemany(
                "INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?)",
                [(room.id, each["number"], room.rules, each["winner"], now) for each in games],
            )

    def reserve(self, room: str, code: str) -> bool:
        """Keep a code for a table that is being made; False if another has it."""
        with self._lock, self._file:
            found = self._file.execute(
                "INSERT OR IGNORE INTO rooms VALUES (?, ?, 'lobby', '', ?, ?, 1, 0)", (room, code, *2 * (time.time(),))
            )
            return found.rowcount == 1

    def forget(self, ids: Iterable[str]) -> None:
        """These tables are no more."""
        with self._lock, self._file:
            self._file.executemany("DELETE FROM rooms WHERE id = ?", [(each,) for each in ids])

    def room_of(self, code: str) -> str:
        """The id of the table with this code; empty if there is none."""
        return next(iter(self._column("SELECT id FROM rooms WHERE code = ?", code)), "")

    def has(self, room: str) -> bool:
        """Whether there is such a table."""
        return bool(self._column("SELECT id FROM rooms WHERE id = ?", room))

    def ids(self) -> set[str]:
        """All tables."""
        return {*self._column("SELECT id FROM rooms")}

    def open_ids(self) -> list[str]:
        """The tables that were open when the server ended, or are played."""
        return self._column("SELECT id FROM rooms WHERE open OR state = 'playing' ORDER BY changed DESC")

    def grow_idle(self, seconds: float) -> None:
        """Count so many more seconds of a running server for every table that is not open."""
        with self._lock, self._file:
            self._file.execute("UPDATE rooms SET idle = idle + ? WHERE NOT open", (seconds,))

    def empty_for(self, seconds: float) -> list[str]:
        """Return the lobbies without people in which nothing was ever played and nothing has changed for so long.

        Only time in which a server was running counts: the date may jump, and a table must not be removed for that.
        """
        return self._column(
            "SELECT id FROM rooms WHERE state = 'lobby' AND NOT open AND idle > ?"
            " AND id NOT IN (SELECT room FROM games)",
            seconds,
        )

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._file.close()

    def _column(self, question: str, *values: object) -> list[str]:
        with self._lock, closing(self._file.execute(question, values)) as found:
            return [row[0] for row in found]


def _opened(path: Path) -> sqlite3.Connection:
    """The database, for its owner alone; raises DatabaseError if it is none of ours."""
    os.close(private(str(path), os.O_RDWR | os.O_CREAT))
    file = sqlite3.connect(path, check_same_thread=False)
    try:
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("PRAGMA synchronous = NORMAL")  # the folders are the truth: nothing here waits for the disk
        (layout,) = file.execute("PRAGMA user_version").fetchone()
        if layout not in {0, LAYOUT}:
            raise sqlite3.DatabaseError("another layout")
        if not layout:
            file.executescript(f"{MAKE} PRAGMA user_version = {LAYOUT};")
    except BaseException:
        file.close()
        raise
    return file
