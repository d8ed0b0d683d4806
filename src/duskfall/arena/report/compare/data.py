"""The contents of a comparison of two runs as plain data."""

from __future__ import annotations

from typing import Any, NamedTuple

from duskfall.arena.measures.measure import Measure


class Pair(NamedTuple):
    """A player of both runs, by its name in each; `changed` lists the differences."""

    before: str
    after: str
    changed: tuple[str, ...]


class Difference(NamedTuple):
    """A number's change from the first run to the second."""

    before: float
    after: float
    change: float
    low: float | None  # lower end of the 95 % interval of the change; None if there are too few deals
    high: float | None
    more: float | None  # chance that it really is more in the second run


class RatingChange(NamedTuple):
    """The change of a player's rating on a side."""

    player: str
    side: str
    difference: Difference


class MeasureChange(NamedTuple):
    """The change of a measure for a player, in one group of the measure or in all ("")."""

    measure: Measure
    player: str
    group: str
    difference: Difference


class Comparison(NamedTuple):
    """The comparison of two runs."""

    before: str  # name of the first run
    after: str  # name of the second run
    changes: tuple[str, ...]  # changes of the league's settings, a sentence each
    pairs: tuple[Pair, ...]
    gone: tuple[str, ...]  # players only in the first run
    new: tuple[str, ...]  # players only in the second run
    deals: int  # number of deals that both runs played
    of: tuple[int, int]  # number of deals that each run played
    ratings: tuple[RatingChange, ...]
    measures: tuple[MeasureChange, ...]

    def as_data(self) -> dict[str, Any]:
        """Return the comparison as data for JSON."""
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
