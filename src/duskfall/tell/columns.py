"""Text in columns of a terminal and lines of a picture: how wide it is, where it may be broken."""

from __future__ import annotations

import re
import unicodedata
from textwrap import wrap

# A word with the blanks behind it; or one letter of a script without blanks, with the stops that belong to it.
# Values joined by "|" may be parted after it.
_WIDE = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
_STOPS = "、。，．：；？！）》」』】〉”’"
_PIECE = re.compile(rf"[{_WIDE}][{_STOPS}]* *|(?:[^\s{_WIDE}|]+[{_STOPS}]*\|?|\|) *| +")


def pieces(text: str) -> list[str]:
    """The text in pieces between which a line may end."""
    return _PIECE.findall(text)


def is_wide(char: str) -> bool:
    """Whether a letter takes two columns."""
    return unicodedata.east_asian_width(char) in "WF"


def columns(text: str) -> int:
    """How many columns of a terminal the text takes."""
    return len(text) if text.isascii() else sum(1 + is_wide(char) for char in text)


def padded(text: str, width: int) -> str:
    """The text, with blanks up to a width."""
    return text + " " * (width - columns(text))


def folded(text: str, width: int, first: str = "", others: str = "") -> list[str]:
    """The text on lines of no more columns than that, the first one and the others indented."""
    if "|" not in text and not any(map(is_wide, text)):
        return wrap(text, width - columns(first) + len(first), initial_indent=first, subsequent_indent=others)
    lines, start = [first], len(first)
    for piece in pieces(text):
        if len(lines[-1]) > start and columns((lines[-1] + piece).rstrip()) > width:
            lines.append(others)
            start = len(others)
        lines[-1] += piece
    return [line.rstrip() for line in lines]
