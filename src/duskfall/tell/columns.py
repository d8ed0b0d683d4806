"""Text measured in columns: its width, padding, and line breaks. Used for terminal pages and pictures."""

from __future__ import annotations

import re
import unicodedata
from textwrap import wrap

# A word with the blanks after it; or one letter of a script without blanks, with the punctuation that follows it.
# Values joined by "|" may be separated after it.
_WIDE = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
_STOPS = "、。，．：；？！）》」』】〉”’"
_PIECE = re.compile(rf"[{_WIDE}][{_STOPS}]* *|(?:[^\s{_WIDE}|]+[{_STOPS}]*\|?|\|) *| +")


def pieces(text: str) -> list[str]:
    """Split the text into pieces; a line may be broken after each of them."""
    return _PIECE.findall(text)


def is_wide(char: str) -> bool:
    """Return whether a character takes two columns."""
    return unicodedata.east_asian_width(char) in "WF"


def columns(text: str) -> int:
    """Return how many terminal columns the text takes."""
    return len(text) if text.isascii() else sum(1 + is_wide(char) for char in text)


def padded(text: str, width: int) -> str:
    """Return the text, filled with spaces up to a width in columns."""
    return text + " " * (width - columns(text))


def folded(text: str, width: int, first: str = "", others: str = "") -> list[str]:
    """Wrap the text to a width in columns; `first` indents the first line, `others` all lines after it."""
    if "|" not in text and not any(map(is_wide, text)):
        return wrap(text, width - columns(first) + len(first), initial_indent=first, subsequent_indent=others)
    lines, start = [first], len(first)
    for piece in pieces(text):
        if len(lines[-1]) > start and columns((lines[-1] + piece).rstrip()) > width:
            lines.append(others)
            start = len(others)
        lines[-1] += piece
    return [line.rstrip() for line in lines]
