"""Counts of simulated games. The counts of several runs can be added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts of a run of games, and how the games were run."""

    games: int
    wins: Mapping[str, int]  # by side
    draws: int
    rounds: int  # rounds begun in all games together, counted as in `duskfall play`
    seconds: float  # of playing, without compiling
    compile_s: float
    device: str
    policy: str
    kind: str  # of policy: `players`, or `table model`, which knows the true roles
    seed: int
    first: int  # the number of the first game
    threads: int
    stopped: bool = False  # stopped before all games were played

    def __add__(self, other: Tally) -> Tally:
        """Return the sum of two tallies of the same table, policy and seed."""
        sides = dict.fromkeys([*self.wins, *other.wins])
        return Tally(
            self.games + other.games,
            {side: self.wins.get(side, 0) + other.wins.get(side, 0) for side in sides},
            self.draws + other.draws,
            self.rounds + other.rounds,
            self.seconds + other.seconds,
            self.compile_s + other.compile_s,
            self.device, self.policy, self.kind, self.seed, min(self.first, other.first), self.threads,
            self.stopped or other.stopped,
        )  # fmt: skip

    @property
    def games_per_s(self) -> float:
        """The number of games per second, without compiling."""
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def mean_rounds(self) -> float:
        """The mean number of rounds in a game."""
        return self.rounds / self.games if self.games else 0.0

    def to_json(self) -> dict[str, Any]:
        """Return the tally as JSON-ready data."""
        return {
            "games": self.games,
            "wins": dict(self.wins),
            "draws": self.draws,
            "rounds": self.mean_rounds,
            "seconds": round(self.seconds, 6),
            "compile_s": round(self.compile_s, 6),
            "games_per_s": round(self.games_per_s, 1),
            "device": self.device,
            "policy": self.policy,
            "policy_kind": self.kind,
            "seed": self.seed,
            "first": self.first,
            "threads": self.threads,
            "stopped": self.stopped,
        }


def wins_of(counts: Sequence[int], sides: Sequence[str], dealt: Sequence[str]) -> dict[str, int]:
    """Return the wins of the sides that were dealt, and of any other side that won.

    `counts` has the wins in the order of `sides`.
    """
    return {side: won for side, won in zip(sides, counts, strict=True) if won or side in dealt}
