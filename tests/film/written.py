"""Records as text, for the tests of films."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import duskfall
from duskfall.core.facts import Fact
from duskfall.core.play.game import Game
from duskfall.core.record import entry_line, fact_line, opening
from duskfall.table.run import play
from duskfall.table.seating import seat_players


def written(game: Game, *kinds: str, facts: Sequence[Fact] | None = None) -> str:
    """The record of a game, or of so much of it as these facts tell."""
    head, secret = opening(game.plan.rules, game.setup, "", kinds)
    told = game.facts if facts is None else facts
    return "\n".join([head, secret, *map(entry_line, game.log), *map(fact_line, told)]) + "\n"


@cache
def finished(rules: str) -> Game:
    """A game of bots that play with sense, to its end."""
    game = duskfall.start(rules, 10, seed=11)
    play(game, seat_players(game, "scripted"))
    assert game.over
    return game
