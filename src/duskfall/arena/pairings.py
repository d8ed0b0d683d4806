"""A round robin: the order in which two players at a time meet, block by block and table by table."""

from __future__ import annotations

from functools import lru_cache
from math import lcm

Pair = tuple[int, int]


def pair_of_block(players: int, tables: int, turn: int, table: int) -> Pair:
    """Return the two players, by number, who meet in a table's block of this turn.

    Blocks are played turn by turn, and table by table within a turn. After any number of blocks no player has met
    others more than once more often than any other player, at any table not more than twice more often; over a whole
    round robin each table seats every pair once. `players` is at least 2.
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

    Begun at any of its pairs and run through in a circle, a round seats nobody twice more often than anybody else.
    """
    return _matchings(players) if players % 2 == 0 else _circles(players)


def _matchings(players: int) -> tuple[tuple[Pair, ...], ...]:
    """Rounds for an even number of players (the circle method): everybody meets one other."""
    turning = players - 1
    return tuple(
        ((turning, first), *(((first + n) % turning, (first - n) % turning) for n in range(1, players // 2)))
        for first in range(turning)
    )


def _circles(players: int) -> tuple[tuple[Pair, ...], ...]:
    """Rounds for an odd number (Walecki's circles through all players): everybody meets both neighbors in a circle.

    Every second pair of the circle comes next, so that half of the players have met once before anybody meets twice.
    """
    turning, half = players - 1, players // 2
    rounds = []
    for first in range(half):
        zigzag = (first + (-n // 2 if n % 2 == 0 else (n + 1) // 2) for n in range(turning))
        circle = (turning, *(place % turning for place in zigzag))
        rounds.append(tuple((circle[2 * n % players], circle[(2 * n + 1) % players]) for n in range(players)))
    return tuple(rounds)
