"""A house rule that is switched holds from the next phase on: until then worlds are what they were."""

from __future__ import annotations

import pytest

from duskfall.core.play.game import Game
from duskfall.core.view import view
from duskfall.detect.posterior import Posterior, posterior
from duskfall.detect.sight import sight
from duskfall.rules import ruleset

SEATS = {"Ann": "Villager", "Bob": "Godfather", "Cid": "Doctor", "Dee": "Villager", "Eli": "Villager"}


def by_day(*switches: tuple[str, object]) -> Game:
    """The first day of a game in which the host has switched house rules in the night before."""
    game = Game.start(ruleset("ai-mafia-classic"), SEATS, talk=False)
    for flag, value in switches:
        game.switch(flag, value)
    for ask in game.asks:
        game.answer(ask.seat, ask.verb, 4)
    return game


def known(game: Game) -> Posterior:
    return posterior(sight(view(game.facts, 0)), target="plain")


def test_until_the_next_phase_it_is_known() -> None:
    game, plain = by_day(), known(by_day())
    game.switch("announceSaves", True)
    assert (plain.known, known(game).known) == (True, True)
    assert known(game).roles == plain.roles


def test_from_then_on_it_is_not() -> None:
    found = known(by_day(("announceSaves", True)))
    assert (found.known, found.reason) == (False, "a house rule was changed during the game")


@pytest.mark.parametrize("value", [[False], [True, False]])
def test_what_is_switched_back_before_it_holds_changes_nothing(value: list[bool]) -> None:
    assert known(by_day(*(("announceSaves", each) for each in value))).roles == known(by_day()).roles
