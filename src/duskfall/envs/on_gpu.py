"""Many games on a GPU, one thread a game; the arrays stay there, and other libraries read them where they are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from duskfall.batch.compiled.build import build
from duskfall.batch.policies import Policy
from duskfall.envs.drive import Count
from duskfall.envs.many import ANSWERS, DRIVE, LOG, NobodyAsked, driven
from duskfall.envs.played import Spaces
from duskfall.envs.text import OURS

KERNEL = OURS + "kernel"
TEXT = f"""

def {KERNEL}(count, fresh, seed, number, W, K, L, A, Q, P, seats, blank, X, M, asked, H, G, actions, R, over, last_X, last_H, replaced, illegal, lost):
    thread = cuda.grid(1)
    at = thread
    while at < count:
        if {DRIVE}(at, at + 1, fresh, seed, number, W, K, L[thread], A, Q[thread], P, seats, blank, X, M, asked, H, G, actions, R, over, last_X, last_H, replaced, illegal) == 0:
            lost[0] = 1
        at += cuda.gridsize(1)
"""  # noqa: E501  (source that a compiler reads)
THREADS, MOST_THREADS = 64, 1 << 15  # of a block; of all, each with a log of its own


class OnGPU:
    """Games on a GPU. Actions are taken from there, too; an array of this machine is brought there."""

    def __init__(self, of: Spaces, games: int, controlled: tuple[int, ...], policy: Policy) -> None:
        program = driven(of.table, policy)
        built = build(replace(program, text=program.text + TEXT), "cuda", KERNEL)
        from numba import cuda

        self.cuda, self.games, self.seed = cuda, games, 0
        threads = min(games, MOST_THREADS)
        self.kernel = getattr(built, KERNEL)[(threads + THREADS - 1) // THREADS, THREADS]
        running = (threads + THREADS - 1) // THREADS * THREADS
        seats, places = of.table.seats, len(controlled)
        self.seen = self._room((games, places, of.layout.size), np.int8)
        self.masks = self._room((games, places, of.actions.count), np.int8)
        self.asked, self.over = self._room((games, places), np.bool_), self._room((games,), np.bool_)
        self.rewards, self.truncated = self._room((games, places), np.float32), self._room((games,), np.bool_)
        self.roles, self.counts = self._room((games, seats), np.int8), self._room((games, len(Count)), np.int64)
        self.last_seen, self.last_roles = self._room(self.seen.shape, np.int8), self._room(self.roles.shape, np.int8)
        self.replaced, self.illegal = self._room((games, places), np.bool_), self._room((games, places), np.int64)
        self.nothing, self.lost = self._room((games, places), np.int64), self._room((1,), np.int64)
        self.state, self.answers = (
            self._room((games, program.scratch), np.int64),
            self._room((games, ANSWERS), np.int64),
        )
        self.logs = cuda.to_device(np.ones((running, LOG), np.int64))
        self.questions = self._room((running, ANSWERS), np.int64)
        self.constants = cuda.to_device(np.array([*program.constants(of.table), 0], np.int64))
        self.layout = cuda.to_device(np.array(of.layout.numbers, np.int64))
        self.seats = cuda.to_device(np.array(controlled, np.int64))
        self.blank = cuda.to_device(np.array([of.layout.first(seat) for seat in controlled], np.int8))

    def _room(self, shape: tuple[int, ...], kind: type[np.generic]) -> Any:
        return self.cuda.to_device(np.zeros(shape, kind))

    def begin(self, seed: int, number: int) -> None:
        """All games anew."""
        self.seed = seed
        for array in (self.last_seen, self.last_roles):
            array.copy_to_device(np.zeros(array.shape, array.dtype))
        self._drive(1, number, self.nothing)
        if self.lost.copy_to_host()[0]:
            raise NobodyAsked

    def step(self, actions: Any) -> None:
        """Take an action for each controlled seat."""
        there = hasattr(actions, "__cuda_array_interface__")
        self._drive(
            0, 0, self.cuda.as_cuda_array(actions) if there else self.cuda.to_device(np.array(actions, np.int64))
        )

    def close(self) -> None:
        """The games are left."""

    def _drive(self, fresh: int, number: int, actions: Any) -> None:
        self.kernel(
            self.games, fresh, self.seed, number, self.state, self.constants, self.logs, self.answers, self.questions,
            self.layout, self.seats, self.blank, self.seen, self.masks, self.asked, self.roles, self.counts, actions,
            self.rewards, self.over, self.last_seen, self.last_roles, self.replaced, self.illegal,
            self.lost,
        )  # fmt: skip
