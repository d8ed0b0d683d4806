"""A season: the finished games of several evenings, and the standings that they make."""

from typing import TypedDict

from duskfall.wire.common import NamedBook


class PlayerResult(TypedDict):
    """A player of one game, and what came of it."""

    name: str
    role: str
    team: str
    won: bool
    points: float
    best: bool  # a best move that found somebody
    bonus: float
    fouls: int


class GameResults(TypedDict):
    """A finished game, under the books' own names."""

    date: str
    rules: str
    teams: list[str]  # those that were dealt
    winner: str
    players: list[PlayerResult]


class EveningResults(TypedDict):
    """The finished games of one evening, and how its points were given."""

    date: str
    games: list[GameResults]
    problems: list[str]  # of the scoring


class SeasonColumn(TypedDict):
    """A column of the standings; `words`: it does not hold numbers."""

    key: str
    label: str
    words: bool


class SeasonScoring(TypedDict):
    """A way to give points that all games of a season can have."""

    name: str
    label: str


class SeasonStandings(TypedDict):
    """The standings of a season in the language now spoken, and what it is made of."""

    columns: list[SeasonColumn]
    rows: list[list[str | int | float]]
    games: int
    evenings: int
    rulesets: list[NamedBook]  # those that were played
    scorings: list[SeasonScoring]
