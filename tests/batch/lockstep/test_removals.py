"""Whoever the host removes leaves the simulator as the kernel: by night, by day, while they are asked (G12)."""

from __future__ import annotations

import pytest

from duskfall.rules import BOOKS
from tests.batch.lockstep.driver import Form
from tests.batch.lockstep.removing import Removing
from tests.batch.lockstep.rulesets.library import small
from tests.volume import scaled

GAMES = 8  # of a table


@pytest.mark.parametrize("rules", BOOKS)
def test_books_are_in_step(rules: str) -> None:
    assert sum(_games(rules, number) for number in range(scaled(5))) >= 15


@pytest.mark.parametrize("rules", ["cult", "mini-mafia", *(f"grown-{seed}" for seed in range(scaled(4)))])
def test_so_are_rulesets_from_outside(rules: str) -> None:
    assert sum(_games(rules, number, 12) for number in range(scaled(3))) >= 1


def test_so_is_every_word_of_the_vocabulary() -> None:
    assert sum(_games(rules, number, 3) for number, rules in enumerate(small())) >= 50


def test_an_act_keeps_the_role_as_which_it_was_done() -> None:
    """In grown-6 a Witch's act 2 is a visit and a Fool's is not; a Witch may become a Cub later in the same night."""
    assert _games("grown-6", 3, 12) >= 1


def _games(rules: str, number: int, games: int = GAMES) -> int:
    pair = Removing(rules, 7000 + number, Form(general=number % 4 == 3))
    return sum(pair.check_removals(16, game) for game in range(games))
