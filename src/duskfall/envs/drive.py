"""Many games at once, as compiled code plays them: each goes on to its next question to a seat that a learner controls.

Like `fold.py`, this text is compiled, together with a generated program that has `deal`, `step` and `answer`. Letters
are the program's: W a game's state, K constants, L the log, A answers, Q what is asked; and here P, a layout's numbers,
and by game: X what the controlled seats know, M what they may do, R what they get, H the true roles, G what is counted;
`replaced` and `illegal` say whether a seat's last action was illegal, and how many were.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from duskfall.batch.rows import Kind
from duskfall.envs.fold import allow, ask, fold, legal, role_of, target_of
from duskfall.envs.layout import At
from duskfall.envs.text import Ints


class Count(IntEnum):
    """What is counted in each place of the table of games."""

    GAME = 0  # the number of the game that is played there
    PASSED_OVER = 1  # games that ended before a controlled seat was asked


MOST_PASSED_OVER = 1_000  # in a row; then nobody is ever asked at this table
Grid = Any  # an array with several axes

if TYPE_CHECKING:  # what the program has

    def deal(seed: int, game: int, W: Ints, K: Ints, L: Ints) -> None:
        """Begin a game."""

    def step(W: Ints, K: Ints, L: Ints, A: Ints, Q: Ints) -> int:
        """Take the answers, and go on to the next question; the act asked for, 0 when the game is over."""

    def answer(W: Ints, K: Ints, Q: Ints, A: Ints, seats: int) -> None:
        """What these seats answer by the policy."""


def drive(
    first: int, last: int, fresh: int, seed: int, number: int,
    W: Grid, K: Ints, L: Ints, A: Grid, Q: Ints, P: Ints, seats: Ints, blank: Grid, X: Grid, M: Grid, asked: Grid,
    H: Grid, G: Grid, actions: Grid, R: Grid, over: Grid, last_X: Grid, last_H: Grid, replaced: Grid, illegal: Grid,
) -> int:  # fmt: skip
    """Take the actions in these games, or begin them, and go on to what controlled seats are asked next.

    Where a game ends, what was seen last is kept, and another begins. 0 if that never asks a controlled seat.
    """
    for at in range(first, last):
        if fresh:
            G[at][Count.GAME] = number + at
            G[at][Count.PASSED_OVER] = 0
            for place in range(len(seats)):
                replaced[at, place] = 0
                illegal[at, place] = 0
        else:
            take_actions(actions[at], P, seats, M[at], asked[at], A[at], replaced[at], illegal[at])
        new, passed, over[at] = fresh, 0, 0
        for place in range(len(seats)):
            R[at, place] = 0
        while True:
            if new:
                copy(blank, X[at])
                deal(seed, G[at][Count.GAME], W[at], K, L)
            act = step(W[at], K, L, A[at], Q)
            look(L, P, seats, X[at], H[at])
            new = act == 0
            if act != 0:
                answer(W[at], K, Q, A[at], Q[0])
                if is_asked(Q[0], seats):
                    break
            else:
                if fresh or over[at]:
                    G[at][Count.PASSED_OVER] += 1
                    passed += 1
                    if passed > MOST_PASSED_OVER:
                        return 0
                else:
                    over[at] = 1
                    reward(P, seats, X[at], R[at])
                    copy(X[at], last_X[at])
                    for place in range(len(H[at])):
                        last_H[at, place] = H[at, place]
                G[at][Count.GAME] += len(G)
        put_question(act, Q, P, seats, X[at], M[at], asked[at])
    return 1


def look(L: Ints, P: Ints, seats: Ints, X: Grid, H: Ints) -> None:
    """The controlled seats see what they are shown, and the log is empty again; the true roles are kept apart."""
    end = L[0]
    for at in range(1, end, 6):
        if L[at] == Kind.DEALT or L[at] == Kind.BECAME:
            H[L[at + 2] - 1] = L[at + 3]
    for place in range(len(seats)):
        fold(L, 1, end, seats[place], P, X[place])
        ask(0, P, X[place])
    L[0] = 1


def is_asked(mask: int, seats: Ints) -> int:
    """Whether one of the controlled seats is asked."""
    for place in range(len(seats)):
        if mask >> seats[place] & 1:
            return 1
    return 0


def put_question(act: int, Q: Ints, P: Ints, seats: Ints, X: Grid, M: Grid, asked: Ints) -> None:
    """Which of the controlled seats are asked, and what they may do."""
    for place in range(len(seats)):
        seat = seats[place]
        asked[place] = Q[0] >> seat & 1
        ask(act if asked[place] else 0, P, X[place])
        allow(Q[seat] if asked[place] else 0, Q[32 + seat] if asked[place] else 0, P, M[place])


def take_actions(
    actions: Ints, P: Ints, seats: Ints, M: Grid, asked: Ints, A: Ints, replaced: Ints, illegal: Ints
) -> None:
    """Write the answers of the controlled seats, and which of their actions were illegal; no option, no answer."""
    for place in range(len(seats)):
        seat = seats[place]
        replaced[place] = 0
        if asked[place]:
            action = legal(actions[place], M[place], len(M[place]))
            if action != actions[place]:
                replaced[place] = 1
                illegal[place] += 1
            if A[seat] >= 0:
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


def copy(source: Grid, target: Grid) -> None:
    """Copy what the controlled seats know."""
    for place in range(len(source)):
        for at in range(len(source[place])):
            target[place, at] = source[place, at]
