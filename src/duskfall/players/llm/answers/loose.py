"""A lenient JSON parser for what models write: other quotes, bare words, comments, wrong commas, or cut off.

A text is read once from left to right, to a limited depth, so that the time stays linear in its size.
"""

from __future__ import annotations

import re

DEPTH, KEY_LIMIT, DIGITS = 12, 80, 40  # maximum levels; characters of a key; characters of a number
BRACES = 500  # maximum objects that are tried in a text
UNCLEAR = object()  # the value of a key that occurs twice with different values

BLANK = re.compile(r"(?:[\s,，;]++|//[^\n]*+|#[^\n]*+|/\*[^*/]*+\*/)*+")
COLON = re.compile(r"[:：]\s*+")
KEY = re.compile(r"[^\W\d][\w-]*+")
WORD = re.compile(r"[^\s,，:{}\[\]\"“”][^,，{}\[\]\"“”\n]*+")
NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?")
ENDS = r"\s*+[,，:：}\]]"  # follows an apostrophe that is a closing quote
QUOTES = {
    '"': re.compile(r'"([^"\\]*+(?:\\.[^"\\]*+)*+)"', re.DOTALL),
    "“": re.compile(r"“([^”\\]*+(?:\\.[^”\\]*+)*+)”", re.DOTALL),
    "'": re.compile(rf"'((?:[^'\\]++|\\.|'(?!{ENDS}))*+)'", re.DOTALL),
    "‘": re.compile(rf"‘((?:[^’\\]++|\\.|’(?!{ENDS}))*+)’", re.DOTALL),
}
ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
WORDS = {
    "true": True, "false": False, "null": None, "none": None, "undefined": None,
    "nan": float("nan"), "infinity": float("inf"), "-infinity": float("-inf"),
}  # fmt: skip


class Broken(ValueError):
    """A text that is no readable object."""


class _CutShort(Exception):
    """A text that ends before its value does."""


def whole(text: str) -> dict[str, object] | None:
    """Parse a text that is one complete object; return None if it is anything else."""
    reader = Reader(text, len(text) - len(text.lstrip()))
    try:
        found = reader.top() if text[reader.at : reader.at + 1] == "{" else None
    except Broken:
        return None
    return None if reader.cut or text[reader.at :].strip() else found


def objects(text: str) -> list[dict[str, object]]:
    """Return all objects in a text; one that is cut off has the keys that came before.

    Braces around anything else are skipped. Raises `Broken` if an object is malformed after its first key, because then
    it is unknown where the object ends, or if there are more than `BRACES` braces.
    """
    found, at = list[dict[str, object]](), text.find("{")
    for _ in range(BRACES):
        if at < 0:
            return found
        reader = Reader(text, at)
        try:
            found.append(reader.top())
        except Broken:
            if reader.begun:
                raise
        at = text.find("{", reader.at)
    raise Broken


def put(found: dict[str, object], key: str, value: object) -> None:
    """Add a key with its value; a key that already has a different value gets UNCLEAR."""
    found[key] = value if key not in found or found[key] == value else UNCLEAR


def unescape(raw: str) -> str:
    """Return the contents of a quoted string with its escapes decoded."""
    return well_formed(ESCAPE.sub(_escaped, raw) if "\\" in raw else raw)


def well_formed(text: str) -> str:
    """Return the text with surrogate pairs joined and lone surrogates replaced."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _escaped(escape: re.Match[str]) -> str:
    return chr(int(escape[1], 16)) if escape[1] else ESCAPES.get(escape[2], escape[2])


class Reader:
    """A parser of one object at a position in a text."""

    def __init__(self, text: str, at: int) -> None:
        self.text, self.at = text, at
        self.begun = self.cut = False

    def top(self) -> dict[str, object]:
        """Parse the object at the current position; `cut` is set if the text ends within it. Raises Broken."""
        found: dict[str, object] = {}
        try:
            self._pairs(found, DEPTH)
        except _CutShort:
            self.at, self.cut = len(self.text), True
        return found

    def _pairs(self, found: dict[str, object], depth: int) -> None:
        self.at += 1
        while self._next() != "}":
            key = self._key()
            self._next()
            self._take(COLON)
            self.begun = True
            put(found, key, self._value(depth))
        self.at += 1

    def _list(self, depth: int) -> list[object]:
        self.at += 1
        found = []
        while self._next() != "]":
            found.append(self._value(depth))
        self.at += 1
        return found

    def _value(self, depth: int) -> object:
        if not depth:
            raise Broken
        match self._char():
            case "{":
                found: dict[str, object] = {}
                self._pairs(found, depth - 1)
                return found
            case "[":
                return self._list(depth - 1)
            case quote if quote in QUOTES:
                return self._quoted(quote)
            case _:
                return self._word()

    def _word(self) -> object:
        word = self._take(WORD)
        if self._char() not in ",，}]\n":
            raise Broken
        return _scalar(word.strip())

    def _key(self) -> str:
        char = self._char()
        return (self._quoted(char) if char in QUOTES else self._take(KEY))[:KEY_LIMIT]

    def _quoted(self, quote: str) -> str:
        found = QUOTES[quote].match(self.text, self.at)
        if found is None:
            raise _CutShort
        self.at = found.end()
        return unescape(found[1])

    def _next(self) -> str:
        """Skip spaces, commas and comments; return the next character."""
        blank = BLANK.match(self.text, self.at)
        self.at = blank.end() if blank else self.at
        return self._char()

    def _char(self) -> str:
        if self.at >= len(self.text):
            raise _CutShort
        return self.text[self.at]

    def _take(self, shape: re.Pattern[str]) -> str:
        found = shape.match(self.text, self.at)
        if found is None:
            raise Broken
        self.at = found.end()
        return found[0]


def _scalar(word: str) -> object:
    small = word.casefold()
    if small in WORDS:
        return WORDS[small]
    if len(word) > DIGITS or not NUMBER.fullmatch(small):
        return word
    return float(small) if {*small} & {".", "e"} else int(small)
