"""The socket of a seat: comes back by itself until it is sent away, and keeps what was sent."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Literal

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from duskfall.mcp.address import Address
from duskfall.mcp.seen import Seen
from duskfall.players.llm.model import is_local
from duskfall.wire.room import RoomHello, RoomNews

FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0  # seconds before the next try
MOST = 1 << 22  # bytes of a frame: a whole game at once
REPLY = 10.0  # seconds for the server to say something to what was sent


class Unreachable(Exception):
    """Why the table does not answer, and what to do, in one line."""


class Link:
    """A seat's connection; `seen` is what it brought."""

    def __init__(self, address: Address, language: str) -> None:
        self.seen = Seen()
        self._address, self._language = address, language
        self._socket: ClientConnection | None = None
        self._changed = asyncio.Condition()
        self._sending = asyncio.Lock()
        self._refused, self._why = "", ""

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Link]:
        """Stay connected for as long as this is open."""
        staying = asyncio.create_task(self._stay())
        try:
            yield self
        finally:
            staying.cancel()
            with suppress(asyncio.CancelledError):
                await staying

    async def until(self, true: Callable[[], object], seconds: float) -> bool:
        """Wait until this is so, or the seat is sent away; whether it came to that in time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds), self._changed:
                await self._changed.wait_for(lambda: true() or self.seen.gone)
        return bool(true())

    async def ready(self) -> Seen:
        """What the seat has, as soon as it has anything and its line is open."""
        await self.until(lambda: self._socket and self.seen.board, REPLY)
        if self.seen.gone:
            raise Unreachable(self.seen.gone)
        if self._socket is None or self.seen.board is None:
            told = f" ({self._why})" if self._why else ""
            raise Unreachable(
                f"The table at {self._address.origin} does not answer{told}: is `duskfall serve` running there? "
                "I keep trying; call `wait`."
            )
        return self.seen

    async def send(self, deed: dict[str, Any], done: Callable[[], object]) -> str:
        """Do something at the table; the line with which it was refused, or nothing."""
        async with self._sending:
            await self.ready()
            self._refused = ""
            assert self._socket
            with suppress(WebSocketException):  # then it is not done, and that is seen below
                await self._socket.send(json.dumps(deed, ensure_ascii=False))
            if not await self.until(lambda: self._refused or done(), REPLY):
                raise Unreachable("The table has not taken that yet: call `look` to see whether it is still asked.")
            return self._refused

    async def _stay(self) -> None:
        pause = FIRST_PAUSE
        while not self.seen.gone:
            try:
                origin: Any = self._address.origin
                proxy: Literal[True] | None = True
                if is_local(self._address.page):  # a proxy would read the seat's secret
                    proxy = None
                async with connect(
                    self._address.socket, origin=origin, max_size=MOST, open_timeout=REPLY, proxy=proxy
                ) as socket:
                    await socket.send(json.dumps(self._hello()))
                    async for frame in socket:
                        self._socket, self._why, pause = socket, "", FIRST_PAUSE
                        await self._take(json.loads(frame))
            except (OSError, WebSocketException, ValueError) as error:
                self._why = _reason(error)
            self._socket = None
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _hello(self) -> RoomHello:
        address = self._address
        hello: RoomHello = {"room": address.room, "secret": address.secret, "watch": "seat", "language": self._language}
        return {**hello, **self.seen.have()}

    async def _take(self, news: RoomNews) -> None:
        async with self._changed:
            self.seen.take(news, time.monotonic())
            self._refused = news.get("refused", self._refused)
            self._changed.notify_all()


def _reason(error: Exception) -> str:
    """What went wrong, in words that hold nothing of what was sent."""
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, OSError):
        return os.strerror(error.errno) if error.errno else "no connection"
    if isinstance(error, InvalidHandshake):
        return "it is no such server"
    return "the connection broke"
