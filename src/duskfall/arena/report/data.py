"""The contents of a report as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from duskfall.arena.measures.measure import Measure


class MeasuredLine(NamedTuple):
    """A reading of a measure, with the score of random play at the league's own tables."""

    player: str
    rules: str  # "" for all rulesets together
    group: str  # "" for all groups together
    value: float
    low: float | None
    high: float | None
    n: int
    blocks: int
    nothing: float | None
    random: float | None


class Measured(NamedTuple):
    """A measure with all its readings in this league."""

    measure: Measure
    lines: tuple[MeasuredLine, ...]

    def over_all(self) -> list[MeasuredLine]:
        """Return the lines over all rulesets."""
        return [line for line in self.lines if not line.rules]

    def of(self, player: str, group: str = "", rules: str = "") -> MeasuredLine | None:
        """Return a player's line for this group and ruleset; None if there is none."""
        return next((line for line in self.lines if line[:3] == (player, rules, group)), None)


class Leader(NamedTuple):
    """A player on the leaderboard, with its rating and its failures."""

    player: str
    kind: str
    rating: float | None  # None if it played alone, or in too few blocks
    low: float | None
    high: float | None
    better: float | None  # chance to be better than the next player; None for the last, and if either has no rating
    games: int  # games that came to an end
    seats: int  # its own seats in these games
    won: int  # seats of these that won
    win_low: float | None
    win_high: float | None
    failed: int  # games that broke off
    silent: float | None  # share of questions without an answer
    failures: float | None  # share of calls that failed; None if it makes no calls


class SideRating(NamedTuple):
    """The rating of a player on a side, or on both (`all`)."""

    player: str
    side: str
    rating: float | None  # None if it sat there in too few blocks
    low: float | None
    high: float | None
    games: int  # games that came to an end, with a seat of it on that side
    seats: int  # its own seats on that side in these games
    won: int  # seats of these that won
    failed: int


class SideWins(NamedTuple):
    """The share of games that a side won at a table; the side `draw` stands for games that nobody won."""

    rules: str
    seats: int  # size of the table
    side: str
    won: int
    games: int
    low: float  # lower end of the 95 % interval
    high: float


class Notable(NamedTuple):
    """A game worth seeing, with the reason; `page` is its replay, "" if its record isn't stored."""

    id: str
    title: str
    why: str
    game: int
    rules: str
    winner: str
    page: str


class Moments(NamedTuple):
    """The counts of moments at which a posterior was asked for in one layer: counted exactly, sampled, or unknown."""

    layer: str
    exact: int
    sampled: int
    unknown: int


class FitRow(NamedTuple):
    """The predicted and observed wins of some games, as shares."""

    player: str  # "" for all players, in a group of games with similar predictions
    rules: str
    team: str  # team whose wins are counted; "" for the good side
    predicted: float
    observed: float
    low: float  # lower end of the 95 % interval of the observed share
    high: float
    games: int


class FitOfRatings(NamedTuple):
    """The goodness of fit of the ratings to the games they were made from."""

    rows: tuple[FitRow, ...]
    is_good: bool  # whether no more predictions miss than chance explains
    worth: float  # number of independent games that a game counts as

    @property
    def groups(self) -> list[FitRow]:
        """The rows of groups of games."""
        return [row for row in self.rows if not row.player]

    @property
    def players(self) -> list[FitRow]:
        """The rows of players."""
        return [row for row in self.rows if row.player]


class Report(NamedTuple):
    """The complete report on a league."""

    name: str
    mode: str
    seed: int
    blocks: int
    tables: tuple[tuple[str, int], ...]  # rules and seats
    planned: int  # number of games
    played: int
    failed: int
    random_games: int  # number of games at each table behind the scores of random play
    leaders: tuple[Leader, ...]
    ratings: tuple[SideRating, ...]  # empty if one player sat in every seat
    sides: tuple[SideWins, ...]  # only for self-play
    better: Mapping[str, Mapping[str, float]]
    measures: tuple[Measured, ...]
    notable: tuple[Notable, ...]
    moments: tuple[Moments, ...]  # by layer; empty without `detect: true`
    fit: FitOfRatings | None  # None if nobody is rated

    @property
    def players(self) -> tuple[str, ...]:
        """All players, best first."""
        return tuple(each.player for each in self.leaders)

    def measured(self, id: str) -> Measured:
        """Return the measure with this id."""
        return next(each for each in self.measures if each.measure.id == id)

    def as_data(self) -> dict[str, Any]:
        """Return the report as data for JSON."""
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
