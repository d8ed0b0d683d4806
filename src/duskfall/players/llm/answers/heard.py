"""The speech stream: extracts the speech, and nothing else, from an answer that is still arriving.

Only an answer that starts as a JSON object is read. After anything unexpected the stream stays silent, because private
thoughts could otherwise be taken for a speech.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from duskfall.core.ask import SPEECH_LIMIT
from duskfall.players.llm.answers.asides import MAYBE, TAG, aloud, aloud_so_far
from duskfall.players.llm.answers.loose import QUOTES, unescape

SPEECH = "speech"
KEY_LIMIT, TAG_LIMIT = 200, 48
FENCE = "```json"
OPENING = re.compile(r"(?:[\s\ufeff]|```(?:json)?(?=[\s{]))*+", re.IGNORECASE)
BLANK, PLAIN = re.compile(r"\s*+"), re.compile(r'[^"\\]*+')
SCALAR, NESTED = re.compile(r"[\w.+-]*+"), re.compile(r'[^"{}\[\]]*+')
HIGH, LOW = r"\\u[dD][89abAB][0-9a-fA-F]{2}", r"\\u[dD][c-fC-F][0-9a-fA-F]{2}"
ESCAPE = re.compile(rf"{HIGH}{LOW}|\\u[0-9a-fA-F]{{4}}|\\.", re.DOTALL)
UNFINISHED = re.compile(
    rf"(?:\\|\\u[0-9a-fA-F]{{0,3}}|{HIGH}(?:\\|\\u|\\u[dD](?:[c-fC-F][0-9a-fA-F]?)?)?)\Z"
)  # an unfinished escape, or the first half of a surrogate pair


def heard(text: str) -> str:
    """Return the speech in the beginning of an answer, as far as it is written."""
    return Ear().hear(text)


class Ear:
    """An incremental parser of one answer; each piece is scanned once."""

    def __init__(self) -> None:
        self.text, self.at = "", 0  # the text not yet parsed, and the position in it
        self.said, self.ended = "", False
        self.words = ""  # the speech without reasoning
        self.key, self.depth = "", 0
        self.state: Callable[[], bool] = self._opening

    def hear(self, piece: str) -> str:
        """Take the next piece of the answer and return the whole speech so far."""
        self.text, self.at = self.text[self.at :] + piece, 0
        before = len(self.said), self.ended
        while self.at < len(self.text) and self.state():
            pass
        if before != (len(self.said), self.ended):
            self.words = (aloud(self.said) if self.ended else aloud_so_far(self.said)).strip()
        return self.words

    # Each state continues at the current position and returns whether it advanced; if not, more text is needed.

    def _to(self, state: Callable[[], bool], step: int = 0) -> bool:
        self.state = state
        self.at += step
        return True

    def _skip(self, shape: re.Pattern[str]) -> str:
        """Skip what matches; return the following character, empty at the end of the text."""
        found = shape.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.text[self.at : self.at + 1]

    def _opening(self) -> bool:
        char = self._skip(OPENING)
        rest = self.text[self.at : self.at + TAG_LIMIT]
        if char == "{":
            return self._to(self._name, 1)
        if FENCE.startswith(rest.lower()) or MAYBE.fullmatch(rest):
            return False
        return self._to(self._aside)

    def _aside(self) -> bool:
        """Skip reasoning, or prose that may turn out to be reasoning, up to its closing tag."""
        closing = next((tag for tag in TAG.finditer(self.text, self.at) if any(tag.groups())), None)
        if closing:
            return self._to(self._opening, closing.end() - self.at)
        self.at = max(self.at, len(self.text) - TAG_LIMIT)
        return False

    def _deaf(self) -> bool:
        self.at = len(self.text)
        return False

    def _name(self) -> bool:
        char = self._skip(BLANK)
        key = QUOTES['"'].match(self.text, self.at)
        if key:
            self.key = unescape(key[1])
            return self._to(self._colon, key.end() - self.at)
        wait = char in ('"', "") and len(self.text) - self.at < KEY_LIMIT
        return False if wait else self._to(self._deaf)

    def _colon(self) -> bool:
        char = self._skip(BLANK)
        return bool(char) and self._to(self._value if char == ":" else self._deaf, 1)

    def _value(self) -> bool:
        match self._skip(BLANK):
            case "":
                return False
            case '"':
                return self._to(self._speech if self.key == SPEECH else self._string, 1)
            case "{" | "[":
                return self._to(self._nested)
            case _:
                return self._to(self._scalar)

    def _string(self) -> bool:
        match self._skip(PLAIN):
            case "":
                return False
            case '"':
                return self._to(self._nested if self.depth else self._comma, 1)
            case _:
                return self.at + 1 < len(self.text) and self._to(self._string, 2)

    def _nested(self) -> bool:
        char = self._skip(NESTED)
        if not char:
            return False
        if char == '"':
            return self._to(self._string, 1)
        self.depth += 1 if char in "{[" else -1
        return self._to(self._nested if self.depth else self._comma, 1)

    def _scalar(self) -> bool:
        return bool(self._skip(SCALAR)) and self._to(self._comma)

    def _comma(self) -> bool:
        char = self._skip(BLANK)
        return bool(char) and self._to(self._name if char == "," else self._deaf, 1)

    def _speech(self) -> bool:
        start = self.at
        char = self._skip(PLAIN)
        self._say(self.text[start : self.at])
        if char == '"' or len(self.said) == SPEECH_LIMIT:
            self.ended = True
            return self._to(self._deaf)
        if not char or UNFINISHED.match(self.text, self.at):
            return False
        escape = ESCAPE.match(self.text, self.at)
        self._say(unescape(escape[0]) if escape else "")
        return self._to(self._speech, escape.end() - self.at if escape else 1)

    def _say(self, words: str) -> None:
        self.said = (self.said + words)[:SPEECH_LIMIT]
