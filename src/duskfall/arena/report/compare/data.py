"""What a comparison of two runs tells, as plain data."""

from __future__ import annotations

from typing import Any, NamedTuple

from duskfall.arena.measures.measure import Measure


class Pair(NamedTuple):
    """A player of both runs, by its name in each; `changed` names what is not the same about it."""

    before: str
    after: str
    changed: tuple[str, ...]


class Difference(NamedTuple):
    """How far a number moved from the first run to the second."""

    before: float
    after: float
    change: float
    low: float | None  # of the 95 % interval of the change; None: too few deals to tell
    high: float | None
    more: float | None  # the chance that it really is more in the second run


class RatingChange(NamedTuple):
    """The rating of a player on a side."""

    player: str
    side: str
    difference: Difference


class MeasureChange(NamedTuple):
    """What a measure says of a player, in a group of it or in all ("")."""

    measure: Measure
    player: str
    group: str
    difference: Difference


class Comparison(NamedTuple):
    """Two runs side by side."""

    before: str  # their names
    after: str
    changes: tuple[str, ...]  # of the league, a sentence each
    pairs: tuple[Pair, ...]
    gone: tuple[str, ...]  # players of the first run alone
    new: tuple[str, ...]
    deals: int  # that both runs played
    of: tuple[int, int]  # that each of them played
    ratings: tuple[RatingChange, ...]
    measures: tuple[MeasureChange, ...]

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "compare": 1,
            "before": self.before,
            "after": self.after,
            "changes": list(self.changes),
            "players": [each._asdict() for each in self.pairs],
            "gone": list(self.gone),
            "new": list(self.new),
            "deals": {"both": self.deals, "before": self.of[0], "after": self.of[1]},
            "ratings": [
                {"player": each.player, "side": each.side} | each.difference._asdict() for each in self.ratings
            ],
            "measures": [
                {"measure": each.measure.id, "player": each.player, "group": each.group} | each.difference._asdict()
                for each in self.measures
            ],
        }
