"""One page that is connected: what waits to be sent to it, and when it is too slow."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from duskfall.web.tables.limits import Limits

ALIVE = "{}"  # news without anything new: a page that hears nothing for long knows that it is cut off
POLICY, BROKEN, TOO_SLOW = 1008, 1011, 1013  # why a socket is closed (RFC 6455, and IANA's list)


class Page:
    """The sending side of a socket. Nobody ever waits for a slow reader: it is dropped, and catches up anew."""

    def __init__(self, socket: WebSocket, limits: Limits, abort: Callable[[], None]) -> None:
        self._socket, self._limits, self._abort = socket, limits, abort
        self._frames: deque[str] = deque()
        self._waiting = 0
        self._more = asyncio.Event()
        self._end = 0

    def send(self, text: str) -> None:
        """Put a frame in line."""
        if self._end:
            return
        if self._frames and (
            len(self._frames) >= self._limits.queue or self._waiting + len(text) > self._limits.waiting
        ):
            self.drop()
            return
        self._frames.append(text)
        self._waiting += len(text)
        self._more.set()

    def close(self, code: int) -> None:
        """Send what is in line, and no more."""
        self._end = self._end or code
        self._more.set()

    def drop(self) -> None:
        """Let go of it at once, whatever is in line."""
        self._frames.clear()
        self.close(TOO_SLOW)
        self._abort()

    async def write(self) -> None:
        """Send what is put in line until it is closed, from either side."""
        with suppress(WebSocketDisconnect, RuntimeError):  # RuntimeError: it was closed meanwhile
            while self._frames or not self._end:
                await self._wait()
                while self._frames:
                    text = self._frames.popleft()
                    self._waiting -= len(text)
                    await self._socket.send_text(text)
            await self._socket.close(self._end)

    async def _wait(self) -> None:
        """Wait until there is something to send; a sign of life is something, too."""
        try:
            async with asyncio.timeout(self._limits.beat):
                await self._more.wait()
        except TimeoutError:
            self.beat()
        self._more.clear()

    def beat(self) -> None:
        """Send a sign of life: the same bytes to every page, whatever is going on in the game."""
        self.send(ALIVE)
