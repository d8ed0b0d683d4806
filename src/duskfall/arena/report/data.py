"""Everything that a report tells, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from duskfall.arena.measures.measure import Measure


class MeasuredLine(NamedTuple):
    """A reading of a measure, and what random play scores at the league's own tables."""

    player: str
    rules: str  # "": all of them together
    group: str  # "": all of them together
    value: float
    low: float | None
    high: float | None
    n: int
    blocks: int
    nothing: float | None
    random: float | None


class Measured(NamedTuple):
    """A measure with all that it says of this league."""

    measure: Measure
    lines: tuple[MeasuredLine, ...]

    def over_all(self) -> list[MeasuredLine]:
        """The lines of all rulesets together."""
        return [line for line in self.lines if not line.rules]

    def of(self, player: str, group: str = "", rules: str = "") -> MeasuredLine | None:
        """One line, if there is one."""
        return next((line for line in self.lines if line[:3] == (player, rules, group)), None)


class Leader(NamedTuple):
    """A player on the leaderboard, with what went wrong next to its rating."""

    player: str
    kind: str
    rating: float | None  # None: it played alone, so there is nobody to rate it against
    low: float | None
    high: float | None
    better: float | None  # the chance to be better than the next; None: it is the last
    games: int  # that came to an end
    seats: int  # of its own in these games
    won: int  # of these seats
    win_low: float | None
    win_high: float | None
    failed: int  # games that broke off
    silent: float | None  # share of questions without an answer
    failures: float | None  # share of calls that failed; None: it calls nobody


class SideRating(NamedTuple):
    """The rating of a player on a side; `all` is both."""

    player: str
    side: str
    rating: float
    low: float
    high: float
    games: int  # that came to an end, with a seat of it on that side
    seats: int  # of its own on that side in these games
    won: int  # of these seats
    failed: int


class SideWins(NamedTuple):
    """The share of games that a side won at a table; `draw` counts games that nobody won."""

    rules: str
    seats: int  # of the table
    side: str
    won: int
    games: int
    low: float  # of the 95 % interval
    high: float


class Notable(NamedTuple):
    """A game worth seeing, and why; `page` is its replay, "" if its record is not kept."""

    id: str
    title: str
    why: str
    game: int
    rules: str
    winner: str
    page: str


class Moments(NamedTuple):
    """At how many moments it was asked what could be known, by a layer, and how it was found."""

    layer: str
    exact: int
    sampled: int
    unknown: int


class FitRow(NamedTuple):
    """Predicted and observed wins of some games, as shares."""

    player: str  # "": all of them, in a group of games with about the same prediction
    rules: str
    team: str  # whose wins; "": those of the good side
    predicted: float
    observed: float
    low: float  # of the 95 % interval of the observed share
    high: float
    games: int


class FitOfRatings(NamedTuple):
    """The goodness of fit of the ratings to the games they were made from."""

    rows: tuple[FitRow, ...]
    is_good: bool  # no more predictions miss than chance explains
    worth: float  # as how much of an independent game a game counts

    @property
    def groups(self) -> list[FitRow]:
        """Return the groups of games."""
        return [row for row in self.rows if not row.player]

    @property
    def players(self) -> list[FitRow]:
        """Return the lines of players."""
        return [row for row in self.rows if row.player]


class Report(NamedTuple):
    """What came of a league."""

    name: str
    mode: str
    seed: int
    blocks: int
    tables: tuple[tuple[str, int], ...]  # rules and seats
    planned: int  # games
    played: int
    failed: int
    random_games: int  # at each table, from which random play is read
    leaders: tuple[Leader, ...]
    ratings: tuple[SideRating, ...]  # none where one player sat in every seat
    sides: tuple[SideWins, ...]  # of self-play alone
    better: Mapping[str, Mapping[str, float]]
    measures: tuple[Measured, ...]
    notable: tuple[Notable, ...]
    moments: tuple[Moments, ...]  # by layer; none: the league does not ask
    fit: FitOfRatings | None  # none where nobody is rated

    @property
    def players(self) -> tuple[str, ...]:
        """All players, the best first."""
        return tuple(each.player for each in self.leaders)

    def measured(self, id: str) -> Measured:
        """One measure."""
        return next(each for each in self.measures if each.measure.id == id)

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "report": 1,
            "league": {"name": self.name, "mode": self.mode, "seed": self.seed, "blocks": self.blocks,
                       "tables": [{"rules": rules, "seats": seats} for rules, seats in self.tables]},
            "games": {"planned": self.planned, "played": self.played, "failed": self.failed},
            "leaders": [each._asdict() for each in self.leaders],
            "ratings": [each._asdict() for each in self.ratings],
            "sides": [each._asdict() for each in self.sides],
            "better": {one: dict(others) for one, others in self.better.items()},
            "measures": [_measured(each) for each in self.measures],
            "random_games": self.random_games,
            "notable": [each._asdict() for each in self.notable],
            "moments": [each._asdict() for each in self.moments],
            "fit": _fit(self.fit) if self.fit else None,
        }  # fmt: skip


def _fit(fit: FitOfRatings) -> dict[str, Any]:
    return {"good": fit.is_good, "worth": fit.worth, "rows": [each._asdict() for each in fit.rows]}


def _measured(each: Measured) -> dict[str, Any]:
    measure = each.measure
    said = {key: getattr(measure, key) for key in ("id", "title", "formula", "baseline", "denominator", "groups")}
    said |= {"unit": measure.unit.value, "better": measure.better, "everything": measure.everything}
    return said | {"rows": [one._asdict() for one in each.lines]}
