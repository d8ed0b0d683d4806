"""The server: the files of the page, and one door to the service of the live table."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from duskfall import __version__
from duskfall.tell.tongue import LANGUAGES
from duskfall.web.guard import has_key, is_here, is_ours, own_sockets
from duskfall.web.house import OPEN, CannotAnswer, House
from duskfall.web.packed import Packed, is_packable, takes_gzip
from duskfall.web.replies import ALWAYS, HANDLERS, CannotRead, body, refusal, reply
from duskfall.web.site import INDEX, TYPES, File, has_pyodide, is_hashed, policy, site
from duskfall.wire.calls import ServerHello

LONGEST = 9 * 1024 * 1024  # bytes of a call: the record of a long game, and what its models were sent
FOREVER = "public, max-age=31536000, immutable"  # for names that change with what is in them
ALONE = {"Cross-Origin-Opener-Policy": "same-origin"}  # a browser complains of it where it does not trust the page


class OnlyOurs:
    """Turns away whoever comes by a name that is not ours, or from another page; sockets, too."""

    def __init__(self, app: ASGIApp, names: Collection[str] = ()) -> None:
        self.app, self.names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or not."""
        if scope["type"] == "lifespan" or is_ours(Headers(scope=scope), self.names):
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await refusal(403, "this server answers only to its own page, by its address")(scope, receive, send)
        else:
            await send({"type": "websocket.close"})  # before it was accepted: the answer is 403


class Pages:
    """Gives out the files of the page; they are read once, so that they fit each other."""

    def __init__(self, files: Mapping[str, File], sockets: bool = False) -> None:
        self.files, self.sockets = files, sockets
        self.packed = Packed(files)

    async def give(self, request: Request) -> Response:
        """A file of the page."""
        path = request.path_params["path"] or INDEX
        file = self.files.get(path)
        if file is None:
            return refusal(404, "there is no such file")
        headers = {**ALWAYS, **self._policy(request), "Cache-Control": FOREVER if is_hashed(path) else "no-cache"}
        data, tag = file.data, file.tag
        if is_packable(path):
            headers["Vary"] = "Accept-Encoding"
            if takes_gzip(request.headers.get("accept-encoding", "")):
                headers["Content-Encoding"], tag = "gzip", f'{file.tag[:-1]}-gzip"'
                data = await self.packed.of(path)
        headers["ETag"] = tag
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        kind = TYPES.get(path[path.rfind(".") :], "application/octet-stream")
        return Response(data, headers={**headers, "Content-Type": kind})

    def _policy(self, request: Request) -> dict[str, str]:
        rules = policy(*own_sockets(request.headers) if self.sockets else ())
        return {
            "Content-Security-Policy": f"{rules}; frame-ancestors 'none'",
            **(ALONE if is_here(request.headers) else {}),
        }


class Endpoints:
    """Answers the host's requests."""

    def __init__(self, key: str, house: House) -> None:
        self.key, self.house = key, house

    async def hello(self, request: Request) -> Response:
        """What this server is."""
        return reply(server_hello(known=has_key(request.headers, self.key), tables=False))

    async def call(self, request: Request) -> Response:
        """One call of the service: {name, params}."""
        try:
            name, params = asked(await body(request, LONGEST))
        except CannotRead as error:
            return refusal(error.status, str(error))
        if name not in OPEN and not has_key(request.headers, self.key):
            return refusal(403, "the key is missing or wrong: open the address that `duskfall host` shows")
        return await run_in_threadpool(_answered, self.house, name, params)


def make_app(key: str, house: House | None = None, files: Mapping[str, File] | None = None) -> ASGIApp:
    """The application."""
    desk, pages = Endpoints(key, house or House()), Pages(site() if files is None else files)
    routes = [
        Route("/api/hello", desk.hello),
        Route("/api/call", desk.call, methods=["POST"]),
        Route("/{path:path}", pages.give),
    ]
    return OnlyOurs(Starlette(routes=routes, exception_handlers=HANDLERS))


def server_hello(*, known: bool, tables: bool) -> ServerHello:
    """What a server tells of itself."""
    return {
        "version": __version__,
        "languages": dict(LANGUAGES),
        "pyodide": has_pyodide(),
        "known": known,
        "tables": tables,
    }


def asked(data: bytes) -> tuple[str, dict[str, Any]]:
    """The name and the parameters of a call; raises CannotRead."""
    try:
        found = json.loads(data)
        name, params = found["name"], found.get("params") or {}
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        name, params = None, None
    if not isinstance(name, str) or not isinstance(params, dict):
        raise CannotRead(400, "a call is JSON: {name, params}")
    return name, params


def _answered(house: House, name: str, params: dict[str, Any]) -> Response:
    try:
        return reply(house.call(name, params))
    except CannotAnswer as error:
        return refusal(409, str(error))
