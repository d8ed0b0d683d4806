"""Intervals of measures: the quantile, Wilson's formula, and how often they cover the truth when games share a deal."""

from __future__ import annotations

from random import Random

import pytest

from duskfall.arena.measures.interval import Sums, estimate, student


def sums(blocks: list[tuple[float, float]]) -> Sums:
    """Sums over blocks of (x, n)."""
    x, n = zip(*blocks, strict=True)
    return Sums(
        len(blocks), sum(x), sum(n), sum(a * a for a in x), sum(a * b for a, b in blocks), sum(b * b for b in n)
    )


@pytest.mark.parametrize(("freedom", "quantile"), [(1, 12.706), (3, 3.182), (7, 2.365), (10, 2.228), (30, 2.042)])
def test_the_quantile_of_student(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=0.001)


@pytest.mark.parametrize("blocks", [1, 2])
def test_one_or_two_blocks_have_no_interval(blocks: int) -> None:
    assert estimate(sums([(3, 4)] * blocks), share=True) == (0.75, None, None)
    assert estimate(sums([(3, 4), (1, 4)][:blocks]), share=False)[1:] == (None, None)


@pytest.mark.parametrize("each", [0, 0.1, 3])
def test_an_amount_that_never_varied_has_no_interval(each: float) -> None:
    value, low, high = estimate(sums([(each * n, n) for n in (7, 11, 13, 3, 5, 9)]), share=False)
    assert (value, low, high) == (pytest.approx(each), None, None)


def test_many_events_each_by_itself_have_wilsons_interval() -> None:
    _, low, high = estimate(sums([(1, 1)] * 300 + [(0, 1)] * 700), share=True)
    assert (low, high) == (pytest.approx(0.2724, abs=1e-3), pytest.approx(0.3291, abs=1e-3))


def test_what_never_happened_may_yet_happen() -> None:
    value, low, high = estimate(sums([(0, 10)] * 10), share=True)
    assert (value, low) == (0, 0)
    assert high == pytest.approx(0.0486, abs=1e-3)  # q²/(n + q²) with 100 events and q = 2.262
    assert estimate(sums([(10, 10)] * 10), share=True)[2] == 1


def test_the_mean_of_amounts_has_the_usual_interval() -> None:
    value, low, high = estimate(sums([(2, 1), (4, 1), (6, 1)]), share=False)
    half = 4.3027 * 2 / 3**0.5
    assert (value, low, high) == (4, pytest.approx(4 - half), pytest.approx(4 + half))


@pytest.mark.parametrize("blocks", [12, 60])
def test_it_covers_the_truth_although_the_games_of_a_block_are_alike(blocks: int) -> None:
    chance = Random(blocks)
    covered, leagues = 0, 600
    for _ in range(leagues):
        made = []
        for _ in range(blocks):
            deal = chance.betavariate(2, 4)  # how lucky this deal is: 1/3 on average
            made.append((float(sum(chance.random() < deal for _ in range(10))), 10.0))
        _, low, high = estimate(sums(made), share=True)
        covered += low is not None and high is not None and low <= 1 / 3 <= high
    assert 0.925 <= covered / leagues <= 0.975
