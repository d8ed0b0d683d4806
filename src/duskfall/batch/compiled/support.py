"""The few functions that compiled code calls: counter-based draws and bits. All integers, none above 64 bits.

Words of 32 bits are kept in wider integers and cut off by MASK before every shift, so that plain Python, Numba on a CPU
and Numba on a GPU come to the same.
"""

from __future__ import annotations

MASK = 0xFFFFFFFF
STRIDE = 0x9E3779B9  # between the draws of neighbouring seats
NAMES = ("MASK", "STRIDE", "mix", "key", "drawn", "popc", "first", "nth")  # what generated source finds there


def mix(word: int) -> int:
    """32 bits, well stirred (Wellons's lowbias32)."""
    word &= MASK
    word = ((word ^ word >> 16) * 0x21F0AAAD) & MASK
    word = ((word ^ word >> 15) * 0xD35A2D97) & MASK
    return word ^ word >> 15


def key(seed: int, game: int, half: int) -> int:
    """One half of the key of a game; both follow from all bits of the seed and of the game's number."""
    word = mix((seed & MASK) + half * 0x85EBCA6B)
    word = mix((word + (seed >> 32 & MASK)) ^ STRIDE)
    word = mix(word + (game & MASK) * STRIDE)
    return mix(word ^ mix((game >> 32 & MASK) + 0x27D4EB2F + half))


def drawn(draws: int, seat: int, key: int, limit: int) -> int:
    """The draw of a seat among those of a question, from 0 to limit - 1: uniform to within limit / 2**32."""
    return mix((draws + seat * STRIDE) & MASK ^ key) * limit >> 32


def popc(mask: int) -> int:
    """How many seats are in a set."""
    return mask.bit_count()


def first(mask: int) -> int:
    """The lowest seat of a set that is not empty."""
    return (mask & -mask).bit_length() - 1


def nth(mask: int, number: int) -> int:
    """The seat with so many below it in the set, 0 for the lowest."""
    for _ in range(number):
        mask &= mask - 1
    return first(mask)
