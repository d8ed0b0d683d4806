"""duskfall: one engine for the Mafia / Werewolf family of social-deduction games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from duskfall.core.play.game import Game

__version__ = "0.1.0"


def start(rules: str = "ai-mafia", seats: Any = None, **options: Any) -> Game:
    """Start a game of one of the rulesets, by its id; see `Game.start` for the options."""
    from duskfall.core.play.game import Game
    from duskfall.rules import ruleset

    return Game.start(ruleset(rules), seats, **options)
