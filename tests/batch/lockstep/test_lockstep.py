"""The simulator and the kernel, given the same choices, come to the same, phase by phase: in every form."""

from __future__ import annotations

import pytest

from duskfall.batch.program import source
from duskfall.rules import BOOKS
from tests.batch.lockstep.driver import Form, OutOfStep, Pair
from tests.batch.lockstep.rulesets.library import named, small
from tests.batch.lockstep.sweep import in_step, same_untold, sweep
from tests.batch.lockstep.tables import random_table

COMPILED = Form(general=True, target="cpu")
GAMES = 10_000  # of each book, by general code that is compiled once
PARTS = 4  # so that they run side by side
GROWN = 40
BATCHES = 8  # of the small rulesets


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("rules", BOOKS)
def test_general_code_compiled_once_is_in_step(rules: str, part: int) -> None:
    sweep(rules, GAMES // PARTS, COMPILED, first=part * 1000)


@pytest.mark.parametrize("rules", BOOKS)
def test_plain_general_code_is_in_step(rules: str) -> None:
    sweep(rules, 200, Form(general=True), first=5000, a_table=4)


@pytest.mark.parametrize("rules", BOOKS)
def test_specialised_code_is_in_step(rules: str) -> None:
    sweep(rules, 400, Form(), first=6000, a_table=10)


@pytest.mark.parametrize("rules", BOOKS)
def test_specialised_code_that_is_compiled_is_in_step(rules: str) -> None:
    table = random_table(named(rules), 7001)
    in_step(table, Form(target="cpu"), range(100))


@pytest.mark.parametrize("rules", BOOKS)
def test_a_game_that_stops_at_each_question_is_in_step(rules: str) -> None:
    sweep(rules, 100, Form(), first=8000, steps=True, a_table=5)
    sweep(rules, 40, Form(general=True), first=8100, steps=True, a_table=5)


@pytest.mark.parametrize("rules", BOOKS)
def test_a_table_model_is_in_step(rules: str) -> None:
    sweep(rules, 100, Form(policy="skilled"), first=8500, a_table=5)


@pytest.mark.parametrize("rules", BOOKS)
def test_what_is_left_out_changes_no_game(rules: str) -> None:
    for number in range(12):
        same_untold(random_table(named(rules), 9000 + number), Form(), 20)
    same_untold(random_table(named(rules), 9500), Form(general=True), 20)


@pytest.mark.parametrize("rules", BOOKS)
def test_general_code_is_the_same_for_every_table(rules: str) -> None:
    texts = {source(random_table(named(rules), number), general=True, told=True).text for number in range(6)}
    assert len(texts) == 1


@pytest.mark.parametrize("batch", range(BATCHES))
def test_small_rulesets_are_in_step(batch: int) -> None:
    for number, rules in enumerate(list(small())[batch::BATCHES]):
        sweep(rules, 12, Form(general=number % 2 == 0), first=number % 7, a_table=6)
        sweep(rules, 4, Form(general=number % 2 == 1), first=number % 5, steps=True, a_table=4)


@pytest.mark.parametrize("seed", range(GROWN))
def test_grown_rulesets_are_in_step(seed: int) -> None:
    rules = f"grown-{seed}"
    sweep(rules, 12, Form(general=seed % 2 == 0), a_table=4)
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
