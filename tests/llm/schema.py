"""The part of JSON Schema that answers are asked in: what is wrong with a value, and a drawn value that is right.

It shares nothing with the code under test: a keyword that it does not know is an error, not a pass.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

Schema = Mapping[str, Any]

TYPES: Mapping[str, type | tuple[type, ...]] = {
    "object": dict, "array": list, "string": str, "number": (int, float), "integer": int, "boolean": bool,
    "null": type(None),
}  # fmt: skip
KNOWN = {
    "type", "enum", "properties", "required", "additionalProperties", "items", "minItems", "maxItems", "minLength",
    "maxLength", "minimum", "maximum", "pattern", "description", "title",
}  # fmt: skip


def wrong(schema: Schema, value: object, at: str = "answer") -> str:
    """What is wrong with a value, and where; empty if it is valid."""
    assert schema.keys() <= KNOWN, f"unknown keywords at {at}: {schema.keys() - KNOWN}"
    if "enum" in schema:
        return "" if value in schema["enum"] else f"{at}: {value!r} is none of {schema['enum']}"
    kind = schema["type"]
    if not isinstance(value, TYPES[kind]) or (isinstance(value, bool) and kind != "boolean"):
        return f"{at}: {value!r} is no {kind}"
    if isinstance(value, dict):
        return _wrong_object(schema, value, at)
    if isinstance(value, list):
        inside = (wrong(schema["items"], item, f"{at}[{place}]") for place, item in enumerate(value))
        return _outside(schema, "Items", len(value), at) or next(filter(None, inside), "")
    if isinstance(value, str):
        return _outside(schema, "Length", len(value), at)
    return _outside(schema, "imum", value, at) if isinstance(value, int | float) else ""


def _wrong_object(schema: Schema, value: Mapping[str, object], at: str) -> str:
    if missing := [name for name in schema.get("required", ()) if name not in value]:
        return f"{at}: no {', '.join(missing)}"
    if schema.get("additionalProperties") is False and (more := value.keys() - schema["properties"].keys()):
        return f"{at}: {', '.join(more)} not asked for"
    inside = (wrong(schema["properties"][name], item, f"{at}.{name}") for name, item in value.items())
    return next(filter(None, inside), "")


def _outside(schema: Schema, what: str, size: float, at: str) -> str:
    least, most = schema.get(f"min{what}", size), schema.get(f"max{what}", size)
    return "" if least <= size <= most else f"{at}: {size} is not between {least} and {most}"


WORDS = ("I", "trust", "nobody", "here", "watch", "the", "quiet", "one", "tonight", "and", "vote", "with", "me")


def drawn(schema: Schema, chance: Random) -> Any:
    """A valid value: any option, a few words, short lists."""
    if "enum" in schema:
        return chance.choice(schema["enum"])
    match schema["type"]:
        case "object":
            return {name: drawn(inner, chance) for name, inner in schema["properties"].items()}
        case "array":
            least = schema.get("minItems", 0)
            return [drawn(schema["items"], chance) for _ in range(least + chance.randrange(2))]
        case "string":
            return " ".join(chance.choices(WORDS, k=chance.randint(1, 9)))[: schema.get("maxLength", 99)]
        case "boolean":
            return chance.random() < 0.5
        case "integer":
            return chance.randint(schema.get("minimum", 0), schema.get("maximum", 9))
        case _:
            return round(chance.uniform(schema.get("minimum", 0.0), schema.get("maximum", 1.0)), 2)
