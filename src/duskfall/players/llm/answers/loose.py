"""JSON as models write it: with other quotes, bare words, comments, commas too many or too few, or broken off.

A text is read once from left to right and no deeper than a few levels, so that its size and depth cost nothing more.
"""

from __future__ import annotations

import re

DEPTH, KEY_LIMIT, DIGITS = 12, 80, 40
BRACES = 500  # that may open in a text, one after the other
UNCLEAR = object()  # what a key holds that is given twice, each time with something else

BLANK = re.compile(r"(?:[\s,，;]++|//[^\n]*+|#[^\n]*+|/\*[^*/]*+\*/)*+")
COLON = re.compile(r"[:：]\s*+")
KEY = re.compile(r"[^\W\d][\w-]*+")
WORD = re.compile(r"[^\s,，:{}\[\]\"“”][^,，{}\[\]\"“”\n]*+")
NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?")
ENDS = r"\s*+[,，:：}\]]"  # what follows an apostrophe that closes
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
    """No object, whatever it was meant to be."""


class _CutShort(Exception):
    """The text ends before the value does."""


def whole(text: str) -> dict[str, object] | None:
    """The object that this text is, if it is one from beginning to end."""
    reader = Reader(text, len(text) - len(text.lstrip()))
    try:
        found = reader.top() if text[reader.at : reader.at + 1] == "{" else None
    except Broken:
        return None
    return None if reader.cut or text[reader.at :].strip() else found


def objects(text: str) -> list[dict[str, object]]:
    """The objects in a text, one after the other; of one that is broken off, what it holds until then.

    Braces around something else are passed over. Where an object breaks in its middle, nobody can tell what of the
    rest is inside of it: that raises Broken.
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
    """Add a pair; a key with two values has none that is clear."""
    found[key] = value if key not in found or found[key] == value else UNCLEAR


def unescape(raw: str) -> str:
    """What stands between two quotes, its escapes read."""
    return well_formed(ESCAPE.sub(_escaped, raw) if "\\" in raw else raw)


def well_formed(text: str) -> str:
    """The text with the halves of characters joined; a half that is alone is replaced."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _escaped(escape: re.Match[str]) -> str:
    return chr(int(escape[1], 16)) if escape[1] else ESCAPES.get(escape[2], escape[2])


class Reader:
    """One object, while it is read from a place in a text."""

    def __init__(self, text: str, at: int) -> None:
        self.text, self.at = text, at
        self.begun = self.cut = False

    def top(self) -> dict[str, object]:
        """The object that begins here."""
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
        """The next character that is not blank, a comma, or part of a comment."""
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
