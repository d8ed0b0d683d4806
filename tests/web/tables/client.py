"""A page without a browser: calls by HTTP, and a socket that keeps what it was told."""

from __future__ import annotations

import asyncio
import json
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.error import HTTPError

from websockets.asyncio.client import ClientConnection, connect

from duskfall.testing import serving as servings
from tests.patience import PATIENCE

T = TypeVar("T")
QUICK = {  # a small table at which nothing takes time
    "rules": "werewolf",
    "pace": "instant",
    "clocks": {"speech": 600, "choice": 600, "secret": 300, "word": 300},
}


def serving(data: Path, **settings: Any) -> AbstractAsyncContextManager[str]:
    """A server without the files of the page, which take a second to read."""
    return servings.serving(data, **{"files": {}} | settings)


def in_loop(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """A test that is a coroutine; one that hangs is given up."""

    def run(**fixtures: Any) -> None:
        asyncio.run(asyncio.wait_for(test(**fixtures), 3 * PATIENCE))  # several servers may have to start

    run.__name__, run.__doc__, run.__wrapped__ = test.__name__, test.__doc__, test  # type: ignore[attr-defined]
    return run


async def call(address: str, name: str, /, language: str = "en", **params: Any) -> Any:
    """The answer to a call about a table."""
    return (await called(address, name, language, **params))[1]


async def called(address: str, name: str, /, language: str = "en", **params: Any) -> tuple[int, Any]:
    """The same, with its status."""
    body = json.dumps({"name": name, "params": params, "language": language}).encode()
    return await post(address, "/api/room", body)


async def post(address: str, path: str, body: bytes, **headers: str) -> tuple[int, Any]:
    """Whatever a server answers to this."""
    status, _, answer = await answered(address, path, body, **headers)
    return status, json.loads(answer)


async def answered(address: str, path: str, body: bytes, **headers: str) -> tuple[int, list[tuple[str, str]], bytes]:
    """Return the status, the headers and the body of the answer to a POST."""

    def ask() -> tuple[int, list[tuple[str, str]], bytes]:
        request = urllib.request.Request(address + path, body, {k.replace("_", "-"): v for k, v in headers.items()})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as found:
                return found.status, found.getheaders(), found.read()
        except HTTPError as error:
            return error.code, list(error.headers.items()), error.read()

    return await asyncio.to_thread(ask)


def socket_of(address: str) -> str:
    """Where the socket of a server is."""
    return address.replace("http://", "ws://") + "/api/socket"


class Page:
    """What a page knows, as it puts its news together."""

    def __init__(self, socket: ClientConnection, hello: dict[str, Any]) -> None:
        self.socket, self.hello = socket, hello
        self.frames: list[dict[str, Any]] = []
        self.game, self.events, self.chat = 0, list[Any](), list[Any]()
        self.board: dict[str, Any] = {}
        self.now: dict[str, Any] = {}

    async def do(self, deed: str, **more: Any) -> None:
        """Do something."""
        await self.socket.send(json.dumps({"do": deed, **more}))

    async def look(self) -> dict[str, Any]:
        """The next frame, taken in."""
        news: dict[str, Any] = json.loads(await self.socket.recv())
        self.frames.append(news)
        if news.get("game", self.game) != self.game:
            self.game, self.events = news["game"], []
        if "events" in news:
            self.events[news["since"] :] = news["events"]
        if "chat" in news:
            self.chat[news["chat_since"] :] = news["chat"]
        self.board, self.now = news.get("board", self.board), news.get("now", self.now)
        return news

    async def until(self, true: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Look until a frame is like this."""
        while not true(news := await self.look()):
            pass
        return news

    def have(self) -> dict[str, Any]:
        """The hello of a page that comes back."""
        return self.hello | {"game": self.game, "have": len(self.events), "chat": len(self.chat)}


@asynccontextmanager
async def page(address: str, **hello: Any) -> AsyncIterator[Page]:
    """A page that has said who it is."""
    async with connect(socket_of(address)) as socket:
        await socket.send(json.dumps({"language": "en", **hello}))
        yield Page(socket, hello)
