"""Models at a table: reached before the deal, on a limit of costs for the whole table."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from duskfall.core.play.game import Game
from duskfall.players.base import PlayerError
from duskfall.players.find import Maker
from duskfall.players.llm.calls import Wire
from duskfall.players.llm.model import Model, is_model
from duskfall.room.made.fills import model_label
from duskfall.room.refused import Refused
from duskfall.table.models import Models, ModelTerms, Sitting, Unreached
from duskfall.tell.tongue import later, say

# What pages are told of a failed preflight, by words of the line for the operator: servers may say more in theirs
# than strangers should read.
REASONS = {
    r"the price of .* is not known": later("no price is known for it; whoever runs the server sets ?price=IN/OUT"),
    r"could exceed --max-cost": later("the limit of costs of this table leaves no room for a call"),
    r"needs a key|wants a key|refuses the key": later("its key is missing or refused on this server"),
    r"needs the .* package": later("this server lacks a package that it needs"),
    r"there is no model": later("its server knows no such model"),
    r"has no credit left": later("the account at its provider has no credit left"),
    r"cannot be reached": later("its server is not running, or cannot be reached"),
    r"answered (?:429|503|529)": later("its server is busy"),
    r"answered 5\d\d": later("its server answers with errors"),
    r"gave up waiting|no answer in": later("its server takes too long"),
    r"sent a web page": later("its address is not that of a server of models"),
}
OTHER = later("it does not work now; whoever runs the server sees why in its terminal")


class ModelsRefusedError(Refused):
    """Models that cannot play: the reason for the page, and in `told` the whole line for whoever runs the server."""

    def __init__(self, why: str, told: str) -> None:
        super().__init__(why)
        self.told = told


def refusal(models: str, told: str) -> str:
    """Return why models cannot play, in the language that is spoken, from the line for the operator."""
    why = next((reason for pattern, reason in REASONS.items() if re.search(pattern, told)), OTHER)
    return say("{model} cannot play: {why}. Choose bots, or try again.", model=models, why=say(why))


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
        except (PlayerError, Unreached, OSError) as error:
            names = list(dict.fromkeys(model_label(kind) for kind in kinds if is_model(kind)))
            raise ModelsRefusedError(refusal(", ".join(names), str(error)), str(error)) from None
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
