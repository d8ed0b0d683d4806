"""The fields of a host's command, parsed and checked. An invalid field raises `Refusal`, with one line for the host."""

from __future__ import annotations

from math import isfinite
from typing import Any

from duskfall.core.log import clean_text
from duskfall.tell.tongue import say
from duskfall.wire.actions import Action as Action

TEXT_LIMIT = 400
MOST_SECONDS = 3600
LONGEST_LINE = 600  # characters; refused input may be of any size, the message may not


class Refusal(ValueError):
    """A command that is invalid or not possible now; the message is one line for the host."""


def one_line(words: str) -> str:
    """Return text as one readable line of limited length."""
    line = " ".join(clean_text(words, LONGEST_LINE * 2).split())
    return line if len(line) <= LONGEST_LINE else f"{line[: LONGEST_LINE - 1]}…"


def whole(action: Action, key: str, least: int, most: int) -> int:
    """Return an integer field between `least` and `most`."""
    value = action.get(key)
    if type(value) is not int or not least <= value <= most:
        raise Refusal(say("{key}: a whole number from {least} to {most} is needed.", key=key, least=least, most=most))
    return value


def text(action: Action, key: str, limit: int = TEXT_LIMIT) -> str:
    """Return a text field, stripped and cut to the limit; empty if it's missing."""
    value = action.get(key, "")
    if not isinstance(value, str):
        raise Refusal(say("{key}: words are needed.", key=key))
    return clean_text(value.strip(), limit)


def mapping(value: object, key: str) -> dict[str, Any]:
    """Return a value that must be a dict with string keys; `key` names it in the refusal."""
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
        raise Refusal(say("{key}: a table of values is needed.", key=key))
    return value


def seats(value: object, key: str, most: int) -> tuple[int, ...]:
    """Return a list of seats from 1 to `most`, without duplicates; `key` names it in the refusal."""
    found = value if isinstance(value, list | tuple) else None
    if found is None or not all(type(each) is int and 1 <= each <= most for each in found):
        raise Refusal(say("{key}: a list of seats is needed.", key=key))
    return tuple(dict.fromkeys(found))


def number(value: object, key: str, least: float, most: float) -> float:
    """Return a number between `least` and `most`; `key` names it in the refusal."""
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not isfinite(value)
        or not least <= value <= most
    ):
        raise Refusal(say("{key}: a number from {least} to {most} is needed.", key=key, least=least, most=most))
    return value
