"""No fact can be told to more than it is meant for without the laws noticing: one mutant for each place."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from inspect import getsource

import pytest

from duskfall.core.facts import KINDS, MODERATOR, CardDealt, Died, Fact, Landed, MarkSet, Overturned, Thought

from ..outside import forgetting
from .audiences import Emission, emissions, made, modules
from .narrow import NARROW
from .pairs import PAIRS
from .received import Pair, difference
from .tables import play

MODERATORS = (CardDealt, Died, Landed, MarkSet, Overturned, Thought)


@pytest.fixture(autouse=True)
def nothing_brought_stays() -> Iterator[None]:
    with forgetting():
        yield


@pytest.mark.parametrize("emission", emissions(), ids=str)
def test_a_fact_that_is_told_to_all_is_noticed(emission: Emission, monkeypatch: pytest.MonkeyPatch) -> None:
    emission.widen(monkeypatch)
    pairs = (NARROW | PAIRS).values()
    assert any(difference(pair) or told_of(pair) for pair in pairs), f"nobody notices that all are told of {emission}"


def told_of(pair: Pair) -> list[Fact]:
    """The moderator's facts that somebody is told; whose act is overturned may be told why."""
    game = play(pair.left.table.start(), pair.left.answers)
    mine = [fact for fact in game.facts if isinstance(fact, MODERATORS) and fact.to != MODERATOR]
    return [fact for fact in mine if not (isinstance(fact, Overturned) and fact.to == 1 << fact.actor)]


@pytest.mark.parametrize("name", NARROW)
def test_without_a_mutant_the_two_games_look_the_same(name: str) -> None:
    assert difference(NARROW[name]) == ""
    assert not told_of(NARROW[name])


@pytest.mark.parametrize("name", modules())
def test_every_fact_is_made_where_its_audience_can_be_read(name: str) -> None:
    """A kind of fact is named in a call that makes it, or to compare, import and annotate; never passed around."""
    tree = ast.parse(getsource(import_module(name)))
    passed = {
        arg.id
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and ast.unparse(call.func) not in ("isinstance", "new")
        for arg in call.args
        if isinstance(arg, ast.Name) and arg.id in KINDS
    }
    assert not passed
    assert all(each.function for each in made(name)), "a fact is made outside of a function"
