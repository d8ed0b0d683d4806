"""Who has won: the first line of the book that holds; a draw where nobody is left or the rounds run out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duskfall.vocabulary.ruleset import DRAW
from duskfall.vocabulary.scene import Scene

if TYPE_CHECKING:
    from duskfall.core.play.game import Game


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
    if game.state.rounds >= game.plan.rules.max_rounds.number(Scene(game.state)):
        game.end(DRAW, "round-limit")
