"""The parts of a JSON schema that every provider's strict mode takes: objects, lists, strings, options, numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Part = Mapping[str, Any]


def record(fields: Mapping[str, Part], strict: bool, needed: Iterable[str] | None = None) -> Part:
    """An object of these fields, in this order; strict means all of them and no others."""
    required = list(fields if strict or needed is None else needed)
    shape: dict[str, Any] = {"type": "object", "properties": dict(fields), "required": required}
    return {**shape, "additionalProperties": False} if strict else shape


def array(items: Part, most: int | None) -> Part:
    """A list, perhaps of at most so many."""
    shape: dict[str, Any] = {"type": "array", "items": items}
    return shape if most is None else {**shape, "maxItems": most}


def string(most: int | None) -> Part:
    """Any words, perhaps of at most so many characters."""
    return {"type": "string"} if most is None else {"type": "string", "maxLength": most}


def choice(options: Iterable[str]) -> Part:
    """One of these."""
    return {"type": "string", "enum": list(options)}


def share(bounds: bool) -> Part:
    """A number from 0 to 1; where lengths are bounded, in tenths: a grammar cannot keep digits from going on."""
    return {"type": "number", "enum": [tenth / 10 for tenth in range(11)]} if bounds else {"type": "number"}
