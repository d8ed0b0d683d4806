"""Players read nothing but their own options; a table model is labelled as what it is."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from duskfall.batch.by_name import POLICIES, policy
from duskfall.batch.compiled.build import build
from duskfall.batch.policies import TABLE_MODEL
from duskfall.batch.program import source
from duskfall.batch.table import Table
from duskfall.rules import BOOKS, ruleset

PLAYERS = [name for name in POLICIES if not policy(name, "").table_model]
DRAWS = re.compile(r"drawn\(W\[(\d+)\], .*?, W\[(\d+)\]")  # the two numbers of W that a player's draw is keyed by


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("book", BOOKS)
def test_a_player_answers_from_its_options_alone(book: str, name: str) -> None:
    """Law 2: whatever else a game holds, roles and marks and acts, the same options get the same answers."""
    table, chance = Table.make(ruleset(book)), Random(book)
    program = source(table, policy(name, book), told=True, resumable=True)
    built = build(program, "plain", "begin", "step", "answer")
    keys = {int(place) for found in DRAWS.findall(program.text.split("def answer")[1]) for place in found}
    assert len(keys) == 2
    state, constants, log = built.arrays(table)
    options, questions = [0] * 64, 0
    act = built.begin(7, 3, state, constants, log, options)
    while act:
        answers = [0] * 64
        built.answer(state, constants, options, answers, options[0])
        assert _answers(built, state, constants, options, keys, chance) == answers
        questions += 1
        act = built.step(state, constants, log, answers, options)
    assert questions > 3


def _answers(
    built: Any, state: list[int], constants: list[int], options: list[int], keys: set[int], chance: Random
) -> list[int]:
    """What is answered in a game that is another one altogether, but for the options and the key of the draws."""
    other = [word if place in keys else chance.getrandbits(31) for place, word in enumerate(state)]
    answers = [0] * 64
    built.answer(other, [chance.getrandbits(31) for _ in constants], options, answers, options[0])
    asked = [seat for seat in range(1, 32) if options[0] >> seat & 1]
    kept = [0] * 64
    for seat in asked:
        kept[seat], kept[32 + seat] = answers[seat], answers[32 + seat]
    return kept


def test_a_table_model_says_so_and_answers_for_no_seat() -> None:
    skilled = policy("skilled", "werewolf")
    assert skilled.kind == TABLE_MODEL
    assert skilled.table_model
    table = Table.make(ruleset("werewolf"))
    assert "def answer" not in source(table, skilled, told=True, resumable=True).text
