"""A server on loopback that speaks just enough HTTP and just enough of the OpenAI protocol to be asked for answers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any

PIECE = 40  # characters of an answer that are streamed at once
STREAM = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
END = b"0\r\n\r\n"


async def requests(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """The bodies of the requests that come over a connection, until the other side has no more."""
    try:
        while True:
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            _, _, rest = head.partition(b"content-length:")
            yield await reader.readexactly(int(rest.split(b"\r\n")[0] or 0))
    except (asyncio.IncompleteReadError, ConnectionError):
        return


def response(status: int, reason: str, payload: object, headers: str = "") -> bytes:
    """A whole response that is not streamed."""
    body = json.dumps(payload).encode()
    head = (
        f"HTTP/1.1 {status} {reason}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n{headers}\r\n"
    )
    return head.encode() + body


def chunk(data: bytes) -> bytes:
    """A piece of a streamed response."""
    return b"%x\r\n%b\r\n" % (len(data), data)


def event(payload: object) -> bytes:
    """One event of a stream, as such a piece."""
    text = payload if isinstance(payload, str) else json.dumps(payload)
    return chunk(f"data: {text}\n\n".encode("utf-8", "surrogatepass"))


def told(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    """A bit of an answer."""
    return _answer([{"index": 0, "delta": delta, "finish_reason": finish}])


def usage(prompt: int, answer: int) -> dict[str, Any]:
    """The last bit: what the call took; half of the prompt came from the cache."""
    return _answer([]) | {
        "usage": {
            "prompt_tokens": prompt,
            "completion_tokens": answer,
            "total_tokens": prompt + answer,
            "prompt_tokens_details": {"cached_tokens": prompt // 2},
        }
    }


def _answer(choices: list[dict[str, Any]]) -> dict[str, Any]:
    return {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "stub", "choices": choices}


def streamed(text: str, finish: str = "stop", prompt: int = 0, piece: int = PIECE) -> Iterator[bytes]:
    """The events of a whole answer, with its end."""
    yield event(told({"role": "assistant", "content": ""}))
    for start in range(0, len(text), piece):
        yield event(told({"content": text[start : start + piece]}))
    yield event(told({}, finish))
    yield event(usage(prompt, len(text) // 4))
    yield event("[DONE]")


async def send(writer: asyncio.StreamWriter, parts: Iterable[bytes]) -> None:
    """Send these parts, each as soon as it is taken."""
    for part in parts:
        writer.write(part)
        await writer.drain()
