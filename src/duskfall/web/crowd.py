"""Who is connected: when there are too many of a kind, one gives way, so that strangers never keep anybody out.

A process has only so many files, 256 on some machines: whoever holds hundreds of connections open must not keep the
host, or those who sit at a table, out of theirs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Literal

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from duskfall.web.guard import has_key

AT_ONCE = 50  # how many more may be let in before one of them has given way
SILENT = 10.0  # seconds until a connection has asked for something

Client = tuple[str, int]
NOBODY: Client = ("", 0)  # who was gone before it could be asked who it is
Rank = Literal["strangers", "watchers", "seated"]
STRANGERS: Mapping[Rank, int] = {"strangers": 100}  # without the key: a table of twenty phones opens fewer


class Pool:
    """Connections of one rank, by address. If there are too many, the oldest of the address that has most goes."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._by_address: dict[str, dict[Client, asyncio.Transport]] = {}
        self._address: dict[Client, str] = {}

    def enter(self, who: Client, address: str, transport: asyncio.Transport) -> None:
        """One more."""
        self._by_address.setdefault(address, {})[who] = transport
        self._address[who] = address
        if len(self._address) > self.most:
            heaviest = max(self._by_address.values(), key=len)
            first, gone = next(iter(heaviest.items()))
            self.leave(first)
            gone.abort()

    def leave(self, who: Client) -> None:
        """One less, if it is here."""
        address = self._address.pop(who, None)
        if address is not None:
            del self._by_address[address][who]
            if not self._by_address[address]:
                del self._by_address[address]


class Crowd:
    """All connections: strangers first, until they have shown that they belong here."""

    def __init__(self, app: ASGIApp, key: str = "", most: Mapping[Rank, int] = STRANGERS) -> None:
        """Around an application; with a `key`, whoever brings it is no stranger. `most`: how many of which rank."""
        self.app, self.key = app, key
        self.pools = {rank: Pool(count) for rank, count in most.items()}
        self._transports: dict[Client, asyncio.Transport] = {}
        self._silent: dict[Client, asyncio.TimerHandle] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A request; whoever brings the key is no stranger any more."""
        if timer := self._silent.pop(scope.get("client") or NOBODY, None):
            timer.cancel()
        if scope["type"] == "http" and self.key and has_key(Headers(scope=scope), self.key):
            self.pools["strangers"].leave(scope["client"])
        await self.app(scope, receive, send)

    def came(self, who: Client, transport: asyncio.Transport) -> None:
        """Somebody has connected."""
        self._transports[who] = transport
        self._silent[who] = asyncio.get_running_loop().call_later(SILENT, transport.abort)
        self.pools["strangers"].enter(who, who[0], transport)

    def rise(self, who: Client, rank: Rank, address: str) -> None:
        """Somebody has shown that they are more than a stranger."""
        transport = self._transports.get(who)
        if transport:
            self._leave_pools(who)
            self.pools[rank].enter(who, address, transport)

    def left(self, who: Client) -> None:
        """Somebody has gone."""
        self._transports.pop(who, None)
        if timer := self._silent.pop(who, None):
            timer.cancel()
        self._leave_pools(who)

    def drop(self, who: Client) -> None:
        """Cut somebody off at once, whatever they have not read yet."""
        if transport := self._transports.get(who):
            transport.abort()

    def _leave_pools(self, who: Client) -> None:
        for pool in self.pools.values():
            pool.leave(who)

    def http(self) -> type[asyncio.Protocol]:
        """Uvicorn's own protocol, which tells this crowd who comes and goes."""
        crowd = self

        class Told(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
            def connection_made(self, transport: asyncio.Transport) -> None:
                super().connection_made(transport)
                crowd.came(self.client or NOBODY, transport)

            def connection_lost(self, error: Exception | None) -> None:
                crowd.left(self.client or NOBODY)
                super().connection_lost(error)

        return Told

    def socket(self) -> type[asyncio.Protocol]:
        """The same for sockets, into which connections turn; one that is dead is let go at once."""
        from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

        crowd = self

        class Told(WebSocketsSansIOProtocol):
            def connection_lost(self, error: Exception | None) -> None:
                crowd.left(self.client or NOBODY)
                super().connection_lost(error)

            def keepalive_timeout(self) -> None:
                self.transport.abort()  # nobody is there who would read a farewell

        return Told
