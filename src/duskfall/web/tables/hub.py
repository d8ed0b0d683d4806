"""All tables of a server: found by id and code, opened when they are wanted, put away when nobody is there."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import shutil
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from io import FileIO
from pathlib import Path
from typing import Any, TypeVar

from duskfall.room.made.wish import FILLS
from duskfall.room.people.secret import new_code, new_id
from duskfall.room.refused import Refused
from duskfall.room.room import Room
from duskfall.table.kept.journal import Busy, lock, private
from duskfall.tell.tongue import say
from duskfall.web.tables.index import Index, Listed
from duskfall.web.tables.limits import Limits
from duskfall.web.tables.table import PutAway, Table, where
from duskfall.wire.room import RoomMade

T = TypeVar("T")
WORKERS = 16  # threads: a turn waits for the disk most of its time, and now and then for a model
QUIET = 600.0  # seconds without anybody after which a table that is not played is closed
EMPTY = 7 * 24 * 3600.0  # seconds of a running server without anybody: then a lobby where nothing was played is removed
SWEEP = 60.0  # seconds between two looks at all tables
log = logging.getLogger("duskfall.web")


class Taken(Exception):
    """Another process keeps its tables in this folder."""


class NoTable(Refused):
    """There is no table by this id or code."""


class Hub:
    """The tables of one folder. All of it runs on one loop; what waits for the disk, in threads."""

    def __init__(
        self,
        data: Path,
        limits: Limits | None = None,
        now: Callable[[], float] = time.monotonic,
        fills: Sequence[str] = FILLS,
        **making: Any,
    ) -> None:
        """Take hold of the folder; raises Taken, or OSError.

        `fills`: who may take empty chairs; `making` goes to every room: its seeds, for one.
        """
        self.limits, self.now, self.fills = limits or Limits(), now, fills
        self._making = {"now": now, "fills": fills, **making}
        self._rooms = data / "rooms"
        for each in (data, self._rooms):
            each.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._held = FileIO(data / "lock", "ab", opener=private)
        try:
            lock(self._held, data)
        except Busy:
            self._held.close()
            raise Taken from None
        self._index = Index(data / "index.sqlite")
        self._work = ThreadPoolExecutor(WORKERS, "table")
        self._aside = ThreadPoolExecutor(1, "aside")  # what takes a while, one after another: no table waits for it
        self._tables: dict[str, asyncio.Task[Table]] = {}
        self._noted: dict[str, tuple[object, ...]] = {}
        self._swept = now()
        self._caretaker: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Open what was open when the last server ended, however it did; and look after all from now on."""
        self._caretaker = asyncio.create_task(self._look_after())

    async def close(self) -> None:
        """Let go of all; whatever was played goes on with the next server."""
        if self._caretaker:
            self._caretaker.cancel()
        for task in list(self._tables.values()):
            with suppress(Refused, OSError):
                await (await task).close()
        self._aside.shutdown(wait=False, cancel_futures=True)
        self._work.shutdown()
        self._index.close()
        self._held.close()

    async def thread(self, what: Callable[..., T], *args: Any) -> T:
        """Do something that waits for the disk, in the language of whoever asks."""
        here = contextvars.copy_context()
        return await asyncio.get_running_loop().run_in_executor(self._work, partial(here.run, what, *args))

    # -- tables ------------------------------------------------------------------------------------------------

    async def make(self, wish: Any) -> RoomMade:
        """A new table; raises Refused."""
        if len(self._tables) >= self.limits.tables:
            raise Refused(say("This server has no place for another table now; try again later."))
        room, made = await self.thread(self._make, wish)
        self._tables[room.id] = asyncio.create_task(self._run(room))
        await self._tables[room.id]
        return made

    async def turn(self, room: object, deed: Callable[[Table], T]) -> T:
        """Do something at a table, in the language of whoever asks; raises NoTable, and what the deed raises."""
        here = contextvars.copy_context()
        while True:
            table = await self._table(room)
            with suppress(PutAway):
                return await table.turn(partial(here.run, deed, table))

    async def room_of(self, code: object) -> str:
        """The id of the table with this code; raises NoTable."""
        found = await self.thread(self._index.room_of, code.strip().upper()) if isinstance(code, str) else ""
        if not found:
            raise NoTable(say("There is no table with this code."))
        return found

    async def _table(self, room: object) -> Table:
        """The table with this id, opened if it was not."""
        if not isinstance(room, str) or not (room in self._tables or await self.thread(self._index.has, room)):
            raise NoTable(say("There is no such table."))
        return await self._opened(room)

    async def _opened(self, room: str) -> Table:
        """The table in this folder; whoever else opens it meanwhile waits for the same."""
        if room not in self._tables:
            self._tables[room] = asyncio.create_task(self._open(room))
        task = self._tables[room]
        try:
            return await asyncio.shield(task)
        except Exception:
            if self._tables.get(room) is task:
                del self._tables[room]
            raise

    # -- rooms and their folders -------------------------------------------------------------------------------

    def _make(self, wish: Any) -> tuple[Room, RoomMade]:
        id = new_id()
        code = next(code for code in iter(new_code, "") if self._index.reserve(id, code))
        folder = self._rooms / id
        try:
            return Room.new(folder, wish, code=code, **self._making)
        except BaseException:
            self._index.forget([id])
            shutil.rmtree(folder, ignore_errors=True)
            raise

    async def _open(self, id: str) -> Table:
        try:
            room = await self.thread(partial(Room.open, self._rooms / id, **self._making))
        except OSError:  # it may be there another time
            raise
        except Exception as error:  # whatever stands in those files
            log.error("table %s cannot be opened: %s", id, where(error))
            raise NoTable(say("This table cannot be opened: its files are damaged.")) from None
        return await self._run(room)

    async def _run(self, room: Room) -> Table:
        table = Table(room, self._work, self._aside, self.now, self._note)
        await table.go_on()
        return table

    def _note(self, table: Table, open: bool) -> None:
        """Tell the index how a table stands, if that has changed."""
        room = table.room
        rules = room.wish.rules
        now = (open, room.state, rules, len(room.games))
        if self._noted.get(room.id) != now:
            with suppress(sqlite3.Error):  # the folders are the truth
                self._index.put(Listed(room.id, room.code, room.state, rules), room.games, open=open)
                self._noted[room.id] = now
        if not open:
            self._noted.pop(room.id, None)

    # -- the caretaker -----------------------------------------------------------------------------------------

    async def _look_after(self) -> None:
        for id in await self.thread(self._unfinished):
            with suppress(Refused, OSError):
                await self._opened(id)
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self.sweep()
            except (OSError, sqlite3.Error) as error:  # the disk is full, for one; there will be another time
                log.error("tables could not be put away: %s", where(error))

    async def sweep(self) -> None:
        """Close the tables at which nothing happens, and remove the lobbies to which nobody ever came."""
        for id, task in list(self._tables.items()):
            if task.done() and not task.exception() and await task.result().close(QUIET):
                del self._tables[id]
        await self.thread(self._remove_empty)

    def _unfinished(self) -> list[str]:
        """What has to be opened at the start; the index is made to fit the folders first."""
        there = {path.name for path in self._rooms.iterdir() if path.is_dir()}
        known = self._index.ids()
        self._index.forget(known - there)
        return [*self._index.open_ids(), *sorted(there - known)]

    def _remove_empty(self) -> None:
        now = self.now()
        self._index.grow_idle(max(0.0, now - self._swept))
        self._swept = now
        gone = self._index.empty_for(EMPTY)
        self._index.forget(gone)
        for id in gone:
            shutil.rmtree(self._rooms / id, ignore_errors=True)
