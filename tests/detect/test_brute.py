"""Exact is exact: every role of every seat as brute force counts it, for all rulesets, decks, flags, viewers, moments."""

from __future__ import annotations

import pytest

from duskfall.rules import BOOKS
from tests.batch.lockstep.rulesets.library import small
from tests.detect.brute import brute
from tests.detect.compare import differences, looked
from tests.detect.played import played
from tests.detect.sweep import Swept, ask, sweep
from tests.detect.tables import Random, named, small_game, small_table

LINES, MOST = 20_000, 3_000


@pytest.mark.parametrize("rules", BOOKS)
def test_every_book_is_counted_as_brute_force_counts_it(rules: str) -> None:
    found = sweep(rules, 0, LINES, MOST)
    assert found.questions >= 15


@pytest.mark.parametrize("rules", ["mini-mafia", "cult", "grown-1", "grown-2", "grown-9"])
def test_so_are_rulesets_from_outside(rules: str) -> None:
    assert sweep(rules, 0, 3_000, 1_000).questions >= 4


@pytest.mark.parametrize("batch", range(4))
def test_so_is_every_word_of_the_vocabulary(batch: int) -> None:
    found = Swept()
    for number, rules in enumerate(sorted(small())[batch * 5 :: 20]):
        ask(small_game(rules, number), Random(number), 400, 2, found)
    assert found.questions >= 10


@pytest.mark.parametrize("rules", ["ai-mafia-classic", "city-mafia"])
def test_answers_that_must_be_missing_are_told(rules: str) -> None:
    """Where no line without a missing answer fits, those with the fewest count."""
    found = Swept()
    for seed in range(12):
        ask(small_game(rules, f"missing {seed}", 0.6), Random(seed), 1_500, 2, found)
    assert found.missing >= 3


def test_own_asks_add_nothing() -> None:
    """Law 3: what a viewer is asked follows from what it was shown, so that the engine is never given it."""
    table, nights = small_table(named("werewolf"), Random(5))
    game = played(table, 5, nights)
    for seat in range(1, game.seats + 1):
        sight = looked(game, seat, "end")
        assert {type(fact).__name__ for fact in sight.facts}.isdisjoint({"Ask"})


def test_a_difference_is_told_with_all_that_is_needed_to_see_it_again() -> None:
    from duskfall.detect.posterior import posterior

    game = small_game("ai-mafia-classic", 1)
    found = brute(game, 0, "night 1")
    found.worlds += 1
    found.roles[0] = {"Cop": 1.0}
    told = list(differences(found, posterior(looked(game, 0, "night 1"))))
    assert told[0].startswith("worlds: ")
    assert any(line.startswith("seat 1, Cop: 1.0") for line in told)
