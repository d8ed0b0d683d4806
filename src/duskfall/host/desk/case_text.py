"""Cases as the text of a case file: YAML for people, written without a library."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

PLAIN = re.compile(r"[^\W\d_][\w-]*(?: [\w-]+)*")  # text that needs no quotes, in any script
SPECIAL = frozenset({"null", "true", "false"})
WIDTH = 116
BESIDE = ("name", "rules", "flags", "seats", "target", "immune", "start")  # a case's keys in order, before `play`


def case_text(raw: Mapping[str, Any]) -> str:
    """Return a case as an item of a case file."""
    lines = []
    for key in BESIDE:
        if key in raw:
            lines += _lines(f"  {key}: ", raw[key])
    lines[0] = f"- {lines[0][2:]}"
    lines.append("  play:" if raw["play"] else "  play: []")
    for item in raw["play"]:
        shown = [(key, value) for key, value in item.items() if value is not None]
        for number, (key, value) in enumerate(shown):
            lines += _lines(f"  {'- ' if number == 0 else '  '}{key}: ", value)
    return "\n".join(lines) + "\n"


def _lines(head: str, value: object) -> list[str]:
    """Return a key with its value, on as many lines as needed."""
    if not isinstance(value, Mapping) or len(head) + len(flow(value)) <= WIDTH:
        return [head + flow(value)]
    lines, indent = [head + "{"], " " * len(head)
    parts = [f"{scalar(key)}: {flow(each)}" for key, each in value.items()]
    for number, part in enumerate(parts):
        piece = part + ("}" if number == len(parts) - 1 else ",")
        if lines[-1].endswith("{") or len(lines[-1]) + 1 + len(piece) <= WIDTH:
            lines[-1] += piece if lines[-1].endswith("{") else f" {piece}"
        else:
            lines.append(f"{indent} {piece}")
    return lines


def flow(value: object) -> str:
    """Format a value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(key)}: {flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    return scalar(value)


def scalar(value: object) -> str:
    """Format a word, a number, true, false or null, with quotes where YAML could read it as something else."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    text = str(value)
    if PLAIN.fullmatch(text) and text.isprintable() and text.lower() not in SPECIAL:
        return text
    return '"' + "".join(map(_quoted, text)) + '"'


def _quoted(char: str) -> str:
    if char in '"\\':
        return f"\\{char}"
    if char.isprintable():
        return char
    return f"\\u{ord(char):04x}" if ord(char) <= 0xFFFF else f"\\U{ord(char):08x}"
