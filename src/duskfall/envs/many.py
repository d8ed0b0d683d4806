"""The arrays of many games, and the compiled code that plays them: on a processor, or on a GPU."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any, Protocol

import numpy as np

from duskfall.batch.compiled.build import build
from duskfall.batch.policies import Policy
from duskfall.batch.program import Program, source
from duskfall.batch.table import Table
from duskfall.envs import drive, fold
from duskfall.envs.drive import Count
from duskfall.envs.played import Spaces
from duskfall.envs.text import OURS, plain_text

ANSWERS = 64  # integers of what is asked, and of the answers
LOG = 4096  # integers of the log between two questions: a few dozen rows, at most some hundred
DRIVE = OURS + "drive"


class Many(Protocol):
    """Games that are played at once. The arrays are written anew by every step."""

    seen: Any  # by game and controlled seat: its observation
    masks: Any  # which actions it may take
    asked: Any  # whether it is asked at all
    rewards: Any
    over: Any  # by game: whether it ended in the last step
    truncated: Any  # none ever is
    replaced: Any  # by game and controlled seat: whether its action in the last step was illegal, and so replaced
    illegal: Any  # how many of its actions were, since the games began anew
    roles: Any  # by game and seat: the true roles
    last_seen: Any  # the same at the end of the last game there
    last_roles: Any

    def begin(self, seed: int, number: int) -> None:
        """All games anew."""

    def step(self, actions: Any) -> None:
        """Take an action for each controlled seat."""

    def close(self) -> None:
        """The games are left."""


class NobodyAsked(ValueError):
    """No controlled seat is ever asked at this table."""

    def __init__(self) -> None:
        super().__init__("games of this deck end before a controlled seat is asked anything: take another deck")


def driven(table: Table, policy: Policy) -> Program:
    """The program of a ruleset, with what drives many games of it."""
    program = source(table, policy, general=True, told=True, resumable=True)
    return replace(program, text=f"{program.text}\n\n{plain_text(fold)}\n\n{plain_text(drive)}")


class Here:
    """Games on this machine's processor: NumPy's arrays, in as many threads as wanted; `plain`: not even compiled."""

    def __init__(
        self, of: Spaces, games: int, controlled: tuple[int, ...], policy: Policy, threads: int, plain: bool = False
    ) -> None:
        self.plain = plain
        program, integers = driven(of.table, policy), list if plain else _integers
        self._compiled = getattr(build(program, "plain" if plain else "cpu", DRIVE), DRIVE)
        seats, places = of.table.seats, len(controlled)
        self.seen = np.zeros((games, places, of.layout.size), np.int8)
        self.masks = np.zeros((games, places, of.actions.count), np.int8)
        self.asked, self.over = np.zeros((games, places), np.bool_), np.zeros(games, np.bool_)
        self.rewards, self.truncated = np.zeros((games, places), np.float32), np.zeros(games, np.bool_)
        self.replaced, self.illegal = np.zeros((games, places), np.bool_), np.zeros((games, places), np.int64)
        self.roles = np.zeros((games, seats), np.int8)
        self.counts: Any = np.zeros((games, len(Count)), np.int64)
        self.last_seen, self.last_roles = self.seen.copy(), self.roles.copy()
        self.nothing = np.zeros((games, places), np.int64)
        self.blank = np.array([of.layout.first(seat) for seat in controlled], np.int8)
        self.state: Any = np.zeros((games, program.scratch), np.int64)
        self.answers: Any = np.zeros((games, ANSWERS), np.int64)
        if plain:  # NumPy's integers would overflow where Python's are cut off
            self.state, self.answers, self.counts = (x.tolist() for x in (self.state, self.answers, self.counts))
        self.constants = integers([*program.constants(of.table), 0])
        self.layout, self.seats = integers(of.layout.numbers), integers(controlled)
        cuts = [games * share // threads for share in range(threads + 1)]
        self.shares = [(*cut, integers([1] * LOG), integers([0] * ANSWERS)) for cut in pairwise(cuts)]
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.seed = 0

    def begin(self, seed: int, number: int) -> None:
        """All games anew."""
        self.seed = seed
        self.last_seen[:], self.last_roles[:] = 0, 0
        self._share(1, number, self.nothing)

    def step(self, actions: Any) -> None:
        """Take an action for each controlled seat."""
        taken = np.ascontiguousarray(actions, np.int64)
        self._share(0, 0, taken.tolist() if self.plain else taken)

    def close(self) -> None:
        """The threads are let go."""
        if self.pool:
            self.pool.shutdown()

    def _share(self, fresh: int, number: int, actions: Any) -> None:
        """Each thread plays its games."""
        some = partial(self._drive, fresh, number, actions)
        done = self.pool.map(some, self.shares) if self.pool else map(some, self.shares)
        if not all([*done]):
            raise NobodyAsked

    def _drive(self, fresh: int, number: int, actions: Any, share: tuple[int, int, Any, Any]) -> int:
        first, last, log, asked = share
        return self._compiled(  # type: ignore[no-any-return]
            first, last, fresh, self.seed, number, self.state, self.constants, log, self.answers, asked,
            self.layout, self.seats, self.blank, self.seen, self.masks, self.asked, self.roles, self.counts, actions,
            self.rewards, self.over, self.last_seen, self.last_roles, self.replaced, self.illegal,
        )  # fmt: skip


def many_games(device: str, of: Spaces, games: int, controlled: tuple[int, ...], policy: Policy, threads: int) -> Many:
    """Games on a device."""
    if device in ("cpu", "plain"):
        return Here(of, games, controlled, policy, threads, device == "plain")
    if device == "cuda":
        from duskfall.envs.on_gpu import OnGPU

        return OnGPU(of, games, controlled, policy)
    raise ValueError(f"device {device!r}: there are cpu, cuda, and plain, which is not compiled")


def _integers(values: Sequence[int]) -> Any:
    return np.array(values, np.int64)
