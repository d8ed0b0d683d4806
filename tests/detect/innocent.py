"""A small game with a hand-worked answer, for what is told of it."""

from __future__ import annotations

import duskfall
from duskfall.core.play.game import Game

SEATS = {"Ann": "Godfather", "Bob": "Villager", "Cid": "Cop", "Dee": "Villager", "Eli": "Doctor", "Fay": "Mafia"}


def read_innocent() -> Game:
    """Cid the Cop reads Bob INNOCENT, Dee is killed; then Ann is voted out, and the Godfather is gone."""
    game = duskfall.start("ai-mafia", SEATS, talk=False)
    night = {"kill": 4, "investigate": 2}
    while game.state.day < 2 and game.state.night < 2:
        ask = game.asks[0]
        game.answer(ask.seat, ask.verb, night.get(ask.verb, 1))
    return game
