"""The host's screen: every place of an evening fills the same form."""

from typing import Literal, TypedDict

from duskfall.wire.common import CitedLine, Value
from duskfall.wire.forms import QuestionForm
from duskfall.wire.table import CardPeek, CardsForm, SeatFragment, TableForm

ScreenPlace = Literal[
    "table", "cards", "peek", "links", "night", "ruling", "read", "speech", "discussion", "ballot", "choice", "victory",
    "over",
]  # fmt: skip


# Whom the phone is held out to: nobody, whoever is called here, or one seat after another.
SignShowing = Literal["", "called", "round"]


class HostChair(TypedDict):
    """Who sits there, as the host sees them."""

    seat: int
    name: str
    alive: bool
    role: str
    team: str
    fouls: int
    silenced: bool
    removed: bool
    titles: list[str]
    cards: list[str]
    nominated: bool
    speaking: bool
    first: bool
    link: str  # the part of the link to the card that never leaves the phone; empty where real cards are dealt


class NextButton(TypedDict):
    """The Next button, and why it cannot be tapped yet."""

    label: str
    ready: bool
    why: str
    ask: str  # what the host is asked at the first tap, for only the second one goes on; empty where nothing is asked


class ScreenClock(TypedDict):
    """How long somebody has."""

    seconds: int
    warn: int
    label: str


class SignShown(TypedDict):
    """What is shown silently to one player."""

    seat: int
    to: str
    text: str


class HouseRule(TypedDict):
    """A house rule, as it is and as it changes with the next phase."""

    name: str
    about: str
    rule: str
    value: Value
    values: list[Value]
    labels: list[str]  # the values in words
    pending: Value | None


class RulingTold(TypedDict):
    """Why a phase came out so."""

    lines: list[CitedLine]
    svg: str


class GameResult(TypedDict):
    """Who has won, by which line of the book."""

    winner: str  # the side's name in the rules
    side: str  # and as people read it
    reason: str
    rule: str
    cite: str
    lines: list[str]


class StandingsTable(TypedDict):
    """The table of an evening."""

    columns: list[str]
    rows: list[list[str | int | float]]


class MoveMade(TypedDict):
    """A best move: whose it is, and whom it named so far."""

    seat: int
    name: str
    named: list[int]
    before: list[int]  # whom it named before it was taken back; empty where it was not, or stands again


class MoveAsked(MoveMade):
    """Who may make the best move now."""

    most: int
    moves: list[MoveMade]


class FoulLimits(TypedDict):
    """By how many fouls one is silenced, and removed; 0: never."""

    silence: int
    removal: int


class NamedScoring(TypedDict):
    """A scoring that fits these rules."""

    name: str
    label: str


class EveningSettings(TypedDict):
    """What can be set at any time."""

    rules: str
    timers: dict[str, int]
    fouls: FoulLimits
    scoring: str
    own: dict[str, object] | None  # the chosen scoring as data, if it is the club's own
    scorings: list[NamedScoring]
    language: str


class HostScreen(TypedDict):
    """What the host sees."""

    at: int
    language: str
    place: ScreenPlace
    key: str
    title: str
    crumb: str
    dim: bool
    say: list[str]
    pause: float
    timer: ScreenClock | None
    notes: list[str]
    secret: list[str]
    veiled: bool  # whoever is asked need not show themselves: whether anybody is, is not to be seen before one does it
    games: int  # how many games of this evening have begun
    signs: list[SignShown]
    showing: SignShowing
    forms: list[QuestionForm]
    decoy: QuestionForm | None  # of a role that is called and cannot act: it looks like a form, and records nothing
    counts: dict[str, float] | None  # the draft of a vote by counts, where one is kept
    seats: list[HostChair]
    next: NextButton
    back: str  # what would be taken back; empty if there is nothing
    forth: str  # what would be taken again; empty if there is nothing
    rest: int  # after a correction: how many steps had followed, if they can be taken again from here on
    upcoming: str
    flags: list[HouseRule]
    settings: EveningSettings
    ruling: RulingTold | None
    table: TableForm | None
    cards: CardsForm | None
    peek: CardPeek | None
    links: list[SeatFragment] | None
    result: GameResult | None
    standings: StandingsTable | None
    best: MoveAsked | None
