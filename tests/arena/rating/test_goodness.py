"""Predicted and observed wins: a league that fits is told to fit, and one that cannot is not."""

from __future__ import annotations

import random

import pytest

from duskfall.arena.rating.goodness import Goodness
from duskfall.arena.rating.rate import rate
from tests.arena.rating.rated import Played, tables


def goodness(strong: tuple[float, ...], deals: int = 200, seed: int = 1) -> Goodness:
    """Two players who play both sides of each deal; `a` wins so many of its games, by table."""
    chance = random.Random(seed)
    games = []
    for table, share in enumerate(strong):
        for deal in range(deals):
            for good, evil in ("ab", "ba"):
                winner = "town" if (chance.random() < share) == (good == "a") else "mafia"
                games.append(Played(winner, f"{good}:t {good}:t {evil}:m", deal, table))
    return rate(tables(games)).goodness


def test_a_league_that_fits_is_told_to() -> None:
    found = goodness((0.7, 0.7))
    assert found.is_good
    assert {(each.player, each.table, each.team) for each in found.players} == {
        (player, table, team) for player in "ab" for table in (0, 1) for team in ("town", "mafia")
    }
    predicted = [each.predicted for each in found.groups]
    assert predicted == sorted(predicted)
    assert predicted[0] < 0.35
    assert predicted[-1] > 0.65
    assert sum(each.games for each in found.groups) == 800
    assert found.worth == pytest.approx(1, abs=0.05)


def test_a_player_who_is_good_at_one_table_only_does_not_fit() -> None:
    found = goodness((0.8, 0.3))
    assert not found.is_good
    [first] = [each.wins for each in found.players if (each.player, each.table, each.team) == ("a", 0, "town")]
    assert first.predicted < first.low < first.observed


def test_few_leagues_that_fit_are_told_not_to() -> None:
    assert sum(not goodness((0.6, 0.6), 40, seed).is_good for seed in range(20)) <= 2


def test_a_single_group_is_not_compared() -> None:
    assert not goodness((0.7,), deals=12).groups
    assert len(goodness((0.7,), deals=16).groups) == 2


def test_too_few_blocks_say_nothing() -> None:
    found = goodness((0.7,), deals=5)
    assert found.compared == ()
    assert found.is_good
