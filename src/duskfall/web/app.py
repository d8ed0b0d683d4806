"""The server: the files of the page, and one door to the service of the live table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from duskfall import __version__
from duskfall.tell.tongue import LANGUAGES
from duskfall.web.guard import has_key, is_here, is_ours
from duskfall.web.house import OPEN, CannotAnswer, House
from duskfall.web.site import INDEX, TYPES, File, has_pyodide, policy, site
from duskfall.wire.calls import ServerHello

LONGEST = 4 * 1024 * 1024  # bytes of a call: an evening of many games has a tenth of that
ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
ALONE = {"Cross-Origin-Opener-Policy": "same-origin"}  # a browser complains of it where it does not trust the page


class OnlyOurs:
    """Turns away whoever comes by another name, or from another page."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or not."""
        if scope["type"] == "http" and not is_ours(Headers(scope=scope)):
            await _error(403, "this server answers only to its own page, by its address")(scope, receive, send)
        else:
            await self.app(scope, receive, send)


class Endpoints:
    """Answers requests; the files are read once, so that they fit each other."""

    def __init__(self, key: str, house: House, files: Mapping[str, File]) -> None:
        self.key, self.house, self.files = key, house, files
        rules = f"{policy()}; frame-ancestors 'none'"
        self.headers = {**ALWAYS, "Content-Security-Policy": rules, "Cache-Control": "no-cache"}

    async def hello(self, request: Request) -> Response:
        """What this server is."""
        hello: ServerHello = {
            "version": __version__,
            "languages": dict(LANGUAGES),
            "pyodide": has_pyodide(),
            "known": has_key(request.headers, self.key),
            "tables": False,
        }
        return _json(hello)

    async def call(self, request: Request) -> Response:
        """One call of the service: {name, params}."""
        try:
            asked = json.loads(await _body(request))
            name, params = asked["name"], asked.get("params") or {}
        except TooLong:
            return _error(413, "that is too much for one call")
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            name, params = None, None
        if not isinstance(name, str) or not isinstance(params, dict):
            return _error(400, "a call is JSON: {name, params}")
        if name not in OPEN and not has_key(request.headers, self.key):
            return _error(403, "the key is missing or wrong: open the address that `duskfall host` shows")
        return await run_in_threadpool(_answered, self.house, name, params)

    async def give(self, request: Request) -> Response:
        """A file of the page."""
        path = request.path_params["path"] or INDEX
        file = self.files.get(path)
        if file is None:
            return _error(404, "there is no such file")
        headers = {**self.headers, **(ALONE if is_here(request.headers) else {}), "ETag": file.tag}
        if file.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        kind = TYPES.get(path[path.rfind(".") :], "application/octet-stream")
        return Response(file.data, headers={**headers, "Content-Type": kind})


def make_app(key: str, house: House | None = None, files: Mapping[str, File] | None = None) -> ASGIApp:
    """The application."""
    desk = Endpoints(key, house or House(), site() if files is None else files)
    routes = [
        Route("/api/hello", desk.hello),
        Route("/api/call", desk.call, methods=["POST"]),
        Route("/{path:path}", desk.give),
    ]
    return OnlyOurs(Starlette(routes=routes, exception_handlers={HTTPException: _http, Exception: _broken}))


async def _http(request: Request, error: Exception) -> Response:
    """What Starlette itself refuses: another method, for one."""
    status, why = (error.status_code, error.detail) if isinstance(error, HTTPException) else (500, "")
    return _error(status, why)


async def _broken(request: Request, error: Exception) -> Response:
    """A mistake of ours: its trace is in the terminal, the page gets one line."""
    return _error(500, f"the server has made a mistake: {type(error).__name__}")


class TooLong(Exception):
    """A body that nobody has to read."""


async def _body(request: Request) -> bytes:
    data = b""
    try:
        async for part in request.stream():
            data += part
            if len(data) > LONGEST:
                raise TooLong
    except ClientDisconnect:
        return b""
    return data


def _answered(house: House, name: str, params: dict[str, Any]) -> Response:
    try:
        return _json(house.call(name, params))
    except CannotAnswer as error:
        return _error(409, str(error))


def _json(found: object, status: int = 200) -> JSONResponse:
    return JSONResponse(found, status, headers={**ALWAYS, "Cache-Control": "no-store"})


def _error(status: int, why: str) -> JSONResponse:
    return _json({"error": why}, status)
