"""The simulator and the kernel, given the same choices, come to the same, phase by phase: in every form.

`books` has the tests of each book; here are the rulesets that are made for tests.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from duskfall.rules import BOOKS
from tests.batch.lockstep.driver import Form, OutOfStep, Pair
from tests.batch.lockstep.rulesets.library import named, small
from tests.batch.lockstep.sweep import in_step, same_untold, sweep
from tests.batch.lockstep.tables import random_table
from tests.volume import scaled

BOOK_FILES = Path(__file__).parent / "books"
GROWN = scaled(16)
BATCHES = 8  # of the small rulesets


def test_every_book_has_its_file() -> None:
    found = {path.stem.removeprefix("test_").replace("_", "-") for path in BOOK_FILES.glob("test_*.py")}
    assert found == set(BOOKS)


def test_specialised_code_that_is_compiled_is_in_step() -> None:
    """Of one book; that of all comes to the same counts as plain code in tests/batch/test_run.py."""
    table = random_table(named("city-mafia"), 7001)
    in_step(table, Form(target="cpu"), range(100))


def test_general_code_compiled_once_is_in_step() -> None:
    """Of a small ruleset: Numba takes minutes for all books, and `make soak` plays them so."""
    sweep("mini-mafia", scaled(200), Form(general=True, target="cpu"), a_table=10)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_small_rulesets_are_in_step(batch: int) -> None:
    for number, rules in enumerate(list(small())[batch::BATCHES]):
        sweep(rules, 6, Form(general=number % 2 == 0), first=number % 7, a_table=6)
        sweep(rules, 4, Form(general=number % 2 == 1), first=number % 5, steps=True, a_table=4)


@pytest.mark.parametrize("seed", range(GROWN))
def test_grown_rulesets_are_in_step(seed: int) -> None:
    rules = f"grown-{seed}"
    sweep(rules, 8, Form(general=seed % 2 == 0), a_table=4)
    sweep(rules, 4, Form(general=seed % 2 == 1), first=10, steps=True, a_table=4)
    same_untold(random_table(named(rules), 20), Form(general=seed % 3 == 0), 6)


def test_a_failure_says_which_game_it_is_and_how_to_see_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def differs(self: Pair, rows: object, kernel: object) -> str:
        return "night 1:\n  the kernel alone: everything"

    monkeypatch.setattr(Pair, "_difference", differs)
    with pytest.raises(OutOfStep) as told:
        sweep("werewolf", 1, Form(), first=3)
    assert "werewolf, deck " in str(told.value)
    assert "seed 15, game 0" in str(told.value)
    assert "again: python -m tests.batch.lockstep.soak --rules werewolf --table 3" in str(told.value)
