"""A player: something that answers an ask from a view. Bots, models and people are all of this kind."""

from __future__ import annotations

from typing import Protocol

from duskfall.core.ask import Ask
from duskfall.core.view import View


class Player(Protocol):
    """Whoever sits in a seat.

    A player with an attribute `slow` that is true, a person for one, is asked before the others of those who are
    asked at once, so that the moment of its question does not tell how many of them act.
    """

    blind: bool
    """Whether it answers without looking; then no view is folded for it."""

    def answer(self, ask: Ask, view: View) -> object:
        """A seat number, a word, a speech, or None for no answer."""
        ...
