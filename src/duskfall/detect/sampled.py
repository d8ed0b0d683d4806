"""Inference by sampling, if there are too many worlds to count: eight independent runs of `drift`, and their spread."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from math import exp, log, sqrt
from typing import Any

from duskfall.batch.compiled.build import Target
from duskfall.batch.rows import Kind
from duskfall.detect.count import Worlds
from duskfall.detect.evidence import Evidence
from duskfall.detect.factors import Reading
from duskfall.detect.worlds.source import AT

RUNS = 8
TRIES = 16  # tries for each sample of a night
FEWEST = 200  # effective samples; with fewer nothing is known


@dataclass(frozen=True, slots=True)
class Sampled:
    """The combined result of the runs."""

    effective: float  # the number of independent samples that would tell as much
    error: float  # the largest standard error of a probability
    roles: tuple[dict[str, float], ...]
    steps: int


@dataclass(frozen=True, slots=True)
class _Run:
    weight: float  # the logarithm of how likely this run finds what was shown
    effective: float
    chances: tuple[dict[str, float], ...]


def sampled(seen: Evidence, reading: Reading | None, target: Target, *, samples: int, missing: int) -> Sampled:
    """Sample eight runs and combine them; runs in which nothing fits don't count."""
    worlds, runs = _Drift(seen, reading, target, samples, missing), []
    for number in range(RUNS):
        found = worlds.run(number)
        if found:
            runs.append(found)
    if not runs:
        return Sampled(0.0, 0.0, (), worlds.steps)
    most = max(run.weight for run in runs)
    shares = [exp(run.weight - most) for run in runs]
    total = sum(shares)
    effective = total**2 / sum(share**2 / run.effective for share, run in zip(shares, runs, strict=True))
    roles: list[dict[str, float]] = []
    error = 0.0
    for seat in range(seen.table.seats):
        by_run = [run.chances[seat] for run in runs]
        mean = {role: sum(s * c.get(role, 0.0) for s, c in zip(shares, by_run, strict=True)) / total
                for role in seen.names.roles if any(role in c for c in by_run)}  # fmt: skip
        for role, chance in mean.items():
            off = sum((s * (c.get(role, 0.0) - chance)) ** 2 for s, c in zip(shares, by_run, strict=True))
            error = max(error, sqrt(off * RUNS / (RUNS - 1)) / total)
        roles.append(mean)
    return Sampled(effective, error, tuple(roles), worlds.steps)


class _Drift(Worlds):
    """The arrays of the runs."""

    def __init__(self, seen: Evidence, reading: Reading | None, target: Target, samples: int, missing: int) -> None:
        super().__init__(seen, target, missing=missing)
        self.U, self.V = self.read(reading)
        self.F, self.G = self.zeros(samples * self.width), self.zeros(samples * self.width)
        self.X, self.Y, self.N = self.floats(samples), self.floats(samples), self.floats(samples)
        self.J, self.C = self.zeros(samples), self.zeros(samples)
        phases = sum(row.kind == Kind.PHASE for row in seen.rows)
        self.P = self.floats(phases + 4)
        cards = [number for card, count in seen.table.cards for number in (self.place_of(card), count)]
        self.M = self.integers([len(seen.table.cards), *cards, 0])
        self.T[AT["SAMPLES"]], self.T[AT["TRIES"]], self.T[AT["READ"]] = samples, TRIES, int(reading is not None)
        self.key = int.from_bytes(sha256(repr((seen.viewer, seen.rows, seen.table.deck)).encode()).digest()[:4], "big")

    def run(self, number: int) -> _Run | None:
        """Return one of the runs; None if nothing fits in it."""
        deck = self.deck()
        if deck is None:
            return None
        self.T[AT["KEY"]], self.T[AT["DRAWN"]] = (self.key + number * 0x9E3779B9) & 0xFFFFFFFF, 0
        self.E, self.R, self.N = self.integers([0, *deck]), self.floats(len(self.R)), self.floats(len(self.N))
        nothing: Any = self.built.drift(
            self.D, self.W, self.K, self.L, self.A, self.O, self.F, self.G, self.X, self.Y, self.Q, self.T, self.P,
            self.E, self.B, self.M, self.N, self.R, self.U, self.V, self.J, self.C,
        )  # fmt: skip
        if nothing or not self.R[0] > 0:
            return None
        means = []
        for mean in self.P:
            if not mean > 0:
                break
            means.append(log(mean))
        weights = [float(weight) for weight in self.N]
        return _Run(sum(means), sum(weights) ** 2 / sum(weight**2 for weight in weights), self.chances())
