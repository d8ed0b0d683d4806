"""The server of tables: the files of the page, calls, and sockets."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from duskfall.host.service import Service
from duskfall.room import Refused
from duskfall.tell.tongue import speaking
from duskfall.web.app import OnlyOurs, Pages, asked, server_hello
from duskfall.web.crowd import Crowd
from duskfall.web.replies import HANDLERS, CannotRead, body, refusal, reply
from duskfall.web.site import File, site
from duskfall.web.tables.calls import Calls, TooOften
from duskfall.web.tables.frames import LARGEST, BadFrame, parsed
from duskfall.web.tables.hub import Hub
from duskfall.web.tables.limits import address_of
from duskfall.web.tables.sockets import Sockets
from duskfall.web.tables.table import language_of

OPEN = frozenset({"rules", "rulesets", "seat", "film"})  # calls that need nothing but what they bring
QUEUE = 8  # of those that wait for their turn: they are worked on one at a time, so that tables come first
log = logging.getLogger("duskfall.web")


class Answers:
    """What a server of tables answers by HTTP."""

    def __init__(self, calls: Calls) -> None:
        self.calls, self.service = calls, Service()
        self._one = ThreadPoolExecutor(1, "call")
        self._waiting = 0

    async def hello(self, request: Request) -> Response:
        """What this server is."""
        return reply(server_hello(known=False, tables=True))

    async def room(self, request: Request) -> Response:
        """One call about a table: {name, params, language}."""
        try:
            found = parsed(await body(request, LARGEST))
        except CannotRead as error:
            return refusal(error.status, str(error))
        except BadFrame:
            return refusal(400, "a call is JSON: {name, params, language}")
        params = found.get("params") or {}
        if not isinstance(params, dict):
            return refusal(400, "a call is JSON: {name, params, language}")
        with speaking(language_of(found)):
            try:
                return reply(await self.calls.answer(found.get("name"), params, address_of(request.scope)))
            except TooOften as error:
                return refusal(429, str(error))
            except Refused as error:
                return refusal(409, str(error))
            except OSError as error:
                return refusal(507, f"the table could not be kept: {error.strerror}")

    async def call(self, request: Request) -> Response:
        """A call of the service that is open to all; an evening has a server of its own."""
        try:
            name, params = await asked(request)
            self.calls.count(address_of(request.scope))
        except CannotRead as error:
            return refusal(error.status, str(error))
        except TooOften as error:
            return refusal(429, str(error))
        if name not in OPEN:
            return refusal(403, "this server keeps tables; for that, start `duskfall host`")
        if self._waiting >= QUEUE:
            return refusal(503, "the server is busy; try again in a moment")
        return reply(await self._in_turn(name, params))

    async def _in_turn(self, name: str, params: dict[str, Any]) -> object:
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._one, self.service.call, name, params)
        finally:
            self._waiting -= 1


def make_app(hub: Hub, names: Collection[str] = (), files: Mapping[str, File] | None = None, **most: int) -> Crowd:
    """The application around a hub, which it starts and closes.

    `names`: by which it may be called; `most`: how many connections of which rank there may be.
    """
    calls = Calls(hub)
    answers, pages = Answers(calls), Pages(site(sockets=True) if files is None else files, sockets=True)

    @asynccontextmanager
    async def alive(_: Starlette) -> AsyncIterator[None]:
        await hub.start()
        try:
            yield
        finally:
            await hub.close()

    app = Starlette(lifespan=alive, exception_handlers=HANDLERS)
    crowd = Crowd(OnlyOurs(app, names), **most)
    app.router.routes += [
        Route("/api/hello", answers.hello),
        Route("/api/call", answers.call, methods=["POST"]),
        Route("/api/room", answers.room, methods=["POST"]),
        WebSocketRoute("/api/socket", Sockets(calls, crowd).serve),
        Route("/{path:path}", pages.give),
    ]
    return crowd
