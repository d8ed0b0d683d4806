"""The sidecar: a file next to the game record with one line per call; private to its owner while the game runs."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any

from duskfall.players.llm.accounts.ledger import Call, Ledger
from duskfall.players.llm.lines import Data, Lines, damaged, read_lines

LONGEST = 65_536  # maximum characters of a model's text; the rest is cut off
CALL = "outcome"  # the key that only lines with calls have


class Sidecar:
    """The file of a game's calls, open for writing; safe for use by several threads."""

    def __init__(self, path: Path) -> None:
        """Open or create the file; raise `LinesError` if it is no sidecar, OSError if it can't be written."""
        lines, size = read_lines(path)
        self.past = _calls(path, lines)
        self.notes = [line for line in lines if CALL not in line]  # all other lines
        self._kept = {call.request: call for call in self.past if call.request}
        self._lines = Lines(path, size)
        self._lock, self._open = Lock(), True

    def ledger(self) -> Ledger:
        """Return a ledger of the calls that were in the file when it was opened."""
        return Ledger(self.past)

    def kept(self, request: str) -> Call | None:
        """Return the call that answered a request before the game was interrupted, else None; each call only once."""
        with self._lock:
            return self._kept.pop(request, None)

    def call(self, call: Call) -> None:
        """Write a call to the file."""
        data = call.as_data()
        if len(call.text) > LONGEST:
            data |= {"text": call.text[:LONGEST], "request": ""}
        self.note(data)

    def note(self, data: Data) -> None:
        """Write a line other than a call to the file; its data must not have the key `outcome`."""
        with self._lock:
            if self._open:
                self._lines.write({"at": _now(), **data})

    def close(self, over: bool) -> None:
        """Close the file; with `over`, the game has ended and other users may read the file."""
        with self._lock:
            if self._open and over:
                self._lines.publish()
            if self._open:
                self._lines.close()
            self._open = False


def read_calls(path: Path) -> list[Call]:
    """Return the calls in a sidecar file, none if it does not exist; raise `LinesError` or OSError if reading fails."""
    return _calls(path, read_lines(path)[0])


def _calls(path: Path, lines: list[dict[str, Any]]) -> list[Call]:
    return [_call(path, number, line) for number, line in enumerate(lines, 1) if CALL in line]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _call(path: Path, number: int, line: dict[str, Any]) -> Call:
    try:
        return Call.of_data(line)
    except (KeyError, TypeError, ValueError):
        raise damaged(path, number) from None
