"""How long a night lasts with several people: a matter of the deck, the house rules and the clocks alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from duskfall.core.play.game import Game
from duskfall.room.made.wish import Wish, read_wish
from duskfall.rules.registry import book, rulesets
from duskfall.table.hours import SecretClocks, SecretSteps
from duskfall.vocabulary.scene import Value

LATER = 2  # a first night may lack what others have


def night_length(wish: Wish) -> float:
    """The seconds of the hidden steps of a night, from the second one on."""
    return _length(wish.rules, wish.seats, wish.deck, tuple(sorted(wish.flags.items())), wish.talk, wish.clocks.hidden)


@lru_cache(maxsize=512)
def _length(
    rules: str, seats: int, deck: str, flags: tuple[tuple[str, Value], ...], talk: bool, clocks: SecretClocks
) -> float:
    game = Game.start(book(rules), seats, deck=deck or None, flags=dict(flags), talk=talk)
    game.state.night = LATER
    hours = SecretSteps(game, clocks)
    return sum(hours.length(step, game) for step in game.plan.rules.night)


def nights() -> Iterator[tuple[str, int, float]]:
    """Of each game: its id, its usual number of seats, and the seconds of a night with the usual clocks."""
    for rules in rulesets():
        wish = read_wish({"rules": rules.id})
        yield rules.id, wish.seats, night_length(wish)
