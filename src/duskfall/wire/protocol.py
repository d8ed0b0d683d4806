"""The protocol of an evening and a season as data, under the books' own names; times only in `date`, `at` and such."""

from typing import Literal, TypedDict

from duskfall.wire.common import Value
from duskfall.wire.phases import KeptNote, KeptPhase
from duskfall.wire.season import EveningResults

LeaveKind = Literal["night", "day", "vote", "removed", "before"]
PointKind = Literal["win", "loss", "draw", "cowin", "role", "best", "foul", "removed", "bonus"]


class KeptLeave(TypedDict):
    """How and when a seat left."""

    how: LeaveKind
    phase: str
    number: int
    causes: list[str]


KeptPoint = TypedDict("KeptPoint", {"for": PointKind, "points": float, "note": str})


class KeptSeat(TypedDict):
    """A seat of a game, and what it got."""

    seat: int
    name: str
    dealt: str
    role: str
    team: str
    was: list[str]
    cards: list[str]
    left: KeptLeave | None
    won: bool | None
    fouls: int
    bonus: float
    score: list[KeptPoint]
    points: float


class KeptHouse(TypedDict):
    """A house rule that differs from the book's."""

    flag: str
    value: Value
    book: Value
    rule: str


class KeptScoring(TypedDict):
    """By which scoring points were given, and what was wrong with the evening's own."""

    name: str
    problems: list[str]


class KeptBest(TypedDict):
    """A best move, and how many it found."""

    seat: int
    named: list[int]
    hits: int


class KeptCowin(TypedDict):
    """Who has won beside the sides."""

    seat: int
    role: str


class KeptResult(TypedDict):
    """Who won, why and by which rule."""

    winner: str
    draw: bool
    said: str  # what the rules say of such an end, instead of who has won; mostly nothing
    reason: str
    rule: str
    cowins: list[KeptCowin]


class KeptGame(TypedDict):
    """One game of an evening."""

    game: int
    rules: str
    title: str
    teams: list[str]
    began: str
    ended: str
    house: list[KeptHouse]
    scoring: KeptScoring
    seats: list[KeptSeat]
    phases: list[KeptPhase]
    best: list[KeptBest]
    notes: list[KeptNote]
    result: KeptResult | None


KeptStanding = TypedDict(
    "KeptStanding",
    {
        "place": int, "name": str, "games": int, "wins": int, "as": dict[str, int], "best": int, "bonus": float,
        "fouls": int, "points": float,
    },
)  # fmt: skip


class KeptCorrection(TypedDict):
    """An action that was taken back or changed, and when."""

    at: object
    took: dict[str, object]


class EveningProtocol(TypedDict):
    """All that is kept of an evening."""

    version: int
    date: str
    games: list[KeptGame]
    standings: list[KeptStanding]
    corrections: list[KeptCorrection]


KeptSeasonStanding = TypedDict(
    "KeptSeasonStanding",
    {
        "place": int, "name": str, "points": float, "games": int, "wins": int, "rate": float, "average": float,
        "as": dict[str, int], "best": int, "bonus": float, "fouls": int, "evenings": int,
    },
)  # fmt: skip


class SeasonProtocol(TypedDict):
    """All that is kept of a season."""

    version: int
    since: str
    until: str
    standings: list[KeptSeasonStanding]
    evenings: list[EveningResults]
