"""The small study: what is promised holds, and each planted mistake is caught. The full one runs in `make soak`."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from duskfall.arena.rating import uncertainty
from duskfall.arena.rating.bouts import Bouts, Floats
from duskfall.arena.rating.uncertainty import Estimate, estimate
from tests.arena.rating.rating_study import LOPSIDED, REPLAYED, STEEP, Rater, Scene, Study, study

SLACK = 0.025  # of the coverage: there are few leagues here


def covers(found: Study) -> bool:
    """Whether the intervals cover the truth as often as they should, as far as few leagues can tell."""
    return all(0.93 - SLACK <= share <= 0.97 + SLACK for share in found.covered)


def blocks_ignored(bouts: Bouts) -> Estimate:
    """As if the games of a deal had nothing in common."""
    return estimate(replace(bouts, deal=np.arange(len(bouts.kind))))


def sides_not_centred(bouts: Bouts) -> Estimate:
    """No intercepts, and no mean taken off."""

    def raw(players: int, size: int) -> list[Floats]:
        good, evil = np.eye(players, size), np.eye(players, size, players)
        return [good, evil, (good + evil) / 2]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(uncertainty, "contrasts", raw)
        return estimate(replace(bouts, bias=np.zeros_like(bouts.bias)))


def prior_taken_for_certain(bouts: Bouts) -> Estimate:
    """Pulled towards the mean, with intervals that know nothing of it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(uncertainty, "WEAKER", 1.0)
        patch.setattr(uncertainty, "pulled", lambda prior, *_: np.zeros_like(prior))
        return estimate(bouts)


def sides_confused(bouts: Bouts) -> Estimate:
    """Good for evil."""
    return estimate(replace(bouts, side=1 - bouts.side))


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
