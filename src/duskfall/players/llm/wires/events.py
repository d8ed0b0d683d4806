"""Events that a server sends one by one (text/event-stream), out of the bytes of its response as they come."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Event(NamedTuple):
    """One event: its name, empty where it has none, and its data."""

    name: str
    data: str


class Events:
    """Reads them; a line may come in any number of pieces, and end as it likes."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []  # of a line that goes on
        self._name, self._data = "", list[str]()
        self._returned = False  # whether the last byte was a carriage return: a line feed belongs to it

    def feed(self, chunk: bytes) -> Iterator[Event]:
        """The events that are complete with these bytes; one without data is none."""
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
        """The lines that end in these bytes."""
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
