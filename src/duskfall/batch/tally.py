"""What simulated games came to: counts that add up, whatever they were cut into."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts of a run of games, and how it was run."""

    games: int
    wins: Mapping[str, int]  # by side
    draws: int
    rounds: int  # of all games together: those that began, as `duskfall play` counts them
    seconds: float  # without compiling
    compile_s: float
    device: str
    policy: str
    kind: str  # of the policy: players, or a table model, which knows the true roles
    seed: int
    first: int  # the number of the first game
    threads: int
    stopped: bool = False  # before all games were played

    def __add__(self, other: Tally) -> Tally:
        """Both together: of one table, policy and seed."""
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
        """Games a second, without compiling."""
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def mean_rounds(self) -> float:
        """How many rounds a game had."""
        return self.rounds / self.games if self.games else 0.0

    def to_json(self) -> dict[str, Any]:
        """Everything as data."""
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
    """The wins of the sides that were dealt, and of any other that won; `counts` are in the order of the sides."""
    return {side: won for side, won in zip(sides, counts, strict=True) if won or side in dealt}
