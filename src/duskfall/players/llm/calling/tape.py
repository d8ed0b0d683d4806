"""The tape: every call of a run and what became of it, to be played again later, byte for byte, without a network."""

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
"""Where an answer came from: just now, from the tape, from the sidecar of a game that was stopped."""


class TapePlace(NamedTuple):
    """Which call it is: of which game, of which ask, and the how manieth for it."""

    label: str
    seat: int
    number: int
    verb: str
    call: int

    def __str__(self) -> str:
        return f"{self.label}, seat {self.seat}, ask {self.number} ({self.verb}), call {self.call}"


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of a call: the text, or how it failed; and what it took."""

    text: str = ""
    failed: str = ""  # one of FAILURES, or empty
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
    """A file of calls: a new one is recorded, a complete one is played, one that broke off is played and gone on with.

    A message is on it once, as a line that names the one before it; so a tape grows as the conversations do.
    """

    def __init__(self, path: Path) -> None:
        """Raises LinesError for a file that is no tape, OSError if it cannot be read or written."""
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
        """The games that are on it."""
        return {place.label for place in self._calls}

    def find(self, place: TapePlace, request: Print) -> Taken | None:
        """What became of this call; None if it has yet to be made. Raises Stopped if the tape has another request."""
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
        """Keep what became of a call."""
        if self._file is None:
            return
        new = {name: part for name, part in request.parts.items() if name not in self._parts}
        call = {"call": place, **request.names}
        self._file.write(*({"id": name, **part} for name, part in new.items()), {**call, "took": _data(taken)})
        self._parts |= new
        self._calls[place] = {**call, "took": replace(taken, source=TAPED)}

    def forget(self, place: TapePlace) -> None:
        """What came of this ask so far stopped the run: the next one begins it anew."""
        self._drop(place)
        if self._file:
            self._file.write({"forget": place})

    def _drop(self, place: TapePlace) -> None:
        self._calls = {other: call for other, call in self._calls.items() if other[:-1] != place[:-1]}

    def close(self, complete: bool) -> None:
        """Close the file; `complete`: the run has come to its end, nothing will be recorded any more."""
        if self._file is None:
            return
        if complete:
            self._file.write({"end": len(self._calls)})
        self._file.close()
        self._file = None

    # -- reading a tape ------------------------------------------------------------------------------------

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
