"""Repeated prompt prefixes: which leading messages of a prompt were sent before, and their number of tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from duskfall.players.llm.calls import Message

APIECE = 16  # maximum tokens for the marks around one message
AROUND = 600  # maximum tokens that a provider adds to a prompt, such as instructions for the answer's schema
NOTICED, THIN = 800, 16  # minimum bytes for noticing a truncation; bytes per token, more than any tokenizer averages
FELL = 0.9  # a count below this share of an earlier one was made differently and can't be compared with it
BYTES = 3.5  # average bytes per token


class Size(NamedTuple):
    """The size of a prompt: tokens of the prefix that a provider has counted, and bytes of the rest."""

    counted: int  # tokens
    more: int  # bytes of the rest
    messages: int  # messages of the rest

    @property
    def most(self) -> int:
        """An upper bound for the number of tokens: each token takes at least one byte."""
        return self.counted + self.more + APIECE * self.messages + (0 if self.counted else AROUND)

    @property
    def likely(self) -> int:
        """The expected number of tokens."""
        return self.counted + round(self.more / BYTES)

    def beside(self, schema: str) -> Size:
        """Return the size including the schema of the answer."""
        return self._replace(more=self.more + _bytes(schema))


class Peak(NamedTuple):
    """The size of a prompt, kept for the last one whose token count at the server grew as expected."""

    tokens: int
    bytes: int


class Prefixes:
    """The prompts sent to one model in one game."""

    def __init__(self) -> None:
        self._seen: set[int] = set()
        self._counted: dict[int, int] = {}
        self._peaks: dict[tuple[int, str], Peak] = {}

    def repeated(self, messages: Sequence[Message]) -> int:
        """Return the characters of the longest prefix of whole messages that was sent before; remember this prompt."""
        marks = list(_marks(messages))
        known = sum(1 for mark in marks if mark in self._seen)  # if a prefix was seen, so were all shorter ones
        self._seen.update(marks)
        return chars(messages[:known])

    def counted(self, messages: Sequence[Message], tokens: int, kept: int = 0, verb: str = "") -> bool:
        """Remember the provider's token count of a prompt; return whether the server seems to have truncated it.

        A prompt counts as truncated if the token count grew much less than the prompt since it last grew as expected.
        `kept` is the number of leading messages that stay in the conversation, 0 for all. Only prompts for the same
        `verb` are compared, because some providers count the schema of the answer too.
        """
        now = Peak(tokens, sum(_bytes(each.text) for each in messages))
        marks = list(_marks(messages))
        mark = marks[(kept or len(marks)) - 1]
        last = next((self._peaks[each, verb] for each in reversed(marks) if (each, verb) in self._peaks), now)
        longer = now.bytes - last.bytes
        grew = (tokens - last.tokens) * THIN >= longer
        self._counted[mark] = tokens
        self._peaks[mark, verb] = now if grew or tokens < last.tokens * FELL else last
        return longer > NOTICED and not grew

    def size(self, messages: Sequence[Message]) -> Size:
        """Return the size of a prompt."""
        known, tokens = 0, 0
        for number, mark in enumerate(_marks(messages), 1):
            if count := self._counted.get(mark):
                known, tokens = number, count
        rest = messages[known:]
        return Size(tokens, sum(_bytes(each.text) for each in rest), len(rest))


def chars(messages: Sequence[Message]) -> int:
    """Return the number of characters in the messages."""
    return sum(len(each.text) for each in messages)


def _marks(messages: Sequence[Message]) -> Iterator[int]:
    """Yield a hash for each prefix of the messages, the shortest first."""
    mark = 0
    for each in messages:
        mark = hash((mark, each))
        yield mark


def _bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
