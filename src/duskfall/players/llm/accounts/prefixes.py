"""Which part of a prompt went out before, in whole messages from the front, and how many tokens it had."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from duskfall.players.llm.calls import Message

APIECE = 16  # tokens that the marks of one message can take
AROUND = 600  # tokens that a provider can put around a prompt: how to fill in a form, for one
NOTICED, THIN = 800, 16  # bytes that are missed; bytes of a token that no tokenizer has on the average
FELL = 0.9  # a count that falls below this part of another was made otherwise, and cannot be compared with it
BYTES = 3.5  # of a token, on the average


class Size(NamedTuple):
    """A prompt's tokens, as far as they were counted before, and the bytes of the rest."""

    counted: int
    more: int
    messages: int  # of the rest

    @property
    def most(self) -> int:
        """No prompt has more tokens than this: each takes at least a byte."""
        return self.counted + self.more + APIECE * self.messages + (0 if self.counted else AROUND)

    @property
    def likely(self) -> int:
        """About as many tokens it will be."""
        return self.counted + round(self.more / BYTES)

    def beside(self, schema: str) -> Size:
        """With the form of the answer."""
        return self._replace(more=self.more + _bytes(schema))


class Peak(NamedTuple):
    """A prompt with which the server's count of its tokens still grew."""

    tokens: int
    bytes: int


class Prefixes:
    """The prompts that one model got in one game."""

    def __init__(self) -> None:
        self._seen: set[int] = set()
        self._counted: dict[int, int] = {}
        self._peaks: dict[tuple[int, str], Peak] = {}

    def repeated(self, messages: Sequence[Message]) -> int:
        """The characters of the longest whole-message prefix that an earlier prompt had; this one is noted."""
        marks = list(_marks(messages))
        known = sum(1 for mark in marks if mark in self._seen)  # if a prefix was seen, all shorter ones were
        self._seen.update(marks)
        return chars(messages[:known])

    def counted(self, messages: Sequence[Message], tokens: int, kept: int = 0, verb: str = "") -> bool:
        """The provider has counted the tokens of this prompt, of which so many messages stay, 0: all.

        Whether it seems to have read a part only: its count grew less than the prompts did since it last grew with
        them. Prompts for different verbs are not compared: some count the form of the answer too.
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
        """How long a prompt is."""
        known, tokens = 0, 0
        for number, mark in enumerate(_marks(messages), 1):
            if count := self._counted.get(mark):
                known, tokens = number, count
        rest = messages[known:]
        return Size(tokens, sum(_bytes(each.text) for each in rest), len(rest))


def chars(messages: Sequence[Message]) -> int:
    """The characters of these messages."""
    return sum(len(each.text) for each in messages)


def _marks(messages: Sequence[Message]) -> Iterator[int]:
    """A mark for each prefix, the shortest first."""
    mark = 0
    for each in messages:
        mark = hash((mark, each))
        yield mark


def _bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
