"""The small study: what is promised holds, and each planted mistake is caught. The full one runs in `make soak`."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from duskfall.arena.rating.bouts import Bouts, Floats
from duskfall.arena.rating.model import fit
from duskfall.arena.rating.rate import Estimate, estimate
from duskfall.arena.rating.resample import resample
from tests.arena.rating.rating_study import LOPSIDED, PLAYERS, REPLAYED, STEEP, Rater, Scene, Study, study

SLACK = 0.025  # of the coverage: there are few leagues here


def covers(found: Study) -> bool:
    """Whether the intervals cover the truth as often as they should, as far as few leagues can tell."""
    return all(0.93 - SLACK <= share <= 0.97 + SLACK for share in found.covered)


def blocks_ignored(bouts: Bouts, seed: int) -> Estimate:
    """As if the games of a deal had nothing in common."""
    return estimate(replace(bouts, deal=np.arange(len(bouts.kind))), seed)


def sides_not_centred(bouts: Bouts, seed: int) -> Estimate:
    """No intercepts, and no mean taken off."""
    bouts = replace(bouts, bias=np.zeros_like(bouts.bias))
    best = fit(bouts)

    def sides(strengths: Floats) -> Floats:
        both = strengths[:, : 2 * PLAYERS].reshape(-1, 2, PLAYERS)
        return np.concatenate([both, both.mean(axis=1, keepdims=True)], axis=1).transpose(0, 2, 1)

    return Estimate(sides(best.at[None])[0], sides(resample(bouts, best, seed)))


def prior_taken_for_certain(bouts: Bouts, seed: int) -> Estimate:
    """Shrunk towards the mean, with intervals that know nothing of it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("duskfall.arena.rating.resample._guessed", lambda *_: 0.0)
        return estimate(bouts, seed)


def sides_confused(bouts: Bouts, seed: int) -> Estimate:
    """Good for evil."""
    return estimate(replace(bouts, side=1 - bouts.side), seed)


MISTAKES = (
    (blocks_ignored, REPLAYED, 5000),  # ten games of a deal tell hardly more than one
    (sides_not_centred, STEEP, 2000),
    (prior_taken_for_certain, LOPSIDED, 2000),
    (sides_confused, LOPSIDED, 2000),
)


@pytest.mark.parametrize(("mistake", "scene", "games"), MISTAKES, ids=lambda each: getattr(each, "__name__", ""))
def test_intervals_cover_the_truth_and_a_mistake_is_caught(mistake: Rater, scene: Scene, games: int) -> None:
    right, wrong = study(scene, 16, games), study(scene, 16, games, mistake)
    assert covers(right), right.line()
    assert not covers(wrong), wrong.line()


def test_ranks_are_right_where_raw_win_rates_are_not() -> None:
    found = study(LOPSIDED, 6)
    assert found.rank >= 0.93
    assert found.raw < 0.75
