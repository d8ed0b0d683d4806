"""How long a night lasts with several people: what all may know of it, and nothing else."""

from __future__ import annotations

from duskfall.core.play.game import Game
from duskfall.room.wish import Wish
from duskfall.table.hours import SecretSteps


def night_length(wish: Wish) -> float:
    """The seconds of the hidden steps of the second night, which has what a first night may lack."""
    game = Game.start(wish.book, wish.seats, deck=wish.deck or None, flags=wish.flags, talk=wish.talk)
    game.state.night = 2
    hours = SecretSteps(game, wish.clocks.hidden)
    return sum(hours.length(step, game) for step in wish.book.night)
