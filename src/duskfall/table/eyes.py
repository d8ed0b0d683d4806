"""What each seat has seen so far."""

from __future__ import annotations

from duskfall.core.facts import Fact
from duskfall.core.play.game import Game
from duskfall.core.view import View


class Eyes:
    """What each seat has seen so far."""

    def __init__(self) -> None:
        self.facts: list[Fact] = []
        self.views: dict[int, View] = {}
        self.folded: dict[int, int] = {}

    def of(self, seat: int, game: Game) -> View:
        """The view of a seat, up to date; an undo gives the game a new list of facts, which is folded anew."""
        if game.facts is not self.facts:
            self.facts, self.views, self.folded = game.facts, {}, {}
        view = self.views.get(seat)
        if view is None:
            view = self.views[seat] = View(seat)
        for fact in game.facts[self.folded.get(seat, 0) :]:
            view.take(fact)
        self.folded[seat] = len(game.facts)
        return view
