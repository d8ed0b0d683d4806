"""Log entries: answers and moderator commands, in the form in which records store them."""

from __future__ import annotations

from typing import NamedTuple

from duskfall.core.ask import SPEECH_LIMIT, seat_of
from duskfall.core.facts import Claim

DEPTH, WIDTH, KEY_LIMIT = 4, 64, 80
MOST = 1 << 53  # some JSON readers round greater integers


STRAY = "stray"  # an answer to a question that was not open
LOT = "lot"  # the result of a tie-break draw; an undo takes it back together with the entry before it


class Entry(NamedTuple):
    """An answer (seat, verb, value) or a moderator command (G12)."""

    kind: str  # answer, stray, lot, remove, hand over, count, switch, pause, undo
    seat: int
    word: str
    value: object = None


def clean(value: object, depth: int = DEPTH) -> object:
    """Convert a value to JSON data within the size limits; other values become a short description of their type."""
    if type(value) is int and -MOST < value < MOST:
        return value
    if value is None or type(value) is bool:
        return value
    if isinstance(value, str):
        return clean_text(value, SPEECH_LIMIT)
    if isinstance(value, int):
        return int(value) if -MOST < value < MOST else f"<number of {value.bit_length()} bits>"
    if isinstance(value, float):
        return float(value) if abs(value) < float("inf") else f"<{float(value)}>"
    if isinstance(value, Claim):
        value = value._asdict()
    if depth and type(value) is dict:
        items = list(value.items())[:WIDTH]
        return {clean_text(key, KEY_LIMIT): clean(item, depth - 1) for key, item in items if isinstance(key, str)}
    if depth and type(value) in (list, tuple):
        return [clean(item, depth - 1) for item in value[:WIDTH]]  # type: ignore[index]
    return f"<{type(value).__name__}>"


def thought_in(value: dict[str, object]) -> str:
    """Return the private thought given with an answer; empty if there is none."""
    thought = value.get("thought")
    return thought.strip() if isinstance(thought, str) else ""


def clean_address(seat: object, verb: object, names: tuple[str, ...]) -> tuple[int, str]:
    """Return a valid seat and verb for the log; an unknown seat becomes 0, a verb that is not text becomes empty."""
    return seat_of(seat, names), clean_text(verb, KEY_LIMIT) if isinstance(verb, str) else ""


def clean_text(value: str, limit: int) -> str:
    """Return a plain `str` of at most `limit` characters; unpaired surrogates become question marks."""
    if type(value) is str and len(value) <= limit and value.isascii():
        return value
    return str.__str__(value)[:limit].encode("utf-8", "replace").decode()
