"""What both wires share: a call as a provider's package addresses it, streamed, each way to fail turned into Failed."""

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
from duskfall.players.llm.model import Model
from duskfall.players.llm.wires.draft import Draft, at
from duskfall.players.llm.wires.events import Event, Events
from duskfall.players.llm.wires.faults import ASKED_WRONG, BROKEN, UNTOLD, complaint, refused, tells_error
from duskfall.players.llm.wires.habits import OURS, Habits, Part, body, wanted
from duskfall.players.llm.wires.letterhead import PLAIN, Letterhead

STRICTLY = "--strict-settings"
WEB_PAGE = "the server sent a web page, no answer; is the address right, as in http://HOST:PORT/v1?"
DONE = "[DONE]"  # what some servers write at the end
DRAINING = 0.1  # seconds that what follows it may take, so that the connection can be used again
ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
MOST_BYTES = 16 << 20  # of one response, whatever is in it
IDLE = 4.0  # seconds after which a connection is not used again: most servers hang up after five
UNSENT = ("ConnectError", "UnsupportedProtocol")  # errors of requests that never went out
PATIENCE = httpx2.Timeout(None, connect=15.0)
"""Only for connecting: how long an answer may take is up to whoever waits for it."""


class SdkWire(ABC):
    """A wire by a provider's package."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._habits = Habits()
        self._letterhead, self._http = Letterhead(), client()

    @abstractmethod
    def fixed(self, request: Request) -> dict[str, Any]:
        """What every request has."""

    @abstractmethod
    def parts(self, request: Request) -> Iterator[Part]:
        """What it has if the model takes it."""

    @abstractmethod
    async def write(self, content: dict[str, Any]) -> None:
        """Have the package send it to the letterhead."""

    @abstractmethod
    def data(self, event: Event) -> object:
        """What an event brings of an answer, None if nothing; raises ErrorBody for one that tells of an error."""

    @abstractmethod
    def take(self, event: Any, draft: Draft) -> None:
        """One event more of an answer; or all of it, from a server that does not stream."""

    @abstractmethod
    def told(self, body: object) -> object:
        """Of the body of a refusal: what tells why."""

    async def close(self) -> None:
        """Give the connections back."""
        await self._http.aclose()

    async def send(self, request: Request, hear: Hear | None = None) -> Reply:
        """The answer to a request; raises Failed and nothing else."""
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
        finally:  # also when whoever asked no longer waits: a server goes on writing until it is hung up on
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
        """Take in event after event, up to the last; or all in one, from a server that does not say what it sends."""
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
        """An answer in one piece; some servers send an error so, under a status that says that all is well."""
        if text.lstrip()[:1] == "<":
            raise draft.failed(TRANSPORT, WEB_PAGE)
        answer = data_or_text(text)
        if tells_error(answer):
            raise ErrorBody(answer)
        self.take(answer, draft)

    def _bends(self, error: Exception, model: Model, sent: list[Part]) -> bool:
        """Whether the server only refuses a part that can be left out."""
        if not isinstance(error, ErrorBody):
            return False
        status, said = error.told_status, complaint(error.body)
        if status in (UNTOLD, BROKEN):  # llama.cpp breaks over a role that its template lacks
            sent = [part for part in sent if part.field == "messages"]
        return status in (*ASKED_WRONG, UNTOLD, BROKEN) and self._habits.learn(model.name, sent, said)

    def _failed(self, error: Exception, model: Model, draft: Draft) -> Failed:
        """What went wrong, in our own words: those of an exception may hold what was sent, the key included."""
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
    """A failure of a call that went out without these settings."""
    failed.left_out = left_out
    return failed


def _untaken(left_out: Sequence[str]) -> Failed:
    """Who wants all settings in effect or none at all is told which cannot be had."""
    why = f"the server does not take {', '.join(left_out)}; leave it out of the settings, or leave out {STRICTLY}"
    return Failed(TRANSPORT, why, final=True, usage=Usage())


def _is(error: Exception, *names: str) -> bool:
    """Whether it, or what caused it, is of one of these classes, which every package defines anew."""
    kinds = (*type(error).__mro__, *type(error.__cause__).__mro__)
    return any(kind.__name__ in names for kind in kinds)


class ErrorBody(Exception):
    """An error that a server tells, under whatever status; 0: in an answer."""

    def __init__(self, body: object, status: int = 0, headers: httpx2.Headers | None = None) -> None:
        super().__init__()
        self.body, self.status, self.headers = body, status, headers or httpx2.Headers()

    @property
    def told_status(self) -> int:
        """The status that it was refused with, in front of an answer or in the middle of one, or UNTOLD."""
        if self.status:
            return self.status
        code = at(self.body, "code") or at(self.body, "error", "code")
        return int(code) if str(code).isdigit() and 400 <= int(code) < 600 else UNTOLD


def data_or_text(text: str) -> object:
    """What an error says: data, or else its text."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


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


class RedirectError(Exception):
    """A redirect to another server, which nobody named and which must not get the key."""


async def _stay(response: httpx2.Response) -> None:
    """Follow a redirect within the same server only, or to the same host by a connection that is encrypted."""
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
    """The bytes of a response as they come; whoever reads on reads the rest."""
    assert isinstance(response.stream, httpx2.AsyncByteStream)
    return response.stream


async def _drain(response: httpx2.Response) -> None:
    """Read what follows a whole answer: only a response that is read to its end gives its connection back."""
    if response.http_version != "HTTP/1.1":
        return
    with suppress(TimeoutError, httpx2.TransportError):
        async with asyncio.timeout(DRAINING):
            async for _ in _chunks(response):
                pass


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
    hooks: dict[str, list[Callable[..., Any]]] = {
        "request": [manners.heed],
        "response": [_stay, manners.learn, _measure],
    }
    return httpx2.AsyncClient(timeout=PATIENCE, limits=limits, follow_redirects=True, event_hooks=hooks)
