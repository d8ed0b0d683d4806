"""A player: something that answers an ask from a view. Bots, models and people are all of this kind."""

from __future__ import annotations

from time import sleep
from typing import Protocol, TypeGuard

from duskfall.core.ask import Ask
from duskfall.core.view import View

HUMAN = "human"  # the kind of player that a person is


class PlayerError(ValueError):
    """A player that cannot be found or made, or seats that cannot be filled."""


class Stopped(RuntimeError):
    """A player cannot go on, for a reason outside of the game that its text tells; the game can be resumed.

    A text that names somebody's act is `secret`: not everybody may read it. `who` is the player with whose name the
    text begins: by night it tells who was asked.
    """

    def __init__(self, text: str, *, secret: bool = False, who: str = "") -> None:
        super().__init__(text)
        self.secret, self.who = secret, who


class Pending(Protocol):
    """An answer that is on its way."""

    @property
    def words(self) -> str:
        """Of a speech: what was written so far; it may all be thrown away again."""
        ...

    def done(self) -> bool:
        """Whether it is there."""
        ...

    def result(self) -> object:
        """The answer, once it is there; may raise Stopped."""
        ...

    def cancel(self) -> None:
        """It is no longer wanted."""
        ...


class Remote(Protocol):
    """A player that can be asked without waiting for it, and that is told what became of its answers.

    What it remembers is made of nothing but what it is told here, in this order, so that a game can be resumed.
    """

    def begin(self, ask: Ask, view: View) -> Pending:
        """Put the question; the view is looked at before this returns."""
        ...

    def recall(self, ask: Ask, view: View, answer: object) -> None:
        """Once it has answered, or when a game is resumed: the question, and the answer as it was recorded."""
        ...


class Player(Protocol):
    """Whoever sits in a seat.

    A player with an attribute `slow` that is true, a person for one, is asked before the others of those who are
    asked at once, so that the moment of its question does not tell how many of them act. One with a method
    `leave(view)` is told when the game is over, or is left: then `view.over` is None.
    """

    blind: bool
    """Whether it answers without looking; then no view is folded for it."""

    def answer(self, ask: Ask, view: View) -> object:
        """A seat number, a word, a speech, or None for no answer."""
        ...


def wait_for(pending: Pending, seconds: float) -> None:
    """Until the answer is there, or so long; one that has no `wait(seconds)` of its own is only looked at again."""
    getattr(pending, "wait", sleep)(seconds)


def is_remote(player: object) -> TypeGuard[Remote]:
    """Whether a player can be asked without waiting for it."""
    return hasattr(player, "begin") and hasattr(player, "recall")
