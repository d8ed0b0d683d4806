"""What both wires share: a call by a provider's package, streamed, with every way to fail turned into Failed."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from typing import Any, Protocol

import httpx2

from duskfall.players.llm.calls import TIMEOUT, TRANSPORT, TRUNCATED, Failed, Hear, Reply, Request, Usage
from duskfall.players.llm.model import Model
from duskfall.players.llm.wires.draft import Draft, at
from duskfall.players.llm.wires.faults import ASKED_WRONG, BROKEN, complaint, refused
from duskfall.players.llm.wires.habits import Habits, Part, body, wanted

STRICTLY = "--strict-settings"
WEB_PAGE = "the server sent a web page, no answer: is the address right, as in http://HOST:PORT/v1?"
MOST_BYTES = 16 << 20  # of one response, whatever is in it
PLAIN = "identity"  # how a response has to be encoded, so that its bytes can be counted
IDLE = 4.0  # seconds after which a connection is not used again: most servers hang up after five
UNSENT = ("ConnectError", "UnsupportedProtocol")  # errors of requests that never went out
PATIENCE = httpx2.Timeout(None, connect=15.0)
"""Only for connecting: how long an answer may take is up to whoever waits for it."""


class Stream(Protocol):
    """A response whose events come one by one, as the packages read it."""

    response: httpx2.Response

    def __aiter__(self) -> AsyncIterator[object]: ...

    async def close(self) -> None: ...


class SdkWire(ABC):
    """A wire by a provider's package."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._habits = Habits()

    @abstractmethod
    def fixed(self, request: Request) -> dict[str, Any]:
        """What every request has."""

    @abstractmethod
    def parts(self, request: Request) -> Iterator[Part]:
        """What it has if the model takes it."""

    @abstractmethod
    async def open(self, content: dict[str, Any]) -> Stream:
        """Send it, and begin to read."""

    @abstractmethod
    def take(self, event: Any, draft: Draft) -> None:
        """One event more of an answer; or all of it, from a server that does not stream."""

    @abstractmethod
    async def close(self) -> None:
        """Give the connections back."""

    async def send(self, request: Request, hear: Hear | None = None) -> Reply:
        """The answer to a request; raises Failed and nothing else."""
        while True:
            sent = list(self.parts(request))
            left_out = tuple(name for name in wanted(request) if name not in {part.setting for part in sent})
            if request.strict and left_out:
                raise _untaken(request.model, left_out)
            draft = Draft(hear)
            try:
                await self._read(body(self.fixed(request), sent), draft)
                return replace(draft.reply(), left_out=left_out)
            except Failed:
                raise
            except Exception as error:
                if not self._bends(error, request.model, sent):
                    raise self._failed(error, request.model, draft) from None

    async def _read(self, content: dict[str, Any], draft: Draft) -> None:
        stream = await self.open(content)
        try:
            kind = stream.response.headers.get("content-type", "")
            if "html" in kind:
                raise draft.failed(TRANSPORT, WEB_PAGE)
            if "json" in kind:
                self._take_whole(json.loads(await stream.response.aread()), draft)
            else:
                async for event in stream:
                    self.take(event, draft)
        finally:  # also when whoever asked no longer waits: a server goes on writing until it is hung up on
            await stream.close()

    def _take_whole(self, answer: Any, draft: Draft) -> None:
        """An answer in one piece; some servers send an error so, under a status that says that all is well."""
        if at(answer, "error"):
            raise ErrorBody(answer)
        self.take(answer, draft)

    def _bends(self, error: Exception, model: Model, sent: list[Part]) -> bool:
        """Whether the server only refuses a part that can be left out."""
        status, said = _status(error), complaint(getattr(error, "body", None))
        if status == BROKEN:  # llama.cpp breaks over a role that its template lacks
            sent = [part for part in sent if part.field == "messages"]
        return status in (*ASKED_WRONG, BROKEN) and self._habits.learn(model.name, sent, said)

    def _failed(self, error: Exception, model: Model, draft: Draft) -> Failed:
        """What went wrong, in our own words: those of an exception may hold what was sent, the key included."""
        if isinstance(error, TooMuch):
            return draft.failed(TRUNCATED, f"the server sent more than {MOST_BYTES} bytes")
        if status := _status(error):
            failed = refused(status, getattr(error, "body", None), _headers(error), model, self._key)
        elif _is(error, "APITimeoutError", "TimeoutException"):
            failed = Failed(TIMEOUT, f"{model.base} did not answer in time")
        elif _is(error, *UNSENT):
            failed = Failed(TRANSPORT, f"{model.base} cannot be reached")
        else:
            failed = Failed(TRANSPORT, f"the answer could not be read ({type(error.__cause__ or error).__name__})")
        nothing = Usage() if status or _is(error, *UNSENT) else None  # a refused request costs nothing
        failed.text, failed.usage = draft.text, nothing if not draft.text and draft.usage is None else draft.usage
        return failed


def _untaken(model: Model, left_out: tuple[str, ...]) -> Failed:
    """Who wants all settings in effect or none at all is told which cannot be had."""
    why = f"the server does not take {', '.join(left_out)}: leave it out of the settings, or leave out {STRICTLY}"
    return Failed(TRANSPORT, why, final=True, usage=Usage())


def _is(error: Exception, *names: str) -> bool:
    """Whether it, or what caused it, is of one of these classes, which every package defines anew."""
    kinds = (*type(error).__mro__, *type(error.__cause__).__mro__)
    return any(kind.__name__ in names for kind in kinds)


def _status(error: Exception) -> int:
    """The status that a server refused with, in front of an answer or in the middle of one; 0: it did not refuse."""
    status = getattr(error, "status_code", 0)
    told = getattr(error, "body", None)
    if status >= 300 or told is None:
        return int(status)
    code = at(told, "code") or at(told, "error", "code")
    return int(code) if str(code).isdigit() and 400 <= int(code) < 600 else 500


def _headers(error: Exception) -> httpx2.Headers:
    response = getattr(error, "response", None)
    return response.headers if response is not None else httpx2.Headers()


class ErrorBody(Exception):
    """An error under a status that says that all is well."""

    status_code = 0

    def __init__(self, body: object) -> None:
        super().__init__()
        self.body = body


# -- the client underneath ---------------------------------------------------------------------------------


class TooMuch(Exception):
    """A response that does not end."""


class Compressed(Exception):
    """A response that could be a thousand times as long as it looks; nobody asked for such a one."""


class Measured(httpx2.AsyncByteStream):
    """The bytes of a response, as long as there are not too many.

    Whoever reads on reads the same chunks: one left in the middle would be closed by the loop, piece by piece.
    """

    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream, self._chunks, self._size = stream, aiter(stream), 0

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self

    async def __anext__(self) -> bytes:
        chunk = await anext(self._chunks)
        self._size += len(chunk)
        if self._size > MOST_BYTES:
            await self.aclose()
            raise TooMuch
        return chunk

    async def aclose(self) -> None:
        """Hang up."""
        await self._stream.aclose()


async def _measure(response: httpx2.Response) -> None:
    assert isinstance(response.stream, httpx2.AsyncByteStream)
    if response.headers.get("content-encoding", PLAIN).lower() != PLAIN:
        raise Compressed
    response.stream = Measured(response.stream)


class Manners:
    """Whether a server is sent more than one request over a connection, which is known once it has answered.

    One hangs up after each answer, though it promises not to; who is quick would then be talking to nobody.
    """

    HANGS_UP = "llama.cpp"

    def __init__(self) -> None:
        self.keeps = False

    async def heed(self, request: httpx2.Request) -> None:
        """Say so if this is to be the only request."""
        if not self.keeps:
            request.headers["Connection"] = "close"

    async def learn(self, response: httpx2.Response) -> None:
        """See who answers."""
        self.keeps = response.headers.get("server") != self.HANGS_UP


def client() -> httpx2.AsyncClient:
    """Connections without a limit of their own: the exchange has one."""
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=None, keepalive_expiry=IDLE)
    manners = Manners()
    hooks: dict[str, list[Callable[..., Any]]] = {"request": [manners.heed], "response": [manners.learn, _measure]}
    plain = {"Accept-Encoding": PLAIN}
    return httpx2.AsyncClient(timeout=PATIENCE, limits=limits, follow_redirects=True, event_hooks=hooks, headers=plain)
