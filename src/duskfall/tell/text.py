"""Helpers for English text: lists, identifiers as words, numbers, citations, and text that is safe to print."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

_HUMP = re.compile(r"(?<=[a-z])[A-Z]")
JOINERS = "\u200c\u200d"  # zero-width characters that bind letters and emoji


def listing(parts: Iterable[str], word: str = "and") -> str:
    """Join English parts: "one, two and three". `word` replaces "and"."""
    items = list(parts)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {word} {items[-1]}"


def code(name: str) -> str:
    """Wrap text that people type literally in Markdown code marks."""
    return f"`{name}`"


def quote(word: str) -> str:
    """Wrap a word in double quotes, as players read it."""
    return f'"{word}"'


def spaced(name: str) -> str:
    """Return an identifier as words: `vote_out` becomes "vote out", `anyTarget` "any target"."""
    return _HUMP.sub(lambda hump: f" {hump[0].lower()}", name.replace("_", " ").replace("-", " "))


def spacings(names: Iterable[str], word: str = "and") -> str:
    """Join several identifiers as words: "vote out, kill and heal". `word` replaces "and"."""
    return listing(map(spaced, names), word)


def capital(text: str) -> str:
    """Return the text with its first letter capitalized."""
    return text[:1].upper() + text[1:]


def cite(rule: str) -> str:
    """Return a rule id as a citation to append to a line, for example " [WW-9]"; empty without a rule."""
    return f" [{rule}]" if rule else ""


def sentence(text: str, rule: str = "") -> str:
    """Return the text as a full sentence: capitalized, with a period and its citation."""
    return f"{capital(text)}.{cite(rule)}"


def plural(count: int, noun: str) -> str:
    """Return a count with its English noun: "1 round", "2 rounds"."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def times(count: int) -> str:
    """Return a number of repetitions in English: "once", "twice", "3 times"."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def shown(value: bool | int | float | Fraction | str) -> str:
    """Return a value as people read it: "on" or "off" for a boolean, 1.5 for a number, a word as it is."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, str):
        return value
    return f"{float(value):g}"


def safe(text: str) -> str:
    """Return untrusted text as one printable line.

    Each run of whitespace becomes one space; unprintable characters, except joiners, become escapes.
    """
    plain = text if text.isprintable() else "".join(map(_safe, text))
    return " ".join(plain.split())


def safe_lines(text: str) -> str:
    """Make every line of untrusted text safe to print, and keep the line breaks."""
    return "\n".join(map(safe, text.split("\n")))


def _safe(char: str) -> str:
    if char.isprintable() or char in JOINERS:
        return char
    return " " if char.isspace() else char.encode("unicode_escape").decode()


def wins(side: str) -> str:
    """Return a side with its English verb: "town wins", "werewolves win"."""
    return f"{side} {'win' if side.endswith('s') else 'wins'}"
