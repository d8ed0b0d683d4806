"""duskfall: one engine for the Mafia / Werewolf family of social-deduction games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from duskfall.core.play.game import Game
    from duskfall.vocabulary import Ruleset

__version__ = "0.1.0"


def start(rules: str | Ruleset = "ai-mafia", seats: Any = None, **options: Any) -> Game:
    """Start a game: of a ruleset itself, or by its id, `module:NAME`, or file; see `Game.start` for the options."""
    from duskfall.core.play.game import Game
    from duskfall.rules.registry import find

    return Game.start(find(rules), seats, **options)
