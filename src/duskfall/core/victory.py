"""Who has won: the first line of the book that holds; a draw where nobody is left or the rounds run out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duskfall.core.who import Scene

if TYPE_CHECKING:
    from duskfall.core.game import Game

DRAW = "draw"


def check(game: Game) -> None:
    """End the game if a side has won (G5), or if nobody is left (G6)."""
    scene = Scene(game.state)
    for line in game.plan.rules.wins:
        if line.when.holds(scene):
            game.end(line.side, line.reason)
            return
    if not game.state.alive:
        game.end(DRAW, "nobody-left")


def check_rounds(game: Game) -> None:
    """End the game after the last phase of the last round (G6)."""
    limit = game.state.flags["maxRounds"]
    if isinstance(limit, int) and game.state.rounds >= limit:
        game.end(DRAW, "round-limit")
