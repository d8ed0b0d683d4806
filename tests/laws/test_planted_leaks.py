"""The checker of law 2 finds every planted leak, and none in the engine as it is."""

from __future__ import annotations

import pytest

from .mutants import MUTANTS
from .pairs import PAIRS
from .received import difference, received


@pytest.mark.parametrize("name", PAIRS)
def test_without_a_leak_the_two_games_look_the_same(name: str) -> None:
    assert difference(PAIRS[name]) == ""


@pytest.mark.parametrize("name", PAIRS)
def test_the_two_games_do_differ(name: str) -> None:
    pair = PAIRS[name]
    games = [[side.table.start(), side] for side in (pair.left, pair.right)]
    assert any(len(items) > 5 for items in received(pair.left, pair.seats, pair.until).values())
    for game, side in games:
        while game.asks:
            ask = game.asks[0]
            game.answer(ask.seat, ask.verb, side.answers(game, ask))
    (left, one), (right, other) = games
    assert left.facts != right.facts or one.last_first != other.last_first


def test_there_are_leaks_enough() -> None:
    assert len(MUTANTS) >= 40


@pytest.mark.parametrize("name", MUTANTS)
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    MUTANTS[name](monkeypatch)
    assert any(difference(pair) for pair in PAIRS.values()), f"nobody notices that {name}"
