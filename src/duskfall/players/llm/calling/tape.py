"""The cassette: a file of all calls of a run and their outcomes, to replay the run byte for byte without a network."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, NamedTuple

from duskfall.players.base import Stopped
from duskfall.players.llm.calling.prints import START, Print, unlike
from duskfall.players.llm.calls import Usage
from duskfall.players.llm.lines import Lines, damaged, read_lines

VERSION = 1
LIVE, TAPED, KEPT = "live", "taped", "kept"
"""The source of an answer: a call just made, the cassette, or the sidecar of an interrupted game."""


class TapePlace(NamedTuple):
    """The identity of a call on a cassette: its game, its question, and its number among the question's calls."""

    label: str
    seat: int
    number: int
    verb: str
    call: int

    def __str__(self) -> str:
        return f"{self.label}, seat {self.seat}, ask {self.number} ({self.verb}), call {self.call}"


@dataclass(frozen=True, slots=True)
class Taken:
    """The outcome of a call: its text or failure, and its tokens, cost and time. For fields, see also `Failed`."""

    text: str = ""
    failed: str = ""  # one of `FAILURES`, or empty
    why: str = ""
    wait: float | None = None
    final: bool = False
    later: bool = False
    usage: Usage | None = None
    cost: float | None = None
    charged: float = 0.0
    seconds: float = 0.0
    first: float | None = None
    left_out: tuple[str, ...] = ()
    source: str = LIVE


class Tape:
    """A file of recorded calls. A complete cassette is replayed; an interrupted one is replayed, then continued.

    Each message is stored once, as a line that names the message before it, so the file grows only with new messages.
    """

    def __init__(self, path: Path) -> None:
        """Open or create a cassette; raise `LinesError` for a file of another kind, OSError if it can't be opened."""
        self.path, self.complete = path, False
        self._parts: dict[str, dict[str, Any]] = {}
        self._calls: dict[TapePlace, dict[str, Any]] = {}
        lines, size = read_lines(path)
        for number, line in enumerate(lines, 1):
            self._read(number, line)
        self._file = None if self.complete else Lines(path, size, alone=True)
        if self._file and not lines:
            self._file.write({"tape": VERSION})

    @property
    def labels(self) -> set[str]:
        """The labels of all games on the cassette."""
        return {place.label for place in self._calls}

    def find(self, place: TapePlace, request: Print) -> Taken | None:
        """Return the recorded outcome of a call; None if the call has yet to be made.

        Raises `Stopped` if the cassette has a different request here, or if it is complete and lacks the call.
        """
        found = self._calls.get(place)
        if found is None:
            if self.complete:
                raise Stopped(f"{self.path}: {place} is not on this tape", secret=True)
            return None
        if told := unlike(self._parts, found, request):
            raise Stopped(f"{self.path}: {place} is not as on this tape: {told}", secret=True)
        took: Taken = found["took"]
        return took

    def write(self, place: TapePlace, request: Print, taken: Taken) -> None:
        """Record the outcome of a call; does nothing on a complete cassette."""
        if self._file is None:
            return
        new = {name: part for name, part in request.parts.items() if name not in self._parts}
        call = {"call": place, **request.names}
        self._file.write(*({"id": name, **part} for name, part in new.items()), {**call, "took": _data(taken)})
        self._parts |= new
        self._calls[place] = {**call, "took": replace(taken, source=TAPED)}

    def forget(self, place: TapePlace) -> None:
        """Drop all calls of a question, because its outcome stopped the run; the next run asks it again."""
        self._drop(place)
        if self._file:
            self._file.write({"forget": place})

    def _drop(self, place: TapePlace) -> None:
        self._calls = {other: call for other, call in self._calls.items() if other[:-1] != place[:-1]}

    def close(self, complete: bool) -> None:
        """Close the file; `complete` marks the run as finished, so that nothing more can be recorded."""
        if self._file is None:
            return
        if complete:
            self._file.write({"end": len(self._calls)})
        self._file.close()
        self._file = None

    # -- reading a cassette --------------------------------------------------------------------------------

    def _read(self, number: int, line: dict[str, Any]) -> None:
        try:
            self._take_in(number, line)
        except (KeyError, TypeError, ValueError):
            raise damaged(self.path, number) from None

    def _take_in(self, number: int, line: dict[str, Any]) -> None:
        if self.complete or (number == 1) != ("tape" in line) or line.get("tape", VERSION) != VERSION:
            raise ValueError("lines after the end, or of another kind")
        if "end" in line:
            self.complete = True
        elif "call" in line:
            self._take_call(line)
        elif "forget" in line:
            self._drop(TapePlace(*line["forget"]))
        elif "id" in line:
            self._take_part(line)

    def _take_part(self, line: dict[str, Any]) -> None:
        name = line.pop("id")
        if not ({"model", "schema"} & line.keys()):
            self._must_have(line["after"])
            _ = line["role"], line["text"]
        self._parts[name] = line

    def _take_call(self, line: dict[str, Any]) -> None:
        for name in (line["model"], line["schema"], line["prompt"]):
            self._must_have(name)
        took = line["took"]
        usage = None if took["usage"] is None else Usage(*took["usage"])
        left_out = tuple(took.get("left_out", ()))
        known = Taken(**{**took, "usage": usage, "left_out": left_out}, source=TAPED)
        self._calls[TapePlace(*line["call"])] = {**line, "took": known}

    def _must_have(self, name: str) -> None:
        if name != START and name not in self._parts:
            raise KeyError(name)


def _data(taken: Taken) -> dict[str, Any]:
    return {each.name: getattr(taken, each.name) for each in fields(taken) if each.name != "source"}
