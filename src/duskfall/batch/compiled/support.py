"""The few functions that generated code calls: counter-based random draws, and operations on bits.

All are on integers of at most 64 bits. Words of 32 bits are kept in wider integers and cut off by MASK before every
shift, so that plain Python, Numba on a CPU and Numba on a GPU agree.
"""

from __future__ import annotations

MASK = 0xFFFFFFFF
STRIDE = 0x9E3779B9  # between the draws of neighboring seats
NAMES = ("MASK", "STRIDE", "mix", "key", "drawn", "popc", "first", "nth")  # the names that generated source uses


def mix(word: int) -> int:
    """Return a well-mixed 32-bit hash of a word (Wellons's lowbias32)."""
    word &= MASK
    word = ((word ^ word >> 16) * 0x21F0AAAD) & MASK
    word = ((word ^ word >> 15) * 0xD35A2D97) & MASK
    return word ^ word >> 15


def key(seed: int, game: int, half: int) -> int:
    """Return one half of a game's key, which depends on all bits of the seed and of the game's number."""
    word = mix((seed & MASK) + half * 0x85EBCA6B)
    word = mix((word + (seed >> 32 & MASK)) ^ STRIDE)
    word = mix(word + (game & MASK) * STRIDE)
    return mix(word ^ mix((game >> 32 & MASK) + 0x27D4EB2F + half))


def drawn(draws: int, seat: int, key: int, limit: int) -> int:
    """Return a seat's draw for a question, from 0 to limit - 1; it's uniform to within limit / 2**32."""
    return mix((draws + seat * STRIDE) & MASK ^ key) * limit >> 32


def popc(mask: int) -> int:
    """Return the number of seats in a set."""
    return mask.bit_count()


def first(mask: int) -> int:
    """Return the lowest seat of a set that isn't empty."""
    return (mask & -mask).bit_length() - 1


def nth(mask: int, number: int) -> int:
    """Return the seat of a set that has this many seats of the set below it."""
    for _ in range(number):
        mask &= mask - 1
    return first(mask)
