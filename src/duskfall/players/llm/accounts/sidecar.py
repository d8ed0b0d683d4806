"""The sidecar: what each call of a game took and brought, in lines beside the record, private while the game runs."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any

from duskfall.players.llm.accounts.ledger import Call, Ledger
from duskfall.players.llm.lines import Data, Lines, damaged, read_lines

LONGEST = 65_536  # characters of a model's text; the rest is cut off
CALL = "outcome"  # the mark of a call


class Sidecar:
    """The file of a game's calls, begun or gone on with; many threads may use it."""

    def __init__(self, path: Path) -> None:
        """Raises LinesError for a file that is none of these, OSError if it cannot be written."""
        lines, size = read_lines(path)
        self.past = _calls(path, lines)
        self.notes = [line for line in lines if CALL not in line]  # whatever else was written down
        self._kept = {call.request: call for call in self.past if call.request}
        self._lines = Lines(path, size)
        self._lock, self._open = Lock(), True

    def ledger(self) -> Ledger:
        """What the calls took that were in the file when it was opened."""
        return Ledger(self.past)

    def kept(self, request: str) -> Call | None:
        """Return the call that answered this request, if the game was stopped before it could be used; only once."""
        with self._lock:
            return self._kept.pop(request, None)

    def call(self, call: Call) -> None:
        """Write down a call."""
        data = call.as_data()
        if len(call.text) > LONGEST:
            data |= {"text": call.text[:LONGEST], "request": ""}
        self.note(data)

    def note(self, data: Data) -> None:
        """Write down something else, which may not look like a call."""
        with self._lock:
            if self._open:
                self._lines.write({"at": _now(), **data})

    def close(self, over: bool) -> None:
        """Close the file; once the game is over, others may read it."""
        with self._lock:
            if self._open and over:
                self._lines.publish()
            if self._open:
                self._lines.close()
            self._open = False


def read_calls(path: Path) -> list[Call]:
    """The calls in such a file, none if there is no such file; raises LinesError, OSError."""
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
