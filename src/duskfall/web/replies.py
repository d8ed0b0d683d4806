"""Answers by HTTP: JSON that nobody keeps, one line for whatever goes wrong; and bodies that are not too long."""

from __future__ import annotations

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

PATIENCE = 30.0  # seconds until a call has arrived
ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class CannotRead(Exception):
    """A call that is none, why in one line, and how HTTP numbers it."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


async def body(request: Request, longest: int) -> bytes:
    """What a call brings; empty if it does not arrive. Raises CannotRead."""
    data = bytearray()
    try:
        async with asyncio.timeout(PATIENCE):
            async for part in request.stream():
                data += part
                if len(data) > longest:
                    raise CannotRead(413, "that is too much for one call")
    except (ClientDisconnect, TimeoutError):
        return b""
    return bytes(data)


def reply(found: object, status: int = 200) -> JSONResponse:
    """An answer."""
    return JSONResponse(found, status, headers={**ALWAYS, "Cache-Control": "no-store"})


def refusal(status: int, why: str) -> JSONResponse:
    """One line."""
    return reply({"error": why}, status)


async def _http(request: Request, error: Exception) -> Response:
    """What Starlette itself refuses: another method, for one."""
    assert isinstance(error, HTTPException)  # it is registered for these alone
    return refusal(error.status_code, error.detail)


async def _mistake(request: Request, error: Exception) -> Response:
    """A mistake of ours: its trace is in the terminal, the page gets one line."""
    return refusal(500, f"the server has made a mistake: {type(error).__name__}")


HANDLERS = {HTTPException: _http, Exception: _mistake}
