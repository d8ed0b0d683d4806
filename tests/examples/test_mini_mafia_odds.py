"""The mini-mafia by its exact odds: how often the town wins, by who knows what and votes how."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

import pytest

import duskfall
from duskfall.core.ask import Ask
from duskfall.core.chance import Draws
from duskfall.core.view import View
from duskfall.players.base import Player
from duskfall.table.run import play
from tests.outside import MINI

GAMES = 3000


class Chance:
    """Kills and votes at random."""

    blind = False

    def __init__(self, seed: int) -> None:
        self.draws = Draws(seed, "mini")

    def answer(self, ask: Ask, view: View) -> object:
        """One of those who may be named."""
        return None if ask.speech else ask.seats[self.draws.below(ask.number, len(ask.seats))]


class Informed(Chance):
    """Votes for whom it knows: the Detective for the Mafioso, the Mafioso for the Detective."""

    def answer(self, ask: Ask, view: View) -> object:
        """Whom it knows, if that is a choice."""
        known = [seat for seat in view.known if seat in ask.seats]
        return known[0] if known else super().answer(ask, view)


Makes = Callable[[int], Player]


def towns_share(**informed: Makes) -> float:
    """In which part of the games the town wins, where these roles are played so and all others by chance."""
    wins = 0
    for seed in range(GAMES):
        game = duskfall.start(MINI, 4, seed=seed, talk=False)
        makers = [informed.get(role, Chance) for role in game.setup.roles]
        players = {seat: make(4 * seed + seat) for seat, make in enumerate(makers, 1)}
        play(game, players)
        assert game.over
        wins += game.over.winner == "town"
    return wins / GAMES


@pytest.mark.parametrize(
    ("informed", "exact"),
    [
        # Any of the three is out as likely as the others.
        ({}, 1 / 3),
        # The two vote for each other, and the Villager's coin decides.
        ({"Detective": Informed, "Mafioso": Informed}, 1 / 2),
        # The Villager names the Mafioso (1/2: out), or the Detective (1/2): then the Mafioso names the Detective
        # (1/2: who is out) or the Villager (1/2: a tie of three, and a lot). 1/2 + 1/2 · 1/2 · 1/3 = 7/12.
        ({"Detective": Informed}, 7 / 12),
    ],
)
def test_the_town_wins_as_often_as_can_be_worked_out(informed: dict[str, Makes], exact: float) -> None:
    error = sqrt(exact * (1 - exact) / GAMES)
    assert abs(towns_share(**informed) - exact) < 4 * error
