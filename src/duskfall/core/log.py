"""What came in: answers and the moderator's acts, in the form in which they are recorded."""

from __future__ import annotations

from typing import NamedTuple

from duskfall.core.ask import SPEECH_LIMIT

DEPTH, WIDTH = 4, 64


class Entry(NamedTuple):
    """An answer (seat, verb, value) or a moderator's act (G12)."""

    kind: str  # answer, remove, hand over, switch, pause, undo
    seat: int
    word: str
    value: object = None


def clean(value: object, depth: int = DEPTH) -> object:
    """The value as JSON can hold it, cut to the stated limits; what JSON cannot hold becomes its description."""
    if value is None or type(value) is bool:
        return value
    if isinstance(value, str):
        if len(value) <= SPEECH_LIMIT and value.isascii():
            return value
        return value[:SPEECH_LIMIT].encode("utf-8", "replace").decode()
    if isinstance(value, int):
        return value if abs(value) < 1 << 53 else f"<number of {value.bit_length()} bits>"
    if isinstance(value, float):
        return value if value == value and abs(value) != float("inf") else f"<{value}>"
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if depth and isinstance(value, dict):
        items = list(value.items())[:WIDTH]
        return {str(key)[:80]: clean(item, depth - 1) for key, item in items}
    if depth and isinstance(value, list | tuple):
        return [clean(item, depth - 1) for item in value[:WIDTH]]
    return f"<{type(value).__name__}>"
