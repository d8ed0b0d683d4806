"""Victory checks: the first win condition that holds, or a draw if nobody is left or the rounds run out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duskfall.vocabulary.ruleset import DRAW
from duskfall.vocabulary.scene import Scene

if TYPE_CHECKING:
    from duskfall.core.play.game import Game

NOBODY_LEFT, ROUND_LIMIT, STALEMATE = DRAWS = ("nobody-left", "round-limit", "stalemate")  # draws in any ruleset (G6)


def check(game: Game) -> None:
    """End the game if a side has won (G5) or nobody is left alive (G6)."""
    scene = Scene(game.state)
    for line in game.plan.rules.wins:
        if line.when.holds(scene):
            game.end(line.side, line.reason)
            return
    if not game.state.alive:
        game.end(DRAW, NOBODY_LEFT)


def check_rounds(game: Game) -> None:
    """Count a finished round; end the game as a draw after the last round or in a stalemate (G6).

    A stalemate is a number of rounds in a row, set by the ruleset, in which nobody left.
    """
    state, rules = game.state, game.plan.rules
    scene = Scene(state)
    state.quiet = state.quiet + 1 if state.alive == state.met else 0
    state.met = state.alive
    if state.rounds >= rules.max_rounds.number(scene):
        game.end(DRAW, ROUND_LIMIT)
    elif 0 < rules.quiet_rounds.number(scene) <= state.quiet:
        game.end(DRAW, STALEMATE)
