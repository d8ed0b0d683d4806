"""How sure the strengths are: what they would have been, had other deals been drawn.

The games of a deal share its luck, so deals are drawn, not games (a bootstrap over blocks). One Newton step from the
best fit stands for fitting anew: the pulls of the deals are summed as often as each was drawn. Drawn together are

- deals, with the usual correction for parameters that were fitted to few of them;
- for the few parameters' worth of deals that a fit uses up, what the model itself expects of independent games, so that
  a league of one deal is not taken for certain;
- the centre of the prior, which is a guess as well: who never sat on a side is as uncertain as before.
"""

from __future__ import annotations

import numpy as np

from duskfall.arena.rating.bouts import SIDES, Bouts, Floats
from duskfall.arena.rating.model import GUESS_WEIGHT, Fit, scores

DRAWS = 2000
MOST = 4096  # of more deals than that, several are drawn together
CELLS = 1 << 21  # how many weights are held at once


def resample(bouts: Bouts, best: Fit, seed: int, draws: int = DRAWS) -> Floats:
    """So many draws of all parameters, by row."""
    chance = np.random.default_rng(seed)
    pulls = _together(scores(bouts, best.at))
    deals, size = len(pulls), len(best.at)
    told = np.trace(np.linalg.solve(best.sharp + best.prior, best.sharp))  # of how many parameters the games tell
    share, few = deals / max(deals + size, 1), deals / max(deals - told, deals / 2, 1)
    noise = np.sqrt(share * few) * _drawn(pulls, draws, chance)
    noise += np.sqrt(1 - share) * _expected(best.sharp, draws, chance)
    noise += _guessed(best.prior, GUESS_WEIGHT + told / len(SIDES), draws, chance)
    return np.asarray(best.at + np.linalg.solve(best.sharp + best.prior, noise.T).T)


def _together(pulls: Floats) -> Floats:
    """Deals by themselves, or the sums of as many parts as can be drawn quickly."""
    if len(pulls) <= MOST:
        return pulls
    rest = np.zeros((-len(pulls) % MOST, pulls.shape[1]))
    return np.asarray(np.concatenate([pulls, rest]).reshape(-1, MOST, pulls.shape[1]).sum(axis=0))


def _expected(sharp: Floats, draws: int, chance: np.random.Generator) -> Floats:
    """What the pulls of all games sum up to, by the model itself."""
    level, axes = np.linalg.eigh(sharp)
    return np.asarray(chance.standard_normal((draws, len(sharp))) * np.sqrt(np.maximum(level, 0)) @ axes.T)


def _guessed(prior: Floats, known: float, draws: int, chance: np.random.Generator) -> Floats:
    """The pull of the prior, were its centre drawn from it; its spread is read off so many players only."""
    pulls = chance.standard_normal((draws, len(prior))) @ np.linalg.cholesky(prior).T
    return np.asarray(pulls * np.sqrt(known / chance.chisquare(known, (draws, 1))))


def _drawn(pulls: Floats, draws: int, chance: np.random.Generator) -> Floats:
    """What the pulls sum up to when as many deals are drawn as there are, less what they sum up to in fact."""
    deals = len(pulls)
    sums = np.zeros((draws, pulls.shape[1]))
    some = max(1, CELLS // max(deals, 1))
    for start in range(0, draws if deals else 0, some):
        count = min(some, draws - start)
        picks = chance.integers(deals, size=(count, deals)) + np.arange(count)[:, None] * deals
        often = np.bincount(picks.ravel(), minlength=count * deals).reshape(count, deals)
        sums[start : start + count] = (often - 1.0) @ pulls
    return sums


def centred(bouts: Bouts, strengths: Floats) -> Floats:
    """By draw, player, and good, evil, all: strengths above the mean of the league on that side."""
    players = len(bouts.players)
    sides = strengths[:, : len(SIDES) * players].reshape(len(strengths), len(SIDES), players)
    sides = sides - sides.sum(axis=2, keepdims=True) / max(players, 1)
    both = np.concatenate([sides, sides.mean(axis=1, keepdims=True)], axis=1)
    return np.asarray(both.transpose(0, 2, 1))
