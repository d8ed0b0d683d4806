"""The socket of a page: it says who it is, does things, and is sent what is new to it."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial
from typing import Any, cast

from starlette.websockets import WebSocket, WebSocketDisconnect

from duskfall.room.people.who import Who
from duskfall.room.refused import Refused
from duskfall.tell.tongue import speaking
from duskfall.web.crowd import NOBODY, Crowd, Rank
from duskfall.web.tables.frames import BadFrame, parsed, written
from duskfall.web.tables.hub import Hub
from duskfall.web.tables.limits import Allowance, address_of
from duskfall.web.tables.page import BROKEN, POLICY, Page
from duskfall.web.tables.table import PutAway, Table, language_of, where
from duskfall.wire.room import RoomHello

FAREWELL = 5.0  # seconds in which a page may read why it is sent away
log = logging.getLogger("duskfall.web")


class Sockets:
    """Lets pages in by `/api/socket`; whatever one of them sends, no other notices."""

    def __init__(self, hub: Hub, crowd: Crowd) -> None:
        self.hub, self.crowd, self.limits = hub, crowd, hub.limits

    async def serve(self, socket: WebSocket) -> None:
        """A page from its first frame to its last."""
        await socket.accept()
        page = Page(socket, self.limits, partial(self.crowd.drop, socket.scope.get("client") or NOBODY))
        writing = asyncio.create_task(page.write())
        try:
            await self._visit(socket, page)
        except (WebSocketDisconnect, BadFrame, TimeoutError):
            page.close(POLICY)
        except Exception as error:  # a mistake of ours ends this connection, and no other
            log.error("a page was cut off: %s", where(error))
            page.close(BROKEN)
        try:
            await asyncio.wait_for(writing, FAREWELL)
        except TimeoutError:
            page.drop()

    async def _visit(self, socket: WebSocket, page: Page) -> None:
        async with asyncio.timeout(self.limits.hello):
            hello = await _frame(socket)
        with speaking(language_of(hello)):
            try:
                table = await self._enter(socket, page, cast(RoomHello, hello))
            except Refused as error:
                page.send(written({"gone": str(error)}))
                return page.close(POLICY)
        try:
            await self._read(socket, page, table)
        finally:
            with suppress(PutAway):
                await table.turn(partial(table.leave, page))

    async def _enter(self, socket: WebSocket, page: Page, hello: RoomHello) -> Table:
        """Let a page in, and make it known to the crowd as more than a stranger; raises Refused."""

        def enter(table: Table) -> tuple[Table, Who]:
            return table, table.enter(page, hello, language_of(hello), self.limits.alike)

        table, who = await self.hub.turn(hello.get("room"), enter)
        rank: Rank = "seated" if who.key or who.creator else "watchers"
        address = address_of(socket.scope, self.limits.behind_proxy)
        self.crowd.rise(socket.scope.get("client") or NOBODY, rank, address)
        return table

    async def _read(self, socket: WebSocket, page: Page, table: Table) -> None:
        allowance = Allowance(self.limits.frames, self.hub.now)
        while True:
            frame = await _frame(socket)
            if not allowance.take():
                raise BadFrame
            await table.turn(partial(table.do, page, frame))


async def _frame(socket: WebSocket) -> dict[str, Any]:
    """The next frame; raises BadFrame, and WebSocketDisconnect."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    return parsed(message.get("text") or b"")
