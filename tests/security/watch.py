"""A listener on loopback and a guard around sockets: between them no connection goes unnoticed."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Any

import pytest

ANSWER = b"HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Listener:
    """A server that keeps what it is sent, and refuses every request."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.door.getsockname()[1]
        self.thread = Thread(target=self._serve, daemon=True)
        self.thread.start()

    @property
    def address(self) -> str:
        """Where models would be called."""
        return f"http://127.0.0.1:{self.port}/v1"

    def close(self) -> None:
        """End it, once everything is heard that was sent before."""
        with suppress(OSError):
            self.door.shutdown(socket.SHUT_RDWR)
        self.door.close()
        self.thread.join()

    def _serve(self) -> None:
        while True:
            try:
                came, _ = self.door.accept()
            except OSError:
                return
            with came, suppress(OSError):
                came.settimeout(2.0)
                place = len(self.heard)
                self.heard.append(b"")
                while b"\r\n\r\n" not in self.heard[place] and (more := came.recv(65_536)):
                    self.heard[place] += more
                came.sendall(ANSWER)


@contextmanager
def listening() -> Iterator[Listener]:
    """A listener for as long as the block lasts."""
    found = Listener()
    try:
        yield found
    finally:
        found.close()


@contextmanager
def no_connections(tried: list[object]) -> Iterator[None]:
    """In here nothing connects and no name is looked up: what was tried is put into the list, and refused."""

    def refuse(self: socket.socket, address: object, *_: object) -> Any:
        tried.append(address)
        raise ConnectionRefusedError(111, "refused by the test")

    def lookup(host: object, *_: object, **__: object) -> Any:
        tried.append(("lookup", host))
        raise socket.gaierror(-2, "refused by the test")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", refuse)
        patch.setattr(socket.socket, "connect_ex", refuse)
        patch.setattr(socket, "getaddrinfo", lookup)
        yield
