"""Every word of the vocabulary has its translation, and no translation names a ruleset or a role."""

from __future__ import annotations

import inspect
import os
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module

import pytest

from duskfall import batch
from duskfall.batch.words import effects, exprs, flow, settle, who
from duskfall.batch.words.votes import ballot, nominate
from duskfall.core.night.executors import EXECUTORS, Place
from duskfall.core.plan.graph import IN_SETTLEMENT
from duskfall.rules import BOOKS, ruleset
from duskfall.vocabulary import conditions, seats, steps
from duskfall.vocabulary.cards import Occasion
from duskfall.vocabulary.effects import Effect, Until
from duskfall.vocabulary.ruleset import At

PROGRAMS = """
from duskfall.batch.program import source
from duskfall.batch.table import Table
from duskfall.rules import BOOKS, ruleset
for rules in BOOKS:
    print(source(Table.make(ruleset(rules)), general=True).text)
"""
OUTSIDE_SETTLEMENT = {
    Occasion.DIED: "deaths",
    Occasion.VOTED_OUT: "votes.ballot",
    Occasion.LEFT: "react",  # with either of them, by the plan's own table
    Occasion.DUSK: "flow",
    Occasion.DAWN: "flow",
}


def kinds(base: type) -> Iterator[type]:
    """All words of a kind, those that are only written as an operator too."""
    for kind in base.__subclasses__():
        if getattr(sys.modules[kind.__module__], kind.__name__) is kind:  # with slots a class is made twice
            yield kind
            yield from kinds(kind)


def test_every_set_of_seats_is_translated() -> None:
    assert set(who.WHO) == set(kinds(seats.Who))


def test_every_condition_is_translated() -> None:
    assert set(exprs.NUMBERS) == set(kinds(conditions.Expr))
    operators = {*exprs.COMPARE, *exprs.ARITHMETIC, conditions.Op.DIV, conditions.Op.AND, conditions.Op.OR}
    assert operators == set(conditions.Op)


def test_every_effect_is_translated_wherever_the_kernel_runs_it() -> None:
    assert set(effects.EFFECTS) == set(kinds(Effect))
    assert set(EXECUTORS) == {*Place, *Occasion}


def test_every_step_is_translated() -> None:
    assert set(flow.STEPS) == {kind for kind in kinds(steps.Step) if kind is not steps.Talk}, "talk is left out"


def test_every_rule_for_ties_and_tallies_is_translated() -> None:
    assert set(ballot.TIES) == set(steps.Tie)
    source = inspect.getsource(ballot)
    for tally in steps.Tally:
        assert f"Tally.{tally.name}" in source or tally is steps.Tally.HALF_OF_LIVING  # the one that is left
    for end in steps.LadderEnd:
        assert f"LadderEnd.{end.name}" in source or end is steps.LadderEnd.NOBODY


@pytest.mark.parametrize("occasion", Occasion)
def test_every_occasion_sets_triggers_off(occasion: Occasion) -> None:
    if occasion in IN_SETTLEMENT:
        assert "IN_SETTLEMENT" in inspect.getsource(settle)
    else:
        module = import_module(f"duskfall.batch.words.{OUTSIDE_SETTLEMENT[occasion]}")
        assert f"Occasion.{occasion.name}" in inspect.getsource(module) or occasion is Occasion.LEFT


def test_every_order_and_length_is_translated() -> None:
    assert {f"Order.{order.name}" in inspect.getsource(nominate) for order in steps.Order} == {True, False}
    ending = inspect.getsource(flow) + inspect.getsource(settle)
    for until in Until:
        assert f"Until.{until.name}" in ending or until is Until.FOREVER
    assert set(At) == {At.TARGET, At.ACTOR}  # the plan tells them apart: edges, and stops


def test_a_program_is_the_same_in_every_process() -> None:
    """What was compiled is found again by its text: that must not hang on the order of a set."""
    hashes = [os.environ | {"PYTHONHASHSEED": seed} for seed in ("1", "2")]
    texts = [subprocess.run([sys.executable, "-c", PROGRAMS], env=env, capture_output=True).stdout for env in hashes]
    assert texts[0]
    assert texts[0] == texts[1]


def test_no_ruleset_and_no_role_is_named() -> None:
    names = {role.name for book in BOOKS for role in ruleset(book).roles} | set(BOOKS)
    for found in pkgutil.walk_packages(batch.__path__, "duskfall.batch."):
        source = inspect.getsource(import_module(found.name)) if "cuda" not in found.name else ""
        for name in names:
            assert f'"{name}"' not in source, f"{found.name} names {name}"
