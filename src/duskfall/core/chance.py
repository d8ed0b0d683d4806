"""Random draws derived from a game's seed. Each has a purpose and a number, so their order changes no result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b, sha256
from itertools import count
from struct import Struct
from typing import TypeVar

T = TypeVar("T")


def draw(seed: int, purpose: str, number: int) -> int:
    """Return 64 random bits for this purpose and number."""
    key = f"{seed}|{purpose}|{number}".encode()
    return int.from_bytes(blake2b(key, digest_size=8).digest(), "big")


def below(seed: int, purpose: str, number: int, limit: int) -> int:
    """Return a random integer from 0 to limit - 1, uniform to within limit / 2**64."""
    return draw(seed, purpose, number) * limit >> 64


def pick(seed: int, purpose: str, number: int, items: Sequence[T]) -> T:
    """Return one of the items, drawn for this purpose and number."""
    return items[below(seed, purpose, number, len(items))]


class Draws:
    """The random integers of one purpose, by index. One hash yields eight of them, so consecutive draws are cheap."""

    __slots__ = ("block", "purpose", "seed", "words")

    def __init__(self, seed: int, purpose: str) -> None:
        self.seed, self.purpose = seed, purpose
        self.block: int | None = None
        self.words: tuple[int, ...] = ()

    def below(self, number: int, limit: int) -> int:
        """Return the draw with this index, from 0 to limit - 1."""
        block = number >> 3
        if block != self.block:
            self.block, self.words = block, self._eight(block)
        return self.words[number & 7] * limit >> 64

    def each(self, limit: int) -> Iterator[int]:
        """Yield all draws in order, without end, each from 0 to limit - 1."""
        for block in count():
            for word in self._eight(block):
                yield word * limit >> 64

    def _eight(self, block: int) -> tuple[int, ...]:
        key = f"{self.seed}|{self.purpose}|{block}".encode()
        return EIGHT.unpack(blake2b(key, digest_size=64).digest())


EIGHT = Struct(">8Q")


def shuffled(seed: int, purpose: str, items: Sequence[T]) -> list[T]:
    """Return the items in a random order (Fisher-Yates)."""
    order, draws = list(items), Draws(seed, purpose)
    for last in range(len(order) - 1, 0, -1):
        other = draws.below(last, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def commitment(secret: str) -> str:
    """Return the hash of a secret, published before the game so that nobody can change the secret later."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
