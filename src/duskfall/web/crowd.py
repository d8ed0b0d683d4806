"""Connections without the key: when there are too many of them, the one that came first gives way.

Whoever holds hundreds of them open must not keep the host out: a process has only so many files, 256 on some machines.
"""

from __future__ import annotations

import asyncio

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from duskfall.web.guard import has_key

MOST = 100  # connections without the key: a table of twenty phones opens fewer
AT_ONCE = 50  # how many more may be let in before one of them has given way

Address = tuple[str, int]


class Crowd:
    """The connections that have not shown the key, the first one first."""

    def __init__(self, app: ASGIApp, key: str) -> None:
        self.app, self.key = app, key
        self._strangers: dict[Address, asyncio.Transport] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A request; whoever brings the key is no stranger any more."""
        if scope["type"] == "http" and has_key(Headers(scope=scope), self.key):
            self._strangers.pop(scope["client"], None)
        await self.app(scope, receive, send)

    def came(self, who: Address, transport: asyncio.Transport) -> None:
        """Somebody has connected."""
        self._strangers[who] = transport
        if len(self._strangers) > MOST:
            self._strangers.pop(next(iter(self._strangers))).abort()

    def left(self, who: Address) -> None:
        """Somebody has gone."""
        self._strangers.pop(who, None)

    def protocol(self) -> type[asyncio.Protocol]:
        """Uvicorn's own, which tells this crowd who comes and goes."""
        crowd = self

        class Told(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
            def connection_made(self, transport: asyncio.Transport) -> None:
                super().connection_made(transport)
                self.who = transport.get_extra_info("peername")
                crowd.came(self.who, transport)

            def connection_lost(self, error: Exception | None) -> None:
                crowd.left(self.who)
                super().connection_lost(error)

        return Told
