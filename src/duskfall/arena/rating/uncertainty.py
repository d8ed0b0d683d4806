"""The uncertainty of the strengths: how much they would differ on other deals.

The games of a block share a deal, so a block is one draw, however many games it has.

- A block counts by its worth: if its games come out alike, it's worth hardly more than one of them. How alike they are
  is measured on the residuals (the intraclass correlation, and the design effect of a cluster sample).
- The variance is a sandwich over blocks whose residuals are corrected for the fit to their own block (CR2: Bell and
  McCaffrey 2002). If there are few blocks per fitted parameter, it's mixed with the variance of the model in which any
  two games of a block are equally alike, and enlarged a little. The quantile is Student's, with the degrees of freedom
  that the blocks give for that strength.
- Ratings themselves are shrunk towards the mean, as far as the games leave them open. Intervals aren't: they come from
  a fit with a prior so weak that it only decides what games can't tell, such as the strength of a player who always
  wins. Intervals around shrunk ratings would nearly always contain the mean if the players were identical.
- What even the weak prior decides is as uncertain as the spread of this league's strengths: for a player who never sat
  on a side, as uncertain as before any game.
"""

from __future__ import annotations

from math import erf, sqrt
from typing import Final, NamedTuple

import numpy as np

from duskfall.arena.measures.interval import Z, student
from duskfall.arena.rating.bouts import SIDES, Bouts, Floats, Integers
from duskfall.arena.rating.model import GUESS, Fit, features_of, fit, information, outcomes, precision, scores

ENOUGH: Final = 4  # blocks beyond the first of each table, needed to measure how alike the games of a block are
FEW: Final = 1.3  # the variance grows by the share FEW / blocks; chosen on identical players
PER_PARAMETER: Final = 4.0  # blocks per determined parameter at which the sandwich has half the weight
CORRECTED, CELLS = 512, 1 << 23  # beyond these sizes, the CR2 correction is skipped: it's slight
WEAKER: Final = 16.0  # covariance of the prior behind the intervals, as a multiple of GUESS
LEAST: Final = 0.01  # smallest share of a residual assumed to be left after fitting its own block
CERTAIN: Final = 0.9995  # greatest chance that is reported for a player to be better


class Estimate(NamedTuple):
    """Strengths in logits by player and side (good, evil, all), and their uncertainty."""

    best: Floats
    low: Floats  # lower end of the 95 % interval
    high: Floats
    better: Floats  # by two players: chance that the first is better overall
    fit: Fit
    worth: Floats  # by block: number of independent games that one of its games counts as


def estimate(bouts: Bouts) -> Estimate:
    """Return the strengths that fit best, with their uncertainty."""
    weak = weak_prior(bouts)
    free = fit(bouts, prior=weak)
    worth = block_worth(bouts, free.at)
    weight = np.bincount(bouts.kind, weights=worth[bouts.deal], minlength=len(bouts.seats)).astype(float)
    if (worth < 1).any():
        free = fit(bouts, weight, weak, free.at)
    best = fit(bouts, weight)
    spread = _Spread(bouts, free, worth, best.spread)
    sides = contrasts(len(bouts.players), len(best.at))
    found, middle = (np.stack([each @ at for each in sides], axis=1) for at in (best.at, free.at))
    half = np.stack([spread.half(each) for each in sides], axis=1)
    low, high = np.minimum(middle - half, found), np.maximum(middle + half, found)
    both = sides[len(SIDES)]
    pairs = (both[:, None] - both[None, :]).reshape(len(both) ** 2, len(best.at))
    ahead = Z * (pairs @ free.at) / np.maximum(spread.half(pairs), 1e-12)
    better = np.array([(1 + erf(each / sqrt(2))) / 2 for each in ahead]).reshape(len(both), len(both))
    return Estimate(found, low, high, np.clip(better, 1 - CERTAIN, CERTAIN), best, worth)


def weak_prior(bouts: Bouts) -> Floats:
    """Return the precision of the weak prior behind the intervals."""
    return precision(GUESS * WEAKER, len(bouts.players), bouts.biases)


def contrasts(players: int, size: int) -> list[Floats]:
    """Return for good, evil and all: the strengths of the players above the mean of the league, as rows of weights."""
    above = np.eye(players) - 1 / max(players, 1)
    good, evil = np.zeros((2, players, size))
    good[:, :players] = above
    evil[:, players : 2 * players] = above
    return [good, evil, (good + evil) / 2]


# -- what a block is worth -----------------------------------------------------------------------------------


def block_worth(bouts: Bouts, at: Floats) -> Floats:
    """Return for each block how many independent games one of its games counts as, at most 1."""
    size = np.bincount(bouts.deal)
    return np.asarray(1 / (1 + (size - 1) * intraclass_correlation(bouts, at, size).cautious))


class Correlation(NamedTuple):
    """The correlation of the outcomes within a block: from 0, independent, to 1, all the same."""

    measured: float  # too low if there are too few blocks
    cautious: float  # too high if there are too few blocks


def intraclass_correlation(bouts: Bouts, at: Floats, size: Integers) -> Correlation:
    """Measure how alike the outcomes of a block's games are."""
    blocks, pairs = len(size), float((size * (size - 1)).sum())
    free = blocks - len({table for table, _ in bouts.teams} or {0})  # the mean of each table is fitted
    if not pairs:
        return Correlation(0.0, 0.0)
    chance = outcomes(bouts, at)
    off = (bouts.share - chance)[bouts.kind]
    expected = (chance * (1 - chance)).sum(axis=1)[bouts.kind]
    sums = np.stack([np.bincount(bouts.deal, column, blocks) for column in off.T])
    together = (sums**2).sum() - (off**2).sum()
    most = (np.bincount(bouts.deal, np.sqrt(expected), blocks) ** 2).sum() - expected.sum()
    found = together / max(most, 1e-12) * blocks / max(free, 1)
    seen = min(free / ENOUGH, 1)
    found = float(np.clip(found, 0, 1))
    return Correlation(found * seen, max(found, 1 - seen))


# -- the variance --------------------------------------------------------------------------------------------


class _Spread:
    """The covariance of a fit's parameters, and the intervals of their combinations."""

    def __init__(self, bouts: Bouts, best: Fit, worth: Floats, spread: Floats) -> None:
        self.width = np.linalg.inv(best.sharp + best.prior)
        pulls = scores(bouts, best.at) * worth[:, None]
        told = np.trace(self.width @ best.sharp)  # effective number of parameters determined by the games
        self.trust = len(worth) / (len(worth) + PER_PARAMETER * told) if len(worth) else 0.0
        self.parts: Floats | None = None  # the information of each block
        if len(worth) <= CORRECTED and len(worth) * best.sharp.size <= CELLS:
            self.parts = _parts(bouts, best.at, worth)
            pulls = _corrected(pulls, self.parts, best.sharp + best.prior)
        assumed = _model_covariance(bouts, best, worth)
        seen = self.trust * pulls.T @ pulls + (1 - self.trust) * assumed
        seen = seen * (1 + FEW / max(len(worth), 1))
        self.variance = self.width @ (seen + pulled(best.prior, spread, len(bouts.players))) @ self.width

    def half(self, rows: Floats) -> Floats:
        """Return half of the 95 % interval of each combination of parameters."""
        deviation = np.sqrt(np.maximum(((rows @ self.variance) * rows).sum(axis=1), 0))
        return np.asarray(deviation * [student(freedom) for freedom in self._freedom(rows)])

    def _freedom(self, rows: Floats) -> list[int]:
        """Return the degrees of freedom of each variance under the model (Satterthwaite)."""
        if self.parts is None or not len(self.parts):
            return [CORRECTED] * len(rows)
        rows = rows @ self.width
        shares = np.einsum("bcq,cq->cb", rows @ self.parts, rows)
        squares = (shares**2).sum(axis=1) * self.trust**2
        freedom = shares.sum(axis=1) ** 2 / np.maximum(squares, 1e-300)
        return [
            int(min(max(each, 1), CORRECTED)) if told else CORRECTED
            for each, told in zip(freedom, squares > 0, strict=True)
        ]


def _model_covariance(bouts: Bouts, best: Fit, worth: Floats) -> Floats:
    """Return the covariance of the blocks' derivatives under the model, with any two games of a block equally alike.

    Compared with independent games, differences between a block's games are then more certain, and its sum is less
    certain.
    """
    size = np.bincount(bouts.deal)
    if not len(size):
        return best.sharp
    same = intraclass_correlation(bouts, best.at, size)
    kinds = np.arange(len(bouts.seats))
    chance = outcomes(bouts, best.at)[:, 1:]
    roots = features_of(bouts, kinds) * np.sqrt(chance * (1 - chance))[..., None]
    often = np.bincount(bouts.kind, weights=worth[bouts.deal] ** 2, minlength=len(kinds)).astype(float)
    apart = information(bouts, best.at, kinds, often)
    together = np.zeros((len(size), *roots.shape[1:]))
    np.add.at(together, bouts.deal, roots[bouts.kind])
    flat = (together * worth[:, None, None]).reshape(-1, len(best.at))
    return np.asarray((1 - same.measured) * apart + same.cautious * flat.T @ flat)


def _parts(bouts: Bouts, at: Floats, worth: Floats) -> Floats:
    """Return the information of each block."""
    order = np.argsort(bouts.deal, kind="stable")
    games = np.split(bouts.kind[order], np.cumsum(np.bincount(bouts.deal))[:-1]) if len(worth) else []
    found = np.zeros((len(worth), len(at), len(at)))
    for block, kinds in enumerate(games):
        each, times = np.unique(kinds, return_counts=True)
        found[block] = information(bouts, at, each, times * worth[block])
    return found


def _corrected(pulls: Floats, parts: Floats, whole: Floats) -> Floats:
    """Return the blocks' derivatives as if the fit hadn't followed each of them (CR2)."""
    root = np.linalg.cholesky(whole)
    back = np.linalg.inv(root)
    left, axes = np.linalg.eigh(np.eye(len(whole)) - back @ parts @ back.T)
    turned = np.einsum("bji,bj->bi", axes, pulls @ back.T) / np.sqrt(np.maximum(left, LEAST))
    return np.asarray(np.einsum("bij,bj->bi", axes, turned) @ root.T)


def pulled(prior: Floats, spread: Floats, players: int) -> Floats:
    """Return the covariance that the pull of a prior adds, if players' strengths have the covariance `spread`."""
    truth = np.linalg.inv(prior)
    strengths = len(SIDES) * players
    truth[:strengths, :strengths] = np.kron(spread, np.eye(players))
    return np.asarray(prior @ truth @ prior)
