"""An answer as it comes in: the text so far, how it stopped, what it took; and what became of it in the end."""

from __future__ import annotations

import json
import re
from typing import Any

from duskfall.players.llm.calls import EMPTY, REFUSAL, TRANSPORT, TRUNCATED, Failed, Hear, Reply, Usage

LONGEST = 65_536  # characters; no answer at a table is that long
MOST_TOKENS, MOST_DOLLARS = 100_000_000, 10_000  # of one call; a server that tells of more does not count

BEFORE = re.compile(r"(?:.*</think>)?[^{]*", re.DOTALL)  # what models write before an object ...
FENCE = "```"  # ... and after it

BROKE_OFF = "the answer broke off; it ended without a finish_reason"
NOTHING_CAME = "the server sent nothing that is part of an answer"

STOPS = {
    "length": TRUNCATED, "max_tokens": TRUNCATED, "model_context_window_exceeded": TRUNCATED,
    "content_filter": REFUSAL, "refusal": REFUSAL, "safety": REFUSAL, "error": TRANSPORT,
}  # fmt: skip
"""Why an answer can stop, in the words of the providers, other than by its end."""


class Draft:
    """What has come of an answer until now."""

    def __init__(self, hear: Hear | None = None) -> None:
        self.text = ""
        self.stop = ""  # in the provider's word; empty: it goes on
        self.usage: Usage | None = None
        self.cost: float | None = None
        self._written, self._odd, self._hear = "", False, hear

    def write(self, piece: str) -> None:
        """More text has come."""
        self._written += piece
        self._odd = self._odd or mended(piece) is not piece  # looked for in the new piece only: there may be many
        self.text = mended(self._written[:LONGEST]) if self._odd else self._written[:LONGEST]
        if len(self._written) > LONGEST:
            raise self.failed(TRUNCATED, f"the answer is longer than {LONGEST} characters")
        if self._hear is not None:
            self._hear(self.text)

    def reply(self) -> Reply:
        """The answer, now that no more will come; raises Failed if it is none."""
        kind = STOPS.get(self.stop.lower().partition(":")[0])
        if kind is not None:
            raise self.failed(kind, f"the answer stopped with {self.stop[:40]}")
        if not self.stop and not _whole(self.text):
            raise self.failed(TRANSPORT, BROKE_OFF if self.text else NOTHING_CAME)
        if not self.text.strip():
            raise self.failed(EMPTY, "the answer has no text")
        return Reply(self.text, self.usage, self.cost)

    def failed(self, kind: str, why: str) -> Failed:
        """A failure that keeps what has come."""
        return Failed(kind, why, text=self.text, usage=self.usage)


def _whole(text: str) -> bool:
    """Whether a text is a whole JSON object: then there is no more to come, though the server does not say so."""
    bare = BEFORE.sub("", text, count=1).rstrip().removesuffix(FENCE)
    try:
        return isinstance(json.loads(bare), dict)
    except (ValueError, RecursionError):
        return False


def mended(text: str) -> str:
    """Text that can be written down: halves of a character that came apart are joined, lone ones replaced."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


# -- what a server sends may be of any shape ---------------------------------------------------------------


def at(value: Any, *path: str | int) -> Any:
    """What is found on the way down; None where it leads nowhere."""
    for step in path:
        found = isinstance(value, dict) if isinstance(step, str) else isinstance(value, list) and step < len(value)
        value = (value.get(step) if isinstance(step, str) else value[step]) if found else None
    return value


def count(value: Any, *path: str | int) -> int:
    """A number of tokens on the way down; 0 where there is none."""
    found = at(value, *path)
    right = isinstance(found, int) and not isinstance(found, bool) and 0 < found <= MOST_TOKENS
    return found if right else 0


def dollars(value: Any) -> float | None:
    """A price, if it is one."""
    right = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= MOST_DOLLARS
    return float(value) if right else None
