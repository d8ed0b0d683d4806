"""The small A/A study: intervals of identical players hold the mean, and nobody is rated wildly.

The full one runs in `make soak`. Here a league counts once, by its first player: its interval misses the mean with a
chance of 5 % (7 % is allowed). More misses than `most` allows have a chance below 0.1 %.
"""

from __future__ import annotations

from math import comb

import pytest

from duskfall.arena.league import MIXED, SIDES
from duskfall.arena.rating import uncertainty
from tests.arena.rating.aa_study import CONSTANT, RATED, SIMULATED, WILD, Cell, Look, look

ALLOWED, RARE = 0.07, 0.001
CELLS = (
    (Cell("random", MIXED, 4), 12),
    (Cell("scripted", SIDES, 4), 12),
    (Cell(CONSTANT, MIXED, 4), 12),
    (Cell(SIMULATED, MIXED, 6), 20),
    (Cell(SIMULATED, SIDES, 6), 20),
)


def chance_of(count: int, of: int, rate: float) -> float:
    """Return the chance of at least so many."""
    return 1 - sum(comb(of, n) * rate**n * (1 - rate) ** (of - n) for n in range(count))


def most(leagues: int, rate: float = ALLOWED) -> int:
    """Return so many misses that more of them would be no luck."""
    return next(count for count in range(leagues + 1) if chance_of(count + 1, leagues, rate) < RARE)


@pytest.fixture(scope="module")
def looks() -> list[Look]:
    """Leagues of all kinds."""
    return [look(cell, seed) for cell, leagues in CELLS for seed in range(leagues)]


@pytest.mark.parametrize("side", RATED)
def test_intervals_of_identical_players_hold_the_mean(looks: list[Look], side: str) -> None:
    assert sum(not each.holds[0][RATED.index(side)] for each in looks) <= most(len(looks))


def test_nobody_is_said_to_be_better_more_often_than_chance_allows(looks: list[Look]) -> None:
    assert sum(each.better[0] > 0.975 for each in looks) <= most(len(looks), 0.04)
    assert sum(each.better[0] > 0.5 for each in looks) <= most(len(looks), 0.5)


def test_nobody_is_rated_wildly(looks: list[Look]) -> None:
    side, overall = (max(each.far[n] for each in looks) for n in range(2))
    assert side < WILD[0]
    assert overall < WILD[1]


def test_the_prior_contains_a_league_that_hardly_tells_good_play_from_evil() -> None:
    # Its estimated spread of strengths grew until one of four identical players was rated 165 as good, another 2322.
    assert look(Cell(SIMULATED, MIXED, 8), 598).far[0] < 600


def test_intervals_half_as_wide_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uncertainty, "student", lambda freedom: 0.98)
    cell, leagues = CELLS[-1]
    half = [look(cell, seed) for seed in range(leagues)]
    assert sum(not each.holds[0][RATED.index("all")] for each in half) > most(leagues)
