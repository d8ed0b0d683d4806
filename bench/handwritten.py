"""Plain Mafia with random ballots, written by hand in Numba for just this game: what the simulator is measured against.

Ten seats, two of the Mafia and eight Villagers, as the simulator plays them on ai-mafia: by night the Mafia kills any
other, by day every living player votes for a living player, oneself too, or skips, and whoever alone has the most
votes leaves; the Mafia wins at parity. Seats are bit masks, a ballot names the n-th of the living, and the ballots
are counted four bits a name in one word. Draws are counter-based (splitmix64), two of 32 bits from every word.
"""

from __future__ import annotations

import numpy as np
from numba import njit

SEATS, MAFIA = 10, 2
U = np.uint64
STEP, FIRST, SECOND = U(0x9E3779B97F4A7C15), U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB)
LOW = U(0xFFFFFFFF)


@njit(inline="always")
def _word(state):
    """64 bits, well stirred."""
    state = (state ^ (state >> U(30))) * FIRST
    state = (state ^ (state >> U(27))) * SECOND
    return state ^ (state >> U(31))


@njit(inline="always")
def _below(draw, bound):
    """A number below the bound from 32 bits."""
    return np.int64((draw * U(bound)) >> U(32))


@njit(inline="always")
def _nth(seats, number):
    """The seat with so many below it in the set, as a set."""
    for _ in range(number):
        seats &= seats - 1
    return seats & -seats


@njit
def play(seed, number):
    """One game: 1 if the Mafia has won; and how many rounds it took."""
    state = _word(U(seed) + U(number) * STEP) + STEP
    draw = _word(state)
    one, other = _below(draw & LOW, SEATS), _below(draw >> U(32), SEATS - 1)
    mafia = 1 << one | 1 << (other + (other >= one))
    living, alive, evil, rounds = (1 << SEATS) - 1, SEATS, MAFIA, 0
    while True:
        rounds += 1
        state += STEP
        draw = _word(state)
        living &= ~_nth(living & ~mafia, _below(draw & LOW, alive - evil))
        alive -= 1
        if 2 * evil >= alive:
            return 1, rounds
        votes, most, leader, tied = 0, 0, 0, False
        for voter in range(alive):
            if voter & 1:
                state += STEP
                draw = _word(state)
                half = draw & LOW
            else:
                half = draw >> U(32)
            named = _below(half, alive + 1)  # the last stands for skip
            votes += 1 << 4 * named
            count = votes >> 4 * named & 15
            if count > most:
                most, leader, tied = count, named, False
            elif count == most:
                tied = True
        if not tied and leader < alive:
            out = _nth(living, leader)
            living &= ~out
            alive -= 1
            if out & mafia:
                evil -= 1
                if evil == 0:
                    return 0, rounds
            if 2 * evil >= alive:
                return 1, rounds


@njit(nogil=True)
def run(seed, begin, count):
    """Many games: how many the Mafia has won, and all their rounds."""
    won, rounds = 0, 0
    for number in range(begin, begin + count):
        mafia, took = play(seed, number)
        won += mafia
        rounds += took
    return won, rounds
