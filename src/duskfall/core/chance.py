"""Named draws from the seed: each draw is keyed by what it is for, so that order of arrival changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b, sha256
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


def shuffled(seed: int, purpose: str, items: Sequence[T]) -> list[T]:
    """The items in a drawn order (Fisher-Yates)."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = below(seed, purpose, last, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def commitment(nonce: str, seed: int) -> str:
    """What a record publishes before the game, so that nobody can change the seed later."""
    return sha256(f"{nonce}{seed}".encode()).hexdigest()
