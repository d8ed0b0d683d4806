"""Small change of the English sentence: lists, names of acts, numbers, citations, text safe to print."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

_HUMP = re.compile(r"(?<=[a-z])[A-Z]")
JOINERS = "\u200c\u200d"  # they bind letters and emoji, and show nothing of their own


def listing(parts: Iterable[str], word: str = "and") -> str:
    """One, two and three."""
    items = list(parts)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {word} {items[-1]}"


def code(name: str) -> str:
    """What people type as it stands."""
    return f"`{name}`"


def quote(word: str) -> str:
    """A word as it is told to players."""
    return f'"{word}"'


def spaced(name: str) -> str:
    """A name as words: `vote_out` is "vote out", `no-mafia-left` is "no mafia left", `anyTarget` is "any target"."""
    return _HUMP.sub(lambda hump: f" {hump[0].lower()}", name.replace("_", " ").replace("-", " "))


def spacings(names: Iterable[str], word: str = "and") -> str:
    """Several such names."""
    return listing(map(spaced, names), word)


def capital(text: str) -> str:
    """The text with a capital letter in front."""
    return text[:1].upper() + text[1:]


def cite(rule: str) -> str:
    """A citation to go after a line; nothing if there is no rule."""
    return f" [{rule}]" if rule else ""


def sentence(text: str, rule: str = "") -> str:
    """A whole sentence, with its citation."""
    return f"{capital(text)}.{cite(rule)}"


def plural(count: int, noun: str) -> str:
    """1 round, 2 rounds."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def times(count: int) -> str:
    """Once, twice, 3 times."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def shown(value: bool | int | float | Fraction | str) -> str:
    """A value as people read it: on and off, 1.5, a word."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, str):
        return value
    return f"{float(value):g}"


def safe(text: str) -> str:
    """The text on one line: blanks of every kind become one space, what does not print becomes its escape."""
    plain = text if text.isprintable() else "".join(map(_safe, text))
    return " ".join(plain.split())


def safe_lines(text: str) -> str:
    """The text line by line, each safe to print."""
    return "\n".join(map(safe, text.split("\n")))


def _safe(char: str) -> str:
    if char.isprintable() or char in JOINERS:
        return char
    return " " if char.isspace() else char.encode("unicode_escape").decode()


def wins(side: str) -> str:
    """A side and what it does: town wins, werewolves win."""
    return f"{side} {'win' if side.endswith('s') else 'wins'}"
