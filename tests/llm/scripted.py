"""A server on loopback that answers each request as the next line of a script says, and keeps what it was sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from tests.llm.loopback import END, STREAM, event

Line = bytes | Callable[[asyncio.StreamWriter], Awaitable[None]]
"""What is sent back, or what sends it; then the server has no more to say."""


class Sent(NamedTuple):
    """A request as it came in."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


class Scripted:
    """The server: one line of the script for each request, in order."""

    def __init__(self, script: tuple[Line, ...]) -> None:
        self.script = list(script)
        self.sent: list[Sent] = []
        self.begun, self.gone = asyncio.Event(), asyncio.Event()  # a request has come; its client has hung up
        self.address = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection."""
        try:
            while True:
                self.sent.append(await _request(reader))
                line = self.script.pop(0)
                self.begun.set()
                if isinstance(line, bytes):
                    writer.write(line)
                    await writer.drain()
                else:
                    await line(writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):  # cancelled: the test is over
            self.gone.set()
            writer.close()


async def _request(reader: asyncio.StreamReader) -> Sent:
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Sent(first.split()[1], headers, json.loads(body))


@asynccontextmanager
async def scripted(*script: Line) -> AsyncIterator[Scripted]:
    """A server that lives as long as the block."""
    made = Scripted(script)
    server = await asyncio.start_server(made.serve, "127.0.0.1", 0)
    made.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield made
    finally:
        server.close()


def stream(*payloads: object) -> bytes:
    """A streamed response with these events."""
    return STREAM + b"".join(map(event, payloads)) + END


async def hang_up(writer: asyncio.StreamWriter) -> None:
    """Close the connection."""
    writer.close()


def cut(start: bytes) -> Line:
    """Sends this much, and hangs up."""

    async def line(writer: asyncio.StreamWriter) -> None:
        writer.write(start)
        await writer.drain()
        writer.close()

    return line


def endless(start: bytes, again: bytes) -> Line:
    """Sends this much, and then the same again for as long as it is read."""

    async def line(writer: asyncio.StreamWriter) -> None:
        writer.write(start)
        while not writer.is_closing():
            writer.write(again)
            await writer.drain()

    return line
