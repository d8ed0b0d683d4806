"""A round robin: the order in which pairs of players meet, block by block and table by table."""

from __future__ import annotations

from functools import lru_cache
from math import lcm

Pair = tuple[int, int]


def pair_of_block(players: int, tables: int, turn: int, table: int) -> Pair:
    """Return the two players, by number, who meet in a table's block of this turn.

    Blocks are played turn by turn, and table by table within a turn. After any number of blocks, no player has met
    others more than once more often than any other player, and at any one table not more than twice more often. Over a
    whole round robin, each table seats every pair once. `players` is at least 2.
    """
    rounds = _rounds(players)
    size = len(rounds[0])
    block = turn * tables + table
    # Without the shift a table would meet the same part of a round again wherever `tables` and `size` share a factor.
    shift = block // lcm(tables, size)
    return rounds[turn // size % len(rounds)][(block + shift) % size]


@lru_cache(maxsize=16)
def _rounds(players: int) -> tuple[tuple[Pair, ...], ...]:
    """Return every pair once, in rounds after each of which all players have met equally many others.

    A round can be played cyclically, starting at any of its pairs: no player then ever has two seats more than another.
    """
    return _matchings(players) if players % 2 == 0 else _circles(players)


def _matchings(players: int) -> tuple[tuple[Pair, ...], ...]:
    """Return the rounds for an even number of players (the circle method): each player meets one other per round."""
    turning = players - 1
    return tuple(
        ((turning, first), *(((first + n) % turning, (first - n) % turning) for n in range(1, players // 2)))
        for first in range(turning)
    )


def _circles(players: int) -> tuple[tuple[Pair, ...], ...]:
    """Return the rounds for an odd number of players (Walecki's circles through all players).

    Each player meets both of its neighbors in a circle. Every second pair of the circle comes next, so that no player
    gets ahead of another by more than one meeting.
    """
    turning, half = players - 1, players // 2
    rounds = []
    for first in range(half):
        zigzag = (first + (-n // 2 if n % 2 == 0 else (n + 1) // 2) for n in range(turning))
        circle = (turning, *(place % turning for place in zigzag))
        rounds.append(tuple((circle[2 * n % players], circle[(2 * n + 1) % players]) for n in range(players)))
    return tuple(rounds)
