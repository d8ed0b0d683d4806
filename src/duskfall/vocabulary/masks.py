"""Sets of seats as bit masks: a seat is its number, counted from 1 (G9), and bit k of a set stands for seat k."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=1 << 14)  # the same few sets come up again and again
def bits(mask: int) -> tuple[int, ...]:
    """The seats of a set, ascending."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


def only(seats: tuple[int, ...] | list[int]) -> int:
    """The set of just these seats."""
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask


def has(mask: int, seat: int) -> bool:
    """Whether a seat is in a set."""
    return mask >> seat & 1 == 1


def add(mask: int, seat: int) -> int:
    """The set with this seat."""
    return mask | 1 << seat


def without(mask: int, seat: int) -> int:
    """The set less this seat."""
    return mask & ~(1 << seat)
