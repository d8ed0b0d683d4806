"""A small game in the form of generated source: each round somebody leaves by lot; the last one's side wins."""

from __future__ import annotations

from duskfall.batch.making.maker import Recipe
from duskfall.batch.program import Program
from duskfall.batch.table import Table
from duskfall.rules.registry import find

SEATS, SIDES = 7, ("", "odd", "even", "draw")

TEXT = """
BOTH = 2


def deal(seed, game, W):
    for i in range(4):
        W[i] = 0
    W[2] = K_SEATS
    W[3] = key(seed, game, 0)


def leave(W):
    n = popc(W[2])
    W[2] &= ~(1 << nth(W[2], (mix(W[3] + (W[1] + 1) * STRIDE) * n) >> 32))
    W[1] += 1


def ended(W, K):
    if popc(W[2]) > K[0]:
        return 0
    if popc(W[2]) == BOTH:
        return 3
    return 2 - (first(W[2]) & 1)


def play(seed, game, W, K, L):
    deal(seed, game, W)
    while not ended(W, K):
        leave(W)
    return ended(W, K) + 64 * W[1]


def run(seed, begin, count, W, K, L, T):
    for game in range(begin, begin + count):
        end = play(seed, game, W, K, L)
        T[end & 63] += 1
        T[0] += end >> 6


def begin(seed, game, W, K, L, O):
    deal(seed, game, W)
    O[0] = W[2]
    return 1


def step(W, K, L, A, O):
    for seat in range(1, 8):
        if A[seat] > 0:
            W[2] &= ~(1 << A[seat])
    W[1] += 1
    O[0] = W[2]
    W[0] = ended(W, K)
    return 0 if W[0] else 1
""".replace("K_SEATS", str(sum(1 << seat for seat in range(1, SEATS + 1))))


def over_at(left: int) -> Recipe:
    """The game is over when no more than so many are left."""
    return lambda table: left


def toy(text: str = TEXT, left: int = 1) -> Program:
    """What the generator would give."""
    return Program(text, 4, 4, 0, (over_at(left),))


TABLE = Table.make(find("ai-mafia"))  # the toy looks at none
