"""A speech while it is being written: the words of an answer that has not ended yet, and nothing else of it.

Only an answer that begins as the JSON object that it should be is listened to. Where it is anything else, nothing more
is heard of it: a thought could be taken for a speech.
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
)  # an escape, or the first half of a character, to which more may belong


def heard(text: str) -> str:
    """The speech in a part of an answer, as far as it is written."""
    return Ear().hear(text)


class Ear:
    """Listens to one answer, piece by piece; every piece is looked at once."""

    def __init__(self) -> None:
        self.text, self.at = "", 0  # what is not yet understood, and from where on
        self.said, self.ended = "", False
        self.words = ""  # of it, what is for others to hear
        self.key, self.depth = "", 0
        self.state: Callable[[], bool] = self._opening

    def hear(self, piece: str) -> str:
        """All that was said, once this piece has come too."""
        self.text, self.at = self.text[self.at :] + piece, 0
        before = len(self.said), self.ended
        while self.at < len(self.text) and self.state():
            pass
        if before != (len(self.said), self.ended):
            self.words = (aloud(self.said) if self.ended else aloud_so_far(self.said)).strip()
        return self.words

    # Each state goes on from where the last one stood, and returns whether it got anywhere; if not, more has to come.

    def _to(self, state: Callable[[], bool], step: int = 0) -> bool:
        self.state = state
        self.at += step
        return True

    def _skip(self, shape: re.Pattern[str]) -> str:
        """Pass over this; the character that follows, or nothing."""
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
        """Reasoning, or prose that may turn out to be reasoning, up to the tag that closes it."""
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
