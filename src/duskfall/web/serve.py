"""Runs the server: a socket on this machine, and one on the local network if that is wanted."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from typing import Any, NamedTuple

import segno
import uvicorn

from duskfall.web.app import make_app
from duskfall.web.crowd import AT_ONCE, Crowd
from duskfall.web.house import House

LOOPBACK = "127.0.0.1"
TRIES = 20  # ports after the first, where any will do
UNROUTED = ("192.0.2.1", 9)  # an address for examples (RFC 5737): asking for the way there sends nothing


class CannotServe(Exception):
    """Why there is no server, in one line."""


class Doors(NamedTuple):
    """Open sockets with one port."""

    sockets: list[socket.socket]
    port: int
    lan: str


def open_doors(port: int, lan: bool, exact: bool, also: Sequence[str] = ()) -> Doors:
    """Listen on this port, or, unless `exact`, on the first free one after it; at the addresses `also`, too."""
    near = lan_address() if lan else ""
    hosts = _hosts([LOOPBACK, *also, *([near] if near else [])])
    for each in range(port, port + (1 if exact else TRIES)):
        try:
            sockets = _listen(hosts, each)
            return Doors(sockets, sockets[0].getsockname()[1], near)
        except OSError as error:
            if error.errno not in {errno.EADDRINUSE, errno.EACCES}:
                raise CannotServe(f"port {each}: {error.strerror}") from None
    raise CannotServe(f"port {port} is taken: another duskfall may be running; try --port {port + TRIES}")


def _hosts(wanted: Sequence[str]) -> list[str]:
    """Where to listen: each address once; the one that means all of them goes for the others."""
    everywhere = [each for each in wanted if ip_address(each).is_unspecified]
    return everywhere[:1] or list(dict.fromkeys(wanted))


def _listen(hosts: list[str], port: int) -> list[socket.socket]:
    found: list[socket.socket] = []
    try:
        for host in hosts:
            found.append(_door(host, port))
    except OSError:
        for each in found:
            each.close()
        raise
    return found


def _door(host: str, port: int) -> socket.socket:
    """A socket that listens. Only where the protocol is named asyncio sends small answers at once (TCP_NODELAY)."""
    family = socket.AF_INET if ip_address(host).version == 4 else socket.AF_INET6
    door = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # elsewhere it would let two servers have one port
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind((host, port))
        door.listen()
    except OSError:
        door.close()
        raise
    return door


def lan_address() -> str:
    """This machine's address on its local network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(UNROUTED)
            found = str(asking.getsockname()[0])
        except OSError:
            found = ""
    if not found or found.startswith("127."):
        raise CannotServe("--lan: this machine is on no local network")
    return found


def drawn(address: str) -> str:
    """An address as a QR code of half blocks, for a camera that looks at a terminal."""
    code = segno.make(address, error="l", micro=False)
    rows = [list(row) for row in code.matrix_iter(border=2)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    # Light is drawn and dark is left out: terminals are dark, cameras want a light border.
    return "\n".join("".join(" ▀▄█"[(not a) + 2 * (not b)] for a, b in zip(*pair, strict=True)) for pair in pairs)


def serve(doors: Doors, key: str, started: Callable[[], None]) -> None:
    """Serve until Ctrl-C; every evening is on disk at any time."""
    house = House()
    crowd = Crowd(make_app(key, house), key)
    try:
        server(crowd, started, log_level="error", lifespan="off", ws="none").run(sockets=doors.sockets)
    finally:
        house.close()


def server(crowd: Crowd, started: Callable[[], None], **settings: Any) -> uvicorn.Server:
    """A server that is quiet, lets this crowd in, and tells when it has `started`."""
    config = uvicorn.Config(
        crowd, http=crowd.http(), backlog=AT_ONCE, access_log=False, server_header=False,
        proxy_headers=False,  # what a proxy says is read by limits.address_of alone, where that is wanted
        **settings,
    )  # fmt: skip
    return _Server(config, started)


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._say = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._say()
