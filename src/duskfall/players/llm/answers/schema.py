"""Builders for JSON schemas, limited to what the strict mode of every provider supports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Part = Mapping[str, Any]


def record(fields: Mapping[str, Part], strict: bool, needed: Iterable[str] | None = None) -> Part:
    """Return the schema of an object with these fields in order.

    With `strict`, all fields are required and no others allowed; otherwise `needed` are required, by default all.
    """
    required = list(fields if strict or needed is None else needed)
    shape: dict[str, Any] = {"type": "object", "properties": dict(fields), "required": required}
    return {**shape, "additionalProperties": False} if strict else shape


def array(items: Part, most: int | None) -> Part:
    """Return the schema of a list, of at most `most` items if given."""
    shape: dict[str, Any] = {"type": "array", "items": items}
    return shape if most is None else {**shape, "maxItems": most}


def string(most: int | None) -> Part:
    """Return the schema of a string, of at most `most` characters if given."""
    return {"type": "string"} if most is None else {"type": "string", "maxLength": most}


def choice(options: Iterable[str]) -> Part:
    """Return the schema of a string that is one of the options."""
    return {"type": "string", "enum": list(options)}


def share(bounds: bool) -> Part:
    """Return the schema of a number from 0 to 1; `bounds` allows only tenths, since grammars can't limit digits."""
    return {"type": "number", "enum": [tenth / 10 for tenth in range(11)]} if bounds else {"type": "number"}
