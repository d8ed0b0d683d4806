"""What is written to a foreign player and what it writes back, version 1: docs/foreign-players.md says it in full."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from duskfall.core.ask import SPEECH_LIMIT, Ask
from duskfall.core.facts import Began, as_data
from duskfall.core.view import View
from duskfall.players.foreign.kinds import Foreign
from duskfall.players.llm.calls import EMPTY, UNPARSABLE, Failed

VERSION = 1
LINE = 1 << 16  # bytes of an answer, its line feed included
SEED = 1 << 53  # greater numbers are not exact everywhere that JSON is read
SHOWN = 60  # characters of a line that is none


class Letters:
    """All that one seat's player is told, made of nothing but its asks, its view and its recorded answers."""

    def __init__(self, foreign: Foreign, seed: int) -> None:
        self.foreign, self.seed = foreign, seed
        self.greeted = False
        self.told = 0  # facts of the view
        self.before = b""  # lines that go out with the next question

    def ask(self, ask: Ask, view: View) -> bytes:
        """The lines with which a question is put: whatever comes before it, and the ask itself."""
        self._remember({"ask": ask._asdict(), "facts": self._fresh(view)}, view)
        lines, self.before = self.before, b""
        return lines

    def recall(self, ask: Ask, view: View, answer: object) -> None:
        """A question that was answered before the game was resumed comes in front of the next one."""
        self._remember({"ask": ask._asdict(), "facts": self._fresh(view), "answered": answer}, view)

    def over(self, view: View) -> bytes:
        """The line at the end; empty if the game was left before."""
        if view.over is None:
            return b""
        result = {"winner": view.over.winner, "reason": view.over.reason}
        return _line({"over": result, "facts": self._fresh(view)})

    def _remember(self, letter: dict[str, Any], view: View) -> None:
        self.before += (b"" if self.greeted else self._hello(view)) + _line(letter)
        self.greeted = True

    def _hello(self, view: View) -> bytes:
        rules = next((fact.rules for fact in view.facts if isinstance(fact, Began)), "")
        return _line({
            "hello": VERSION, "rules": rules, "seat": view.seat, "names": view.names, "seed": self.seed % SEED,
            "language": self.foreign.language,
            "limits": {**self.foreign.limits(), "line": LINE, "speech": SPEECH_LIMIT},
        })  # fmt: skip

    def _fresh(self, view: View) -> list[dict[str, Any]]:
        """The facts that came since the last line."""
        facts, self.told = view.facts[self.told :], len(view.facts)
        return list(map(as_data, facts))


class Answer(NamedTuple):
    """What came back: the number of a question, and the answer to it."""

    number: int
    value: object


def read_answer(line: bytes) -> Answer:
    """The answer on a line; raises Failed."""
    if not line.strip():
        raise Failed(EMPTY, "an empty line")
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        raise Failed(UNPARSABLE, f"not JSON: {_start(line)}") from None
    if not isinstance(found, dict) or type(found.get("number")) is not int or "answer" not in found:
        raise Failed(UNPARSABLE, f'not as {{"number": 1, "answer": …}}: {_start(line)}')
    return Answer(found["number"], found["answer"])


def _line(letter: dict[str, Any]) -> bytes:
    """In ASCII alone: some languages end a line at other characters than a line feed, too."""
    return json.dumps(letter, separators=(",", ":")).encode() + b"\n"


def _start(line: bytes) -> str:
    return repr(line[:SHOWN].decode("utf-8", "replace").strip())
