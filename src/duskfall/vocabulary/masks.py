"""Sets of seats as bit masks. Seats are numbered from 1 (G9), and bit k of a mask stands for seat k."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=1 << 14)  # the same few sets come up again and again
def bits(mask: int) -> tuple[int, ...]:
    """Return the seats of a set, ascending."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


def only(seats: tuple[int, ...] | list[int]) -> int:
    """Return the set of just these seats."""
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask


def has(mask: int, seat: int) -> bool:
    """Return whether a seat is in a set."""
    return mask >> seat & 1 == 1


def add(mask: int, seat: int) -> int:
    """Return the set with this seat added."""
    return mask | 1 << seat


def without(mask: int, seat: int) -> int:
    """Return the set without this seat."""
    return mask & ~(1 << seat)
