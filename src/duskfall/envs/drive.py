"""Many games at once, as compiled code plays them: each goes on to its next question to a seat that a learner controls.

Like `fold.py`, this text is compiled together with a generated program, which has `begin` and `step`. Letters are the
program's: W a game's state, K constants, L the log, A answers, O what is asked; and here, by game: C what controlled
seats know (X), may do (M) and get (R), H the true roles, G what is counted.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from duskfall.batch.rows import Kind
from duskfall.batch.support import MASK, STRIDE, key, mix, nth, popc
from duskfall.envs.fold import allow, ask, fold, legal, role_of, target_of
from duskfall.envs.layout import At
from duskfall.envs.text import Ints

if TYPE_CHECKING:

    def begin(seed: int, game: int, W: Ints, K: Ints, L: Ints, O: Ints) -> int:  # noqa: E741
        """Of the program: deal, and go on to the first question; the number of the act asked for."""

    def step(W: Ints, K: Ints, L: Ints, A: Ints, O: Ints) -> int:  # noqa: E741
        """Of the program: take the answers, and go on to the next question; 0 when the game is over."""


class Count(IntEnum):
    """What is counted of a place at the table of games."""

    GAME = 0  # the number of the game that is played there
    QUESTIONS = 1  # asked in it so far
    PASSED_OVER = 2  # games that ended before a controlled seat was asked


MOST_PASSED_OVER = 10_000  # in a row; then nobody is ever asked here
Grid = Any  # an array with an axis for games


def begin_games(
    first: int, last: int, seed: int, number: int, W: Grid, K: Ints, L: Ints, A: Grid, O: Ints, P: Ints, seats: Ints,
    blank: Grid, X: Grid, M: Grid, asked: Grid, H: Grid, G: Grid,
) -> int:  # fmt: skip  # noqa: E741
    """Begin these games, numbered from `number` on; False if no controlled seat is asked in any of many."""
    for at in range(first, last):
        G[at, Count.GAME] = number + at
        G[at, Count.PASSED_OVER] = 0
        act = new_game(seed, len(G), W[at], K, L, A[at], O, P, seats, blank, X[at], H[at], G[at])
        if act == 0:
            return 0
        put_question(act, O, P, seats, A[at], X[at], M[at], asked[at])
    return 1


def step_games(
    first: int, last: int, seed: int, W: Grid, K: Ints, L: Ints, A: Grid, O: Ints, P: Ints, seats: Ints, blank: Grid,
    X: Grid, M: Grid, asked: Grid, H: Grid, G: Grid, actions: Grid, R: Grid, over: Grid, last_X: Grid, last_H: Grid,
) -> int:  # fmt: skip  # noqa: E741
    """Take the actions in these games, and go on; where one ends, the next begins at once, and its end is kept."""
    for at in range(first, last):
        take_actions(actions[at], P, seats, M[at], asked[at], A[at])
        act = step(W[at], K, L, A[at], O)
        act = go_on(act, seed, W[at], K, L, A[at], O, P, seats, X[at], H[at], G[at])
        over[at] = act == 0
        for place in range(len(seats)):
            R[at, place] = 0
        if act == 0:
            reward(P, seats, X[at], R[at])
            keep(X[at], last_X[at])
            last_H[at, :] = H[at]
            G[at, Count.GAME] += len(G)
            act = new_game(seed, len(G), W[at], K, L, A[at], O, P, seats, blank, X[at], H[at], G[at])
            if act == 0:
                return 0
        put_question(act, O, P, seats, A[at], X[at], M[at], asked[at])
    return 1


def new_game(
    seed: int, stride: int, W: Ints, K: Ints, L: Ints, A: Ints, O: Ints, P: Ints, seats: Ints, blank: Grid, X: Grid,
    H: Ints, G: Ints,
) -> int:  # fmt: skip  # noqa: E741
    """Begin the next game in which a controlled seat is asked at all; the act asked for, or 0 if there seems to be none."""
    for _ in range(MOST_PASSED_OVER):
        keep(blank, X)
        G[Count.QUESTIONS] = 0
        act = begin(seed, G[Count.GAME], W, K, L, O)
        act = go_on(act, seed, W, K, L, A, O, P, seats, X, H, G)
        if act != 0:
            return act
        G[Count.GAME] += stride
        G[Count.PASSED_OVER] += 1
    return 0


def go_on(
    act: int, seed: int, W: Ints, K: Ints, L: Ints, A: Ints, O: Ints, P: Ints, seats: Ints, X: Grid, H: Ints, G: Ints
) -> int:  # fmt: skip  # noqa: E741
    """From one question to the next to a controlled seat, or to the end; the controlled seats see what they are shown."""
    while True:
        end = L[0]
        for at in range(1, end, 6):
            if L[at] == Kind.DEALT or L[at] == Kind.BECAME:
                H[L[at + 2] - 1] = L[at + 3]
        for place in range(len(seats)):
            fold(L, 1, end, seats[place], P, X[place])
        L[0] = 1
        if act == 0:
            return 0
        others_answer(seed, O, A, P, G)
        G[Count.QUESTIONS] += 1
        for place in range(len(seats)):
            if O[0] >> seats[place] & 1:
                return act
        act = step(W, K, L, A, O)


def others_answer(seed: int, O: Ints, A: Ints, P: Ints, G: Ints) -> None:  # noqa: E741
    """Everyone who is asked answers, each option alike; what controlled seats answer is written over it."""
    own = key(seed, G[Count.GAME], 2)
    draws = mix(own + G[Count.QUESTIONS] * STRIDE)
    for seat in range(1, P[At.SEATS] + 1):
        if O[0] >> seat & 1:
            options = O[seat]
            A[seat] = -1
            A[32 + seat] = 0
            if options != 0:
                A[seat] = nth(options, mix((draws + seat * STRIDE) & MASK ^ own) * popc(options) >> 32)
                if O[32 + seat]:
                    role = mix((draws + (32 + seat) * STRIDE) & MASK ^ own) * P[At.ROLES] >> 32
                    A[32 + seat] = role + 1 if A[seat] > 0 else 0


def put_question(act: int, O: Ints, P: Ints, seats: Ints, A: Ints, X: Grid, M: Grid, asked: Ints) -> None:  # noqa: E741
    """Which of the controlled seats are asked, and what they may do."""
    for place in range(len(seats)):
        seat = seats[place]
        asked[place] = O[0] >> seat & 1
        ask(act if asked[place] else 0, P, X[place])
        allow(O[seat] if asked[place] else 0, O[32 + seat] if asked[place] else 0, P, M[place])


def take_actions(actions: Ints, P: Ints, seats: Ints, M: Grid, asked: Ints, A: Ints) -> None:
    """The answers of the controlled seats; who has no option gives none."""
    for place in range(len(seats)):
        seat = seats[place]
        if asked[place] and A[seat] >= 0:
            action = legal(actions[place], M[place], len(M[place]))
            A[seat] = target_of(action, P)
            A[32 + seat] = role_of(action, P)


def reward(P: Ints, seats: Ints, X: Grid, R: Ints) -> None:
    """1 for a seat that has won, with its side or by itself; -1 for the others, 0 in a draw."""
    for place in range(len(seats)):
        won, draw = 0, 0
        for side in range(1, P[At.SIDES] + 1):
            if X[place, P[At.WON] + side - 1]:
                won, draw = side, int(side == P[At.SIDES])
        R[place] = 0 if draw else -1
        if X[place, P[At.COWON] + seats[place] - 1]:
            R[place] = 1
        for role in range(1, P[At.ROLES] + 1):
            if X[place, P[At.ROLE] + role - 1] and P[P[At.SIDE_OF] + role] == won:
                R[place] = 1


def keep(source: Grid, copy: Grid) -> None:
    """Copy what the controlled seats know."""
    for place in range(len(source)):
        for at in range(len(source[place])):
            copy[place, at] = source[place, at]
