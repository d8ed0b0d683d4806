"""Exact is exact: each role of each seat as brute force counts it, for all rulesets, decks, flags, viewers, moments."""

from __future__ import annotations

from random import Random

import pytest

from duskfall.detect.posterior import posterior
from duskfall.rules import BOOKS
from tests.batch.lockstep.rulesets.library import small
from tests.detect.brute import TooManyLines, brute
from tests.detect.compare import differences, looked
from tests.detect.sweep import Swept, ask, sweep
from tests.detect.tables import small_game, told
from tests.volume import scaled

LINES, MOST = scaled(1_500), 600  # `make soak` counts many times more


@pytest.mark.parametrize("rules", BOOKS)
def test_every_book_is_counted_as_brute_force_counts_it(rules: str) -> None:
    found = sweep(rules, 0, LINES, MOST)
    assert found.questions >= 7


@pytest.mark.parametrize("rules", ["mini-mafia", "cult", "grown-1", "grown-2", "grown-9"])
def test_so_are_rulesets_from_outside(rules: str) -> None:
    assert sweep(rules, 0, scaled(1_000), MOST).questions >= 2


def test_ballots_with_hidden_weights_tell_their_voters_apart() -> None:
    """In grown-2 a Cub's ballot counts more, and so does that of a seat with a mark that nobody is shown."""
    found = Swept()
    ask(small_game("grown-2", 11), Random(11), 1_000, 4, found)
    assert found.questions == 4


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
    for seed in range(36, 44):
        ask(small_game(rules, f"missing {seed}", 0.6), Random(seed), 1_500, 2, found)
    assert found.missing


@pytest.mark.parametrize("rules", BOOKS)
def test_own_asks_add_nothing(rules: str) -> None:
    """Law 3: in every line that has shown the viewer the same, the viewer is asked the same."""
    asked = 0
    for seed in range(40):
        game = small_game(rules, f"own {seed}")
        try:
            own = brute(game, 1 + seed % game.seats, "end", 600).own
        except TooManyLines:
            continue
        assert all(len(variants) == 1 for variants in own.values()), told(game)
        asked += len(own)
        if asked >= 12:
            return
    pytest.fail("too few were asked anything")


def test_a_difference_is_told_with_all_that_is_needed_to_see_it_again() -> None:
    game = small_game("ai-mafia-classic", 1)
    found = brute(game, 0, "night 1")
    found.worlds += 1
    found.roles[0] = {"Cop": 1.0}
    told = list(differences(found, posterior(looked(game, 0, "night 1"))))
    assert told[0].startswith("worlds: ")
    assert any(line.startswith("seat 1, Cop: 1.0") for line in told)
