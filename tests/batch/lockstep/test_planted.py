"""Faults planted into the generator are all found by the lockstep; the same games without a fault are in step."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from duskfall.rules import BOOKS
from duskfall.vocabulary.ruleset import walk
from tests.batch.lockstep.driver import Form, OutOfStep, Pair
from tests.batch.lockstep.faults import FAULTS, Fault
from tests.batch.lockstep.rulesets.library import named, small
from tests.batch.lockstep.sweep import SEED
from tests.batch.lockstep.tables import random_table

GAMES, TABLES, RULESETS = 6, 3, 60
MORE = 12  # times as many tables of what a fault names itself
BROKEN = (OutOfStep, ArithmeticError, LookupError, NameError, SyntaxError, TypeError, ValueError)


@cache
def words_of(rules: str) -> frozenset[type]:
    """The kinds of words that a ruleset uses."""
    return frozenset(map(type, walk(named(rules))))


def tried(fault: Fault) -> Iterator[str]:
    """The rulesets that use the word of a fault: grown ones and books first, they use many at once."""
    several = [f"grown-{number}" for number in range(12)] + [*BOOKS] + sorted(small(), key=lambda name: len(name))
    using = [rules for rules in several if any(issubclass(kind, fault.word) for kind in words_of(rules))]
    yield from fault.rules * MORE or using[:RULESETS]


def found(fault: Fault) -> str:
    """The first ruleset in which the lockstep finds something; empty if it finds nothing."""
    for at, rules in enumerate(tried(fault)):
        for number in range(at * TABLES, (at + 1) * TABLES):
            table = random_table(named(rules), number)
            try:
                pair = Pair(table, Form())
                for game in range(GAMES):
                    pair.check(SEED, game)
            except BROKEN:
                return rules
    return ""


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_planted_fault_is_found(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    fault.plant(monkeypatch)
    assert found(fault), f"nothing has noticed the fault: {fault}"


def test_there_are_enough_faults() -> None:
    assert len(FAULTS) >= 60
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
