"""The common base of both provider clients: streams calls, and turns every error into `Failed`."""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import httpx2

from duskfall.players.llm.calls import TIMEOUT, TRANSPORT, TRUNCATED, Failed, Hear, Reply, Request, Usage
from duskfall.players.llm.model import Model, is_local
from duskfall.players.llm.wires.draft import Draft, at
from duskfall.players.llm.wires.events import Event, Events
from duskfall.players.llm.wires.faults import ASKED_WRONG, BROKEN, UNTOLD, complaint, refused, tells_error
from duskfall.players.llm.wires.habits import OURS, Habits, Part, body, wanted
from duskfall.players.llm.wires.letterhead import PLAIN, Letterhead

STRICTLY = "--strict-settings"
WEB_PAGE = "the server sent a web page, no answer; is the address right, as in http://HOST:PORT/v1?"
DONE = "[DONE]"  # marks the end of some servers' streams
DRAINING = 0.1  # maximum seconds for reading what follows it, so that the connection can be reused
ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
MOST_BYTES = 16 << 20  # maximum bytes of a response
IDLE = 4.0  # seconds after which an idle connection is not reused: most servers close it after five
UNSENT = ("ConnectError", "UnsupportedProtocol")  # errors of requests that were never sent
PATIENCE = httpx2.Timeout(None, connect=15.0)
"""A timeout for connecting only; the caller limits the time of the answer."""


class SdkWire(ABC):
    """A base class for provider clients built on a provider's package."""

    def __init__(self, key: str, base: str) -> None:
        self._key = key
        self._habits = Habits()
        self._letterhead, self._http = Letterhead(), client(base)

    @abstractmethod
    def fixed(self, request: Request) -> dict[str, Any]:
        """Return the fields that every request has."""

    @abstractmethod
    def parts(self, request: Request) -> Iterator[Part]:
        """Yield the optional parts of a request, without those that the model has refused before."""

    @abstractmethod
    async def write(self, content: dict[str, Any]) -> None:
        """Have the provider's package build a request, so that the `Letterhead` can copy its address and headers."""

    @abstractmethod
    def data(self, event: Event) -> object:
        """Return an event's data, None if it holds nothing of an answer; raise `ErrorBody` if it reports an error."""

    @abstractmethod
    def take(self, event: Any, draft: Draft) -> None:
        """Add an event's data to the draft, or a complete answer from a server that does not stream."""

    @abstractmethod
    def told(self, body: object) -> object:
        """Return the part of an error response's body that tells the reason."""

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def send(self, request: Request, hear: Hear | None = None) -> Reply:
        """Send a request and return the reply; raise only `Failed`.

        If the server refuses an optional part, the request is sent again without it.
        """
        while True:
            sent = list(self.parts(request))
            left_out = tuple(name for name in wanted(request) if name not in {part.setting for part in sent})
            if request.strict and (untaken := [name for name in left_out if name not in OURS]):
                raise _untaken(untaken)
            draft = Draft(hear)
            try:
                await self._read(body(self.fixed(request), sent), draft)
                return replace(draft.reply(), left_out=left_out)
            except Failed as failed:
                raise _without(failed, left_out) from None
            except Exception as error:
                if not self._bends(error, request.model, sent):
                    raise _without(self._failed(error, request.model, draft), left_out) from None

    async def _read(self, content: dict[str, Any], draft: Draft) -> None:
        response = await self._http.send(await self._request(content), stream=True)
        try:
            await self._take_in(response, draft)
        finally:  # also if the caller was cancelled: a server goes on writing until the connection is closed
            await response.aclose()

    async def _request(self, content: dict[str, Any]) -> httpx2.Request:
        if not self._letterhead.written:
            await self.write(content)
        request = self._letterhead.over(ENCODER.encode(content).encode())
        if self._http.cookies:
            self._http.cookies.set_cookie_header(request)
        return request

    async def _take_in(self, response: httpx2.Response, draft: Draft) -> None:
        if not response.is_success:
            await response.aread()
            raise ErrorBody(self.told(data_or_text(response.text.strip())), response.status_code, response.headers)
        kind = response.headers.get("content-type", "")
        if "html" in kind:
            raise draft.failed(TRANSPORT, WEB_PAGE)
        if "json" in kind:
            self._take_text((await response.aread()).decode(errors="replace"), draft)
        else:
            await self._listen(response, draft)

    async def _listen(self, response: httpx2.Response, draft: Draft) -> None:
        """Read the events of a response into the draft; without any event, read the whole response as one answer."""
        events, came, unread = Events(), False, list[bytes]()
        async for chunk in _chunks(response):
            for event in events.feed(chunk):
                came = True
                if event.data.startswith(DONE):
                    await _drain(response)
                    return
                self.take(self.data(event), draft)
            unread = [] if came else [*unread, chunk]
        if unread:
            self._take_text(b"".join(unread).decode(errors="replace"), draft)

    def _take_text(self, text: str, draft: Draft) -> None:
        """Read a complete answer into the draft; raise `ErrorBody` if it is an error despite a success status."""
        if text.lstrip()[:1] == "<":
            raise draft.failed(TRANSPORT, WEB_PAGE)
        answer = data_or_text(text)
        if tells_error(answer):
            raise ErrorBody(answer)
        self.take(answer, draft)

    def _bends(self, error: Exception, model: Model, sent: list[Part]) -> bool:
        """Return whether the server refuses only optional parts; they will be left out of later requests."""
        if not isinstance(error, ErrorBody):
            return False
        status, said = error.told_status, complaint(error.body)
        if status in (UNTOLD, BROKEN):  # llama.cpp fails like this for a role that its template lacks
            sent = [part for part in sent if part.field == "messages"]
        return status in (*ASKED_WRONG, UNTOLD, BROKEN) and self._habits.learn(model.name, sent, said)

    def _failed(self, error: Exception, model: Model, draft: Draft) -> Failed:
        """Return the failure for an error. The exception's own text is not used: it may hold the key."""
        if isinstance(error, TooMuch):
            return draft.failed(TRUNCATED, f"the server sent more than {MOST_BYTES} bytes")
        if isinstance(error, ErrorBody):
            failed = refused(error.told_status, error.body, error.headers, model, self._key)
        elif isinstance(error, RedirectError):
            failed = Failed(
                TRANSPORT, f"{model.base} sends calls on to {error}; name that address if it is right", final=True
            )
        elif _is(error, "TimeoutException"):
            failed = Failed(TIMEOUT, f"{model.base} did not answer in time")
        elif _is(error, *UNSENT):
            hint = "is the server running?" if model.provider.open else "is there a network?"
            failed = Failed(TRANSPORT, f"{model.base} cannot be reached; {hint}")
        else:
            failed = Failed(TRANSPORT, f"the answer could not be read ({type(error.__cause__ or error).__name__})")
        free = isinstance(error, ErrorBody | RedirectError) or _is(error, *UNSENT)  # a refused request costs nothing
        nothing = Usage() if free else None
        failed.text, failed.usage = draft.text, nothing if not draft.text and draft.usage is None else draft.usage
        return failed


def _without(failed: Failed, left_out: tuple[str, ...]) -> Failed:
    """Set the settings that were left out of a failed call, and return the failure."""
    failed.left_out = left_out
    return failed


def _untaken(left_out: Sequence[str]) -> Failed:
    """Return the failure of a strict call whose settings the server does not take."""
    why = f"the server does not take {', '.join(left_out)}; leave it out of the settings, or leave out {STRICTLY}"
    return Failed(TRANSPORT, why, final=True, usage=Usage())


def _is(error: Exception, *names: str) -> bool:
    """Return whether an error or its cause has a class with one of these names; each package defines its own."""
    kinds = (*type(error).__mro__, *type(error.__cause__).__mro__)
    return any(kind.__name__ in names for kind in kinds)


class ErrorBody(Exception):
    """An error reported by a server; a `status` of 0 means within an answer."""

    def __init__(self, body: object, status: int = 0, headers: httpx2.Headers | None = None) -> None:
        super().__init__()
        self.body, self.status, self.headers = body, status, headers or httpx2.Headers()

    @property
    def told_status(self) -> int:
        """The HTTP status of the error, from the response or from the error's data; `UNTOLD` if unknown."""
        if self.status:
            return self.status
        code = at(self.body, "code") or at(self.body, "error", "code")
        return int(code) if str(code).isdigit() and 400 <= int(code) < 600 else UNTOLD


def data_or_text(text: str) -> object:
    """Parse JSON; return the text itself if it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


# -- the client underneath ---------------------------------------------------------------------------------


class TooMuch(Exception):
    """A response that exceeds MOST_BYTES."""


class Compressed(Exception):
    """A compressed response, although none was requested; decompressed, it could be a thousand times as long."""


class Measured(httpx2.AsyncByteStream):
    """The bytes of a response, up to `MOST_BYTES`; raises `TooMuch` beyond.

    All readers share one iterator: iterators abandoned in the middle would be closed by the event loop one by one.
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
        """Close the response."""
        await self._stream.aclose()


class RedirectError(Exception):
    """A redirect to another server. It is not followed, because only the server that the user named may get the key."""


async def _stay(response: httpx2.Response) -> None:
    """Raise `RedirectError` for a redirect to another server; HTTPS on the same host is allowed."""
    if not response.has_redirect_location:
        return
    here, there = response.request.url, response.request.url.join(response.headers["location"])
    same = (there.scheme, there.host, there.port) == (here.scheme, here.host, here.port)
    if not (same or ((here.scheme, there.scheme) == ("http", "https") and here.host == there.host)):
        raise RedirectError(f"{there.scheme}://{there.netloc.decode('ascii', 'replace')}"[:200])


async def _measure(response: httpx2.Response) -> None:
    if response.headers.get("content-encoding", PLAIN).lower() != PLAIN:
        raise Compressed
    response.stream = Measured(_chunks(response))


def _chunks(response: httpx2.Response) -> httpx2.AsyncByteStream:
    """Return the bytes of a response as they arrive; a second reader gets the rest."""
    assert isinstance(response.stream, httpx2.AsyncByteStream)
    return response.stream


async def _drain(response: httpx2.Response) -> None:
    """Read the rest after a complete answer: a connection can be reused only after reading the response to its end."""
    if response.http_version != "HTTP/1.1":
        return
    with suppress(TimeoutError, httpx2.TransportError):
        async with asyncio.timeout(DRAINING):
            async for _ in _chunks(response):
                pass


class Manners:
    """Keep-alive support: whether a server's connections may be reused, which is known after its first answer.

    llama.cpp closes the connection after each answer, though it promises keep-alive; a quick next request would fail.
    """

    HANGS_UP = "llama.cpp"

    def __init__(self) -> None:
        self.keeps = False

    async def heed(self, request: httpx2.Request) -> None:
        """Ask the server to close the connection after the request, unless it supports keep-alive."""
        if not self.keeps:
            request.headers["Connection"] = "close"

    async def learn(self, response: httpx2.Response) -> None:
        """Learn from a response whether its server supports keep-alive."""
        self.keeps = response.headers.get("server") != self.HANGS_UP


def client(base: str) -> httpx2.AsyncClient:
    """Return an HTTP client for an address, without a connection limit of its own: the dispatcher has one.

    Calls to this machine never go through a proxy that the environment names: it would read the key and the prompts.
    """
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=None, keepalive_expiry=IDLE)
    manners = Manners()
    hooks: dict[str, list[Callable[..., Any]]] = {
        "request": [manners.heed],
        "response": [_stay, manners.learn, _measure],
    }
    direct = dict.fromkeys(("http://", "https://", "all://")) if is_local(base) else None
    return httpx2.AsyncClient(
        timeout=PATIENCE, limits=limits, follow_redirects=True, event_hooks=hooks, mounts=direct
    )  # fmt: skip
