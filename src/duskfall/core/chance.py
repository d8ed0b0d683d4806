"""Named draws from the seed: each draw is keyed by what it is for, so that order of arrival changes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b, sha256
from itertools import count
from struct import Struct
from typing import TypeVar

T = TypeVar("T")


def draw(seed: int, purpose: str, number: int) -> int:
    """64 random bits for this purpose and number."""
    key = f"{seed}|{purpose}|{number}".encode()
    return int.from_bytes(blake2b(key, digest_size=8).digest(), "big")


def below(seed: int, purpose: str, number: int, limit: int) -> int:
    """A draw from 0 to limit - 1, uniform to within limit / 2**64."""
    return draw(seed, purpose, number) * limit >> 64


def pick(seed: int, purpose: str, number: int, items: Sequence[T]) -> T:
    """One of the items."""
    return items[below(seed, purpose, number, len(items))]


class Draws:
    """The draws of one purpose, by number: eight come from one hash, so that a player's next draw is cheap."""

    __slots__ = ("block", "purpose", "seed", "words")

    def __init__(self, seed: int, purpose: str) -> None:
        self.seed, self.purpose = seed, purpose
        self.block: int | None = None
        self.words: tuple[int, ...] = ()

    def below(self, number: int, limit: int) -> int:
        """The draw of this number, from 0 to limit - 1."""
        block = number >> 3
        if block != self.block:
            self.block, self.words = block, self._eight(block)
        return self.words[number & 7] * limit >> 64

    def each(self, limit: int) -> Iterator[int]:
        """All draws in their order, from 0 to limit - 1."""
        for block in count():
            for word in self._eight(block):
                yield word * limit >> 64

    def _eight(self, block: int) -> tuple[int, ...]:
        key = f"{self.seed}|{self.purpose}|{block}".encode()
        return EIGHT.unpack(blake2b(key, digest_size=64).digest())


EIGHT = Struct(">8Q")


def shuffled(seed: int, purpose: str, items: Sequence[T]) -> list[T]:
    """The items in a drawn order (Fisher-Yates)."""
    order, draws = list(items), Draws(seed, purpose)
    for last in range(len(order) - 1, 0, -1):
        other = draws.below(last, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def commitment(secret: str) -> str:
    """What a record publishes before the game, so that nobody can change the secret later."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
