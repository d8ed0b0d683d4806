"""Draws from the seed: even, apart by purpose and number, and the same in every version to come."""

from __future__ import annotations

from collections import Counter
from itertools import islice, permutations
from math import factorial, sqrt

import pytest

import duskfall
from duskfall.core.chance import Draws, below, commitment, draw, pick, shuffled
from duskfall.rules import BOOKS


def even(counts: Counter, kinds: int, draws: int) -> bool:
    """Chi-square within five standard deviations of its mean."""
    mean = draws / kinds
    chi = sum((counts[kind] - mean) ** 2 / mean for kind in counts) + mean * (kinds - len(counts))
    return abs(chi - (kinds - 1)) < 5 * sqrt(2 * (kinds - 1))


@pytest.mark.parametrize("limit", [1, 2, 3, 6, 7, 10, 60])
def test_below_is_even_over_numbers_and_over_seeds(limit: int) -> None:
    draws = 6000
    by_number = Counter(below(5, "test", number, limit) for number in range(draws))
    by_seed = Counter(below(seed, "test", 1, limit) for seed in range(draws))
    assert set(by_number) == set(by_seed) == set(range(limit))
    if limit > 1:
        assert even(by_number, limit, draws)
        assert even(by_seed, limit, draws)


def test_shuffled_is_even_over_all_orders() -> None:
    for size in (2, 3, 4):
        counts = Counter(tuple(shuffled(seed, "deal", range(size))) for seed in range(6000))
        assert set(counts) <= set(permutations(range(size)))
        assert even(counts, factorial(size), 6000)


def test_purposes_and_numbers_are_apart() -> None:
    drawn = {draw(seed, purpose, number) for seed in range(9) for purpose in "abc" for number in range(9)}
    assert len(drawn) == 9 * 3 * 9
    assert all(0 <= each < 1 << 64 for each in drawn)


def test_the_items_are_left_as_they_are() -> None:
    items = ["a", "b", "c"]
    assert sorted(shuffled(1, "x", items)) == items == ["a", "b", "c"]
    assert pick(1, "x", 0, items) in items
    assert shuffled(1, "x", []) == []


# Records of old games replay only as long as these stay what they are.
DRAWN = (7019096023538081631, 7621871303014690813)
BELOW = [0, 7, 2, 0, 0, 3, 9, 1, 8, 3, 1, 9]
ORDER = "HIEGADCFBJ"
COMMITTED = "f01750542e04f554c0d34b24fed81688370ee0b83a09415e477ccaeff0930ee6"
DEALS = {
    "ai-mafia": "Villager Mafia Villager Cop Godfather Doctor",
    "ai-mafia-classic": "Villager Mafia Villager Cop Godfather Doctor",
    "city-mafia": "Citizen Mafia Citizen Sheriff Don Doctor",
    "town-of-agents": "Citizen Mafia Citizen Sheriff Godfather Doctor",
    "werewolf": "Villager Werewolf Villager Seer Werewolf Witch",
}


def test_known_values() -> None:
    assert draw(0, "deal", 0) == DRAWN[0]
    assert draw(2**70, "choose", 12) == DRAWN[1]
    assert [below(3, "choose", number, 10) for number in range(12)] == BELOW
    assert shuffled(3, "deal", "ABCDEFGHIJ") == list(ORDER)
    assert commitment('{"seed":3,"nonce":"00ff"}') == COMMITTED


def test_known_deals() -> None:
    dealt = {book: " ".join(duskfall.start(book, 6, seed=3).setup.roles) for book in BOOKS}
    assert dealt == DEALS


def test_draws_one_after_another_are_those_of_their_numbers() -> None:
    draws = Draws(3, "each")
    assert list(islice(draws.each(1000), 20)) == [draws.below(number, 1000) for number in range(20)]
