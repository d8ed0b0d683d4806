"""Models at a table: reached before the deal, on a limit of costs for the whole table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from duskfall.core.play.game import Game
from duskfall.players.base import PlayerError
from duskfall.players.find import Maker
from duskfall.players.llm.calls import Wire
from duskfall.players.llm.model import Model, is_model
from duskfall.room.refused import Refused
from duskfall.table.models import Models, ModelTerms, Sitting, Unreached
from duskfall.tell.tongue import say


class Guests:
    """The models of one game of a table."""

    def __init__(self, models: Models) -> None:
        self.models = models
        self.sitting: Sitting | None = None

    @classmethod
    def invite(
        cls, kinds: Sequence[str], max_cost: float, past: Sequence[Path], wires: Callable[[Model], Wire],
        seats: Mapping[str, Any] | None = None,
    ) -> Guests | None:  # fmt: skip
        """The models among these players, None if there are none; raises Refused where one cannot be reached."""
        if not any(map(is_model, kinds)):
            return None
        try:
            found = Models(kinds, ModelTerms(max_cost), past, seats=seats, wires=wires)
            found.preflight()
        except (PlayerError, Unreached, OSError):  # what it says is for whoever runs the server
            raise Refused(say("The models of this table cannot be reached now: choose bots, or try again.")) from None
        return cls(found)

    def in_effect(self, game: Game, kinds: Sequence[str]) -> dict[str, Any]:
        """With which settings they play, for the record."""
        return self.models.in_effect(game, kinds)

    def sit(self, game: Game, record: Path, seats: Mapping[str, Any]) -> Mapping[str, Maker]:
        """Who makes them, with their calls beside the record."""
        self.sitting = self.models.sit(game, record, seats)
        return self.sitting.makers

    def leave(self, over: bool) -> None:
        """The game is left."""
        if self.sitting:
            self.sitting.close(over)
        self.models.__exit__(None, None, None)
