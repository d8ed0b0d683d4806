"""Games against a server that fails on three calls of ten, in every way: none hangs, none breaks, all is counted."""

from __future__ import annotations

import pytest

from duskfall.core.facts import Silent
from tests.llm.faults import FAULTS
from tests.llm.faulty import SHARE
from tests.llm.soak import Soaked, soak

GAMES = 20


@pytest.fixture(scope="module")
def soaked() -> Soaked:
    """Twenty games of all rulesets."""
    return soak(GAMES)


def test_all_is_as_it_has_to_be(soaked: Soaked) -> None:
    assert list(soaked.wrong()) == []
    assert len(soaked.games) == GAMES


def test_every_fault_was_met(soaked: Soaked) -> None:
    served = soaked.server.served
    assert {each.fault for each in served} >= {"", *(name for name, fault in FAULTS.items() if not fault.needs)}
    assert abs(sum(bool(each.fault) for each in served) / len(served) - SHARE) < 0.05


def test_silence_stands_in_the_record(soaked: Soaked) -> None:
    assert any(isinstance(fact, Silent) for game, _ in soaked.games for fact in game.facts)
