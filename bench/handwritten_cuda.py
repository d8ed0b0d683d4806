"""The same plain game as in `handwritten.py`, written by hand for a GPU: one thread a game, all in 32-bit registers.

Ballots are counted in four bit planes: plane k holds the k-th bit of every name's count, so that a ballot is three
ands and four xors, and the most votes are found by going down the planes. Draws are xoroshiro64*, one for each ballot,
seeded from the game's number. Nothing is in memory but the two sums that a thread adds up in the end.
"""

from __future__ import annotations

import numpy as np
from numba import cuda

SEATS, MAFIA = 10, 2
U, W = np.uint32, np.uint64
ALL = U((1 << SEATS) - 1)


@cuda.jit(device=True, inline=True)
def _mixed(word):
    """32 bits, well stirred."""
    word = U(U(word ^ (word >> U(16))) * U(0x21F0AAAD))
    word = U(U(word ^ (word >> U(15))) * U(0xD35A2D97))
    return U(word ^ (word >> U(15)))


@cuda.jit(device=True, inline=True)
def _turned(word, by):
    return U(U(word << U(by)) | U(word >> U(32 - by)))


@cuda.jit(device=True, inline=True)
def _below(draw, bound):
    """A number below the bound from 32 bits."""
    return U((W(draw) * W(bound)) >> W(32))


@cuda.jit(device=True, inline=True)
def _nth(seats, number):
    """The seat with so many below it in the set, as a set."""
    while number:
        seats = U(seats & U(seats - U(1)))
        number = U(number - U(1))
    return U(seats & U(U(0) - seats))


@cuda.jit
def run(seed, begin, count, tally):
    """Games from `begin` on: tally[0] the rounds of all, tally[1] how many the Mafia has won."""
    won, took = W(0), W(0)
    game, step = begin + cuda.grid(1), cuda.gridsize(1)
    while game < begin + count:
        a = _mixed(U(_mixed(U(U(game) * U(0x9E3779B9))) ^ U(seed)))
        b = U(_mixed(U(U(game >> 32) ^ U(0x85EBCA6B)) ^ a) | U(1))
        evil, alive, living, mafia, rounds = U(MAFIA), U(SEATS), ALL, U(0), U(0)
        leader, dealt = U(0), U(0)
        while True:
            draw = U(a * U(0x9E3779BB))
            b = U(a ^ b)
            a = U(U(_turned(a, 26) ^ b) ^ U(b << U(9)))
            b = _turned(b, 13)
            if dealt < U(MAFIA):
                mafia = U(mafia | _nth(U(ALL & ~mafia), _below(draw, U(U(SEATS) - dealt))))
                dealt = U(dealt + U(1))
                continue
            living = U(living & ~_nth(U(living & ~mafia), _below(draw, U(alive - evil))))
            alive = U(alive - U(1))
            rounds = U(rounds + U(1))
            if evil + evil >= alive:
                won += W(1)
                break
            p0, p1, p2, p3 = U(0), U(0), U(0), U(0)
            for _ in range(alive):
                draw = U(a * U(0x9E3779BB))
                b = U(a ^ b)
                a = U(U(_turned(a, 26) ^ b) ^ U(b << U(9)))
                b = _turned(b, 13)
                ballot = U(U(1) << _below(draw, U(alive + U(1))))  # the last stands for skip
                carried = U(p0 & ballot)
                p0 = U(p0 ^ ballot)
                ballot = U(p1 & carried)
                p1 = U(p1 ^ carried)
                p3 = U(p3 ^ U(p2 & ballot))
                p2 = U(p2 ^ ballot)
            most = p3 if p3 else U(0xFFFFFFFF)
            most = U(most & p2) if most & p2 else most
            most = U(most & p1) if most & p1 else most
            most = U(most & p0) if most & p0 else most
            if most & U(most - U(1)) or most >> alive:
                continue  # a tie, or skip
            leader = _nth(living, U(cuda.ffs(most) - 1))
            living = U(living & ~leader)
            alive = U(alive - U(1))
            if leader & mafia:
                evil = U(evil - U(1))
            if evil == U(0):
                break
            if evil + evil >= alive:
                won += W(1)
                break
        took += W(rounds)
        game += step
    cuda.atomic.add(tally, 0, took)
    cuda.atomic.add(tally, 1, won)
