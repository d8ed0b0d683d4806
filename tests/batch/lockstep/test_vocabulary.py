"""Every word of the vocabulary is in a ruleset that the lockstep plays, so that every translation is tried."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

import pytest

from duskfall.rules import BOOKS, ruleset
from duskfall.vocabulary import At, Effect, Expr, Moment, Occasion, Op, Order, Step, Tally, Tie, Tier, Until, Who
from duskfall.vocabulary.ruleset import parts_of, walk
from duskfall.vocabulary.steps import LadderEnd
from tests.batch.lockstep.rulesets.library import named, small

GROWN = 6


def _kinds(of: type) -> Iterator[type]:
    for kind in of.__subclasses__():
        if kind.__module__.startswith("duskfall.vocabulary"):
            yield kind
            yield from _kinds(kind)


@pytest.fixture(scope="module")
def nodes() -> list[object]:
    played = (*map(ruleset, BOOKS), *small().values(), *(named(f"grown-{seed}") for seed in range(GROWN)))
    return [node for rules in played for node in walk(rules)]


@pytest.mark.parametrize("word", [Who, Expr, Effect, Step])
def test_every_kind_of_word_is_played(word: type, nodes: list[object]) -> None:
    used = {type(node).__name__ for node in nodes}
    assert {kind.__name__ for kind in _kinds(word)} <= used


@pytest.mark.parametrize("kind", [At, Moment, Occasion, Op, Order, Tally, Tie, Tier, Until, LadderEnd])
def test_every_value_of_a_word_is_played(kind: type[Enum], nodes: list[object]) -> None:
    used = {str(node) for node in nodes}
    assert not [each for each in kind if str(each) not in used and each.value not in used]


def test_every_switch_of_a_word_is_played_in_either_way(nodes: list[object]) -> None:
    ways: dict[tuple[str, str], set[bool]] = {}
    for node in nodes:
        for part in parts_of(node):
            if isinstance(value := getattr(node, part), bool) and part != "default":
                ways.setdefault((type(node).__name__, part), set()).add(value)
    assert {switch for switch, found in ways.items() if len(found) < 2} <= {("Const", "const"), ("Talk", "asks")}
