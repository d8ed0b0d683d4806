"""JSON from strangers: small, shallow, its numbers short and finite, its characters whole."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

LARGEST = 8 * 1024  # bytes of a frame, or of a call about a table
DEEPEST = 8  # lists and objects inside each other
DIGITS = 15  # of a number: what a page can count to


class BadFrame(ValueError):
    """What was sent is no JSON object that anybody here would send."""


def parsed(data: str | bytes) -> dict[str, Any]:
    """The object in a frame or a body; raises BadFrame."""
    if len(data) > LARGEST:
        raise BadFrame
    try:
        found = json.loads(data, parse_int=_whole, parse_float=_finite, parse_constant=_nothing)
    except (ValueError, RecursionError):
        raise BadFrame from None
    if not isinstance(found, dict):
        raise BadFrame
    return {_mended(key): _cleaned(value, 1) for key, value in found.items()}


def written(found: object) -> str:
    """An answer or a frame as text."""
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def _cleaned(value: object, depth: int) -> object:
    if isinstance(value, str):
        return _mended(value)
    if isinstance(value, list | dict) and depth > DEEPEST:
        raise BadFrame
    if isinstance(value, list):
        return [_cleaned(each, depth + 1) for each in value]
    if isinstance(value, dict):
        return {_mended(key): _cleaned(each, depth + 1) for key, each in value.items()}
    return value


def _mended(text: str) -> str:
    """Half a character, as a page sends it when it cuts an emoji in two, becomes a mark that can be written."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _whole(digits: str) -> int:
    if len(digits) > DIGITS:
        raise BadFrame
    return int(digits)


def _finite(digits: str) -> float:
    found = float(digits)
    if not math.isfinite(found):
        raise BadFrame
    return found


def _nothing(name: str) -> NoReturn:
    """NaN and Infinity are no JSON."""
    raise BadFrame
