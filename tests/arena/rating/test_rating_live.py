"""Numbers while games still come in."""

from __future__ import annotations

import random

import pytest

from duskfall.arena.rating.live import Live


def seats(good: str, evil: str) -> list[tuple[str, str]]:
    return [*((player, "town") for player in good), *((player, "mafia") for player in evil)]


def played(games: int, chance_of_a: float, seed: int = 1) -> Live:
    """`a` and `b` change sides; `a` wins so many games."""
    live, chance = Live(), random.Random(seed)
    for game in range(games):
        order = "ab" if game % 2 else "ba"
        a_wins = chance.random() < chance_of_a
        winner = "town" if a_wins == (order[0] == "a") else "mafia"
        live.take(winner, seats(order[0] * 3, order[1]))
    return live


def test_the_better_player_has_the_higher_number_and_1500_is_the_mean() -> None:
    numbers = played(200, 0.8).numbers()
    assert numbers["a"] > 1500 + 50 > 1500 - 50 > numbers["b"]
    assert sum(numbers.values()) / 2 == pytest.approx(1500)


def test_a_side_that_wins_more_makes_nobody_strong() -> None:
    """Evil wins nine of ten, and `a` is evil four times of five."""
    live, chance = Live(), random.Random(2)
    for game in range(1000):
        good, evil = "ba" if game % 5 else "ab"
        live.take("mafia" if chance.random() < 0.9 else "town", seats(good * 3, evil))
    numbers = live.numbers()
    assert abs(numbers["a"] - numbers["b"]) < 100


def test_seats_of_one_player_are_shares_of_one_strength() -> None:
    """A team of three `a` is as strong as one `a`, and learns as much."""
    one, three = Live(), Live()
    one.take("town", seats("a", "b"))
    three.take("town", seats("aaa", "bb"))
    assert one.numbers() == pytest.approx(three.numbers())


def test_who_has_more_seats_of_a_team_learns_more() -> None:
    live = Live()
    live.take("town", seats("aac", "b"))
    numbers = live.numbers()
    assert numbers["a"] > numbers["c"] > numbers["b"]


def test_a_player_against_itself_learns_nothing() -> None:
    live = Live()
    live.take("town", seats("a", "a"))
    live.take("town", seats("b", "c"))
    assert live.numbers()["a"] == pytest.approx(1500)


def test_a_draw_of_equals_changes_nobody_and_no_contest_is_none() -> None:
    live = Live()
    live.take("draw", seats("a", "b"))
    live.take("town", seats("a", ""))
    assert live.numbers() == pytest.approx({"a": 1500, "b": 1500})
    assert Live().numbers() == {}
