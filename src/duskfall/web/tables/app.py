"""The server of tables: the files of the page, calls, and sockets."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from duskfall.room.refused import Refused
from duskfall.tell.tongue import speaking
from duskfall.web.app import OnlyOurs, Pages, server_hello
from duskfall.web.crowd import Crowd, Rank
from duskfall.web.replies import HANDLERS, CannotRead, body, refusal, reply
from duskfall.web.site import File, site
from duskfall.web.tables.calls import Calls, TooOften
from duskfall.web.tables.frames import LARGEST, BadFrame, parsed
from duskfall.web.tables.hub import Hub
from duskfall.web.tables.limits import address_of
from duskfall.web.tables.open_calls import OpenCalls
from duskfall.web.tables.sockets import Sockets
from duskfall.web.tables.table import language_of, tell_operator, where

log = logging.getLogger("duskfall.web")


class Answers:
    """What a server of tables answers by HTTP."""

    def __init__(self, calls: Calls) -> None:
        self.calls, self.open_calls = calls, OpenCalls(calls)

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
            found = {}
        params = found.get("params") or {}
        if "name" not in found or not isinstance(params, dict):
            return refusal(400, "a call is JSON: {name, params, language}")
        with speaking(language_of(found)):
            try:
                address = address_of(request.scope, self.calls.hub.limits.behind_proxy)
                return reply(await self.calls.answer(found["name"], params, address))
            except TooOften as error:
                return refusal(429, str(error))
            except Refused as error:
                tell_operator(error)
                return refusal(409, str(error))
            except (OSError, sqlite3.Error) as error:
                return refusal(507, f"the table could not be kept: {getattr(error, 'strerror', None) or error}")

    async def call(self, request: Request) -> Response:
        """A call that needs nothing but what it brings: {name, params}."""
        try:
            return await self.open_calls.answer(request)
        except CannotRead as error:
            return refusal(error.status, str(error))


def make_app(
    hub: Hub, most: Mapping[Rank, int], names: Collection[str] = (), files: Mapping[str, File] | None = None
) -> Crowd:
    """The application around a hub, which it starts and closes.

    `most`: how many connections of which rank there may be; `names`: by which the server may be called.
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

    app = Starlette(lifespan=alive, exception_handlers=HANDLERS | {Exception: _mistake})
    crowd = Crowd(OnlyOurs(app, names), most=most)
    app.router.routes += [
        Route("/api/hello", answers.hello),
        Route("/api/call", answers.call, methods=["POST"]),
        Route("/api/room", answers.room, methods=["POST"]),
        WebSocketRoute("/api/socket", Sockets(hub, crowd).serve),
        Route("/{path:path}", pages.give),
    ]
    return crowd


async def _mistake(request: Request, error: Exception) -> Response:
    """A mistake of ours: where it was made is told in the terminal, and nothing of what was sent."""
    log.error("a call failed: %s", where(error))
    return refusal(500, f"the server has made a mistake: {type(error).__name__}")
