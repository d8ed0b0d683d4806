"""Faults planted into the engine are all found by brute force or by the puzzles; without a fault nothing is found."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count
from random import Random

import pytest

from duskfall.batch.table import Table
from duskfall.cases.check import failures
from duskfall.detect import posterior as engine
from duskfall.rules import BOOKS
from tests.detect.brute import Found, TooManyLines, brute
from tests.detect.compare import differences, looked
from tests.detect.faults import FAULTS, Fault
from tests.detect.played import Played, played
from tests.detect.tables import named, small_game
from tests.detect.test_puzzles import PUZZLES
from tests.volume import scaled

TWO_OF_A_KIND = Table.make(named("mini-mafia"), deck="Mafioso*2, Detective, Villager")
BROKEN = (ArithmeticError, LookupError, NameError, TypeError, ValueError, AssertionError)


@cache
def questions() -> tuple[tuple[Played, int, str, Found], ...]:
    """Some of every ruleset, with what brute force has counted."""
    found = []
    for rules in (*BOOKS, "cult", "mini-mafia"):
        for seed in range(scaled(6)):
            game, luck = small_game(rules, f"planted {seed}", 0.5 if seed % 3 == 2 else 0.0), Random(seed)
            viewer, moment = luck.randint(0, game.seats), luck.choice(list(game.moments)[1:])
            try:
                found.append((game, viewer, moment, brute(game, viewer, moment, 600)))
            except TooManyLines:
                continue
    told = played(TWO_OF_A_KIND, 1, 1, deal=(("Mafioso", "Mafioso", "Villager", "Detective"), (), ()))
    games = (small_game("mini-mafia", f"lot {seed}") for seed in count())
    lot = next(game for game in games if 4 in game.lots)  # the last of the tied
    forgers = small_game("ai-mafia", 8, 0.3)
    assert forgers.setup.roles[:2] == ("Forger", "Forger")
    for game, viewer, moment in ((told, 1, "night 1"), (lot, 0, "end"), (forgers, 1, "end")):
        found.append((game, viewer, moment, brute(game, viewer, moment)))
    return tuple(found)


def wrong() -> Iterator[str]:
    """What differs, puzzle by puzzle and question by question."""
    for case in PUZZLES:
        yield from failures(case)
    for game, viewer, moment, found in questions():
        yield from differences(found, engine.posterior(looked(game, viewer, moment), target="plain"))


@pytest.fixture
def forgetful() -> Iterator[None]:
    """What was counted before is counted again, and again afterwards."""
    engine._counted.clear()
    engine._sampled.clear()
    yield
    engine._counted.clear()
    engine._sampled.clear()


def test_without_a_fault_nothing_is_wrong(forgetful: None) -> None:
    assert list(wrong()) == []


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_planted_fault_is_found(fault: Fault, forgetful: None, monkeypatch: pytest.MonkeyPatch) -> None:
    questions()  # counted before anything is broken
    fault.plant(monkeypatch)
    try:
        found = next(wrong(), "")
    except BROKEN as error:
        found = repr(error)
    assert found, f"nothing has noticed the fault: {fault}"
