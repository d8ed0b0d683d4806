"""A parser for server-sent events (text/event-stream), from the bytes of a response as they arrive."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Event(NamedTuple):
    """A server-sent event: its name, which may be empty, and its data."""

    name: str
    data: str


class Events:
    """An incremental parser of server-sent events. Lines may arrive in pieces and have any line ending."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []  # the pieces of an unfinished line
        self._name, self._data = "", list[str]()
        self._returned = False  # whether the last byte was a carriage return: a following line feed belongs to it

    def feed(self, chunk: bytes) -> Iterator[Event]:
        """Yield the events that these bytes complete; events without data are skipped."""
        if self._returned and chunk.startswith(b"\n"):
            chunk = chunk[1:]
        self._returned = chunk.endswith(b"\r")
        for line in self._lines(chunk):
            if line:
                self._take(line)
            else:
                if self._data:
                    yield Event(self._name, "\n".join(self._data))
                self._name, self._data = "", []

    def _lines(self, chunk: bytes) -> list[bytes]:
        """Return the lines that these bytes complete."""
        if b"\n" not in chunk and b"\r" not in chunk:
            self._pieces.append(chunk)
            return []
        lines = b"".join((*self._pieces, chunk)).splitlines()
        self._pieces = [] if chunk.endswith((b"\n", b"\r")) else [lines.pop()]
        return lines

    def _take(self, line: bytes) -> None:
        field, _, value = line.partition(b":")
        if field == b"data":
            self._data.append(value.removeprefix(b" ").decode())
        elif field == b"event":
            self._name = value.removeprefix(b" ").decode()
