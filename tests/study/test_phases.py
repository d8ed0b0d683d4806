"""The fold from facts to phases: nothing is lost, and each phase knows what was so before it."""

from __future__ import annotations

import pytest

import duskfall
from duskfall.core.facts import EVERYONE, Became, Dealt, FlagSwitched, PhaseBegan
from duskfall.core.play.game import Game
from duskfall.players.bots.random import RandomPlayer
from duskfall.rules import BOOKS
from duskfall.study.phases import NOWHERE, begins, begun, phases, the_deal
from duskfall.table.run import play


@pytest.fixture(scope="module", params=list(BOOKS))
def game(request: pytest.FixtureRequest) -> Game:
    found = duskfall.start(request.param, 9, seed=7)
    play(found, {seat: RandomPlayer(70 + seat) for seat in range(1, 10)})
    return found


def test_every_fact_is_in_one_phase_and_each_begins_with_its_mark(game: Game) -> None:
    found = phases(game.facts)
    assert [fact for phase in found for fact in phase.facts] == game.facts
    for phase, before in zip(found[1:], found, strict=False):
        assert phase.before is before
        assert phase.facts[0] == PhaseBegan(EVERYONE, *phase.place)
        assert phase.night == (phase.place[1] if phase.place[0] == "night" else 0)
    assert found[0].facts == the_deal(game.facts)
    assert found[0].before is None


def test_what_is_read_off_a_phase_is_what_its_facts_say(game: Game) -> None:
    roles: dict[int, str] = {}
    for phase in phases(game.facts):
        assert phase.before is None or phase.before.roles == roles
        roles |= {fact.seat: fact.role for fact in phase.facts if isinstance(fact, Dealt | Became)}
        assert phase.roles == roles
        assert {*phase.deaths.values(), *phase.overturns, *phase.votes, *phase.speech} <= set(phase.facts)
    assert phases(game.facts)[0].flags == dict(game.facts[0].flags)  # type: ignore[union-attr]


def test_where_a_game_stands() -> None:
    night, day = PhaseBegan(EVERYONE, "night", 1), PhaseBegan(EVERYONE, "day", 1)
    switched = FlagSwitched(EVERYONE, "heal", False)
    assert begun([]) == begun([switched]) == (-1, NOWHERE)
    assert begun([switched, night, switched]) == (1, ("night", 1))
    assert list(begins([night, switched, day])) == [(0, ("night", 1)), (2, ("day", 1))]
    assert list(begins([night, switched, day], 1)) == [(2, ("day", 1))]
    assert [phase.place for phase in phases([])] == [NOWHERE]
    _, first, second = phases([night, switched, day])
    assert first.flags == second.flags == {"heal": False}
    assert first.before is not None
    assert first.before.flags == {}
