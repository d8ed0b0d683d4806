"""An answer as it arrives: its text, stop reason and usage so far, and the check that it is complete."""

from __future__ import annotations

import json
import re
from typing import Any

from duskfall.players.llm.calls import EMPTY, REFUSAL, TRANSPORT, TRUNCATED, Failed, Hear, Reply, Usage

LONGEST = 65_536  # maximum characters of an answer; no answer at a table is that long
MOST_TOKENS, MOST_DOLLARS = 100_000_000, 10_000  # maximum for one call; larger reported numbers are ignored

BEFORE = re.compile(r"(?:.*</think>)?[^{]*", re.DOTALL)  # what models write before an object ...
FENCE = "```"  # ... and after it

BROKE_OFF = "the answer broke off; it ended without a finish_reason"
NOTHING_CAME = "the server sent nothing that is part of an answer"

STOPS = {
    "length": TRUNCATED, "max_tokens": TRUNCATED, "model_context_window_exceeded": TRUNCATED,
    "content_filter": REFUSAL, "refusal": REFUSAL, "safety": REFUSAL, "error": TRANSPORT,
}  # fmt: skip
"""The failure for each of the providers' stop reasons, other than a normal end."""


class Draft:
    """The answer received so far."""

    def __init__(self, hear: Hear | None = None) -> None:
        self.text = ""
        self.stop = ""  # the provider's stop reason; empty: not stopped yet
        self.usage: Usage | None = None
        self.cost: float | None = None
        self._written, self._odd, self._hear = "", False, hear

    def write(self, piece: str) -> None:
        """Add a piece of text and report the text so far to the listener; raise `Failed` if it gets too long."""
        self._written += piece
        self._odd = self._odd or mended(piece) is not piece  # checks only the new piece: there may be many
        self.text = mended(self._written[:LONGEST]) if self._odd else self._written[:LONGEST]
        if len(self._written) > LONGEST:
            raise self.failed(TRUNCATED, f"the answer is longer than {LONGEST} characters")
        if self._hear is not None:
            self._hear(self.text)

    def reply(self) -> Reply:
        """Return the complete answer; raise `Failed` if it stopped early, broke off, or is empty."""
        kind = STOPS.get(self.stop.lower().partition(":")[0])
        if kind is not None:
            raise self.failed(kind, f"the answer stopped with {self.stop[:40]}")
        if not self.stop and not _whole(self.text):
            raise self.failed(TRANSPORT, BROKE_OFF if self.text else NOTHING_CAME)
        if not self.text.strip():
            raise self.failed(EMPTY, "the answer has no text")
        return Reply(self.text, self.usage, self.cost)

    def failed(self, kind: str, why: str) -> Failed:
        """Return a failure with the text and usage received so far."""
        return Failed(kind, why, text=self.text, usage=self.usage)


def _whole(text: str) -> bool:
    """Return whether a text ends with a complete JSON object, so that it is complete without a stop reason."""
    bare = BEFORE.sub("", text, count=1).rstrip().removesuffix(FENCE)
    try:
        return isinstance(json.loads(bare), dict)
    except (ValueError, RecursionError):
        return False


def mended(text: str) -> str:
    """Return text that can be encoded: surrogate pairs are joined, lone surrogates replaced."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


# -- reading data of any shape -----------------------------------------------------------------------------


def at(value: Any, *path: str | int) -> Any:
    """Return the value at a path of keys and indexes; None if the path does not exist."""
    for step in path:
        found = isinstance(value, dict) if isinstance(step, str) else isinstance(value, list) and step < len(value)
        value = (value.get(step) if isinstance(step, str) else value[step]) if found else None
    return value


def count(value: Any, *path: str | int) -> int:
    """Return the number of tokens at a path; 0 if there is none or it is implausible."""
    found = at(value, *path)
    right = isinstance(found, int) and not isinstance(found, bool) and 0 < found <= MOST_TOKENS
    return found if right else 0


def dollars(value: Any) -> float | None:
    """Return the value as dollars; None if it is no plausible price."""
    right = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= MOST_DOLLARS
    return float(value) if right else None
