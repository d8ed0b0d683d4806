"""A game of one person against bots, out of the person's view."""

from typing import Literal, NotRequired, TypedDict

from duskfall.wire.forms import SeatForm

LineWeight = Literal["weighty", "slight", "plain"]


class SeatPerson(TypedDict):
    """The person, and their card."""

    seat: int
    name: str
    alive: bool
    role: str
    team: int
    card: list[str]


class SeatChair(TypedDict):
    """What the board shows of a seat."""

    seat: int
    name: str
    alive: bool
    role: str  # as far as whoever looks knows it
    team: int  # by its place in the book, from 1; 0: not known
    shown: str  # of somebody dead: the role that everybody was shown
    shown_team: int
    titles: list[str]
    you: bool


class ToldItem(TypedDict):
    """A piece of what a seat has seen."""

    private: bool
    text: str


class PhaseTold(ToldItem):
    """A phase begins."""

    kind: Literal["phase"]
    phase: str


class SpeechTold(ToldItem):
    """Somebody speaks."""

    kind: Literal["said"]
    seat: int
    name: str
    to: str
    last: bool
    claims: list[str]
    you: bool


class VotesFor(TypedDict):
    """The votes for one."""

    whom: str
    votes: str
    share: int
    voters: list[str]
    weights: list[str]  # of each voter's ballot, to be put behind the name; empty: it counts once


class VoteTold(ToldItem):
    """A ballot."""

    kind: Literal["vote"]
    rows: list[VotesFor]


class DawnTold(ToldItem):
    """The night is over."""

    kind: Literal["dawn"]
    quiet: bool


class DeathTold(ToldItem):
    """Somebody is dead."""

    kind: Literal["death"]
    seat: int
    role: str


class LineTold(ToldItem):
    """Anything else."""

    kind: Literal["line"]
    weight: LineWeight


AnyTold = PhaseTold | SpeechTold | VoteTold | DawnTold | DeathTold | LineTold


class RoleCount(TypedDict):
    """A role, and how often it is in the deck."""

    role: str
    count: int


class GameEnd(TypedDict):
    """Who won by which rule."""

    winner: str
    line: str
    because: str
    also: list[str]
    won: bool


class SeatState(TypedDict):
    """How the game stands for a seat; `you` has seat 0 for whoever only watches."""

    rules: str
    title: str
    heading: str
    dim: bool
    phase: str
    you: SeatPerson
    seats: list[SeatChair]
    forms: list[SeatForm]
    deck: list[RoleCount]
    over: GameEnd | None
    floor: NotRequired[list[int]]  # whom all see the table wait for now: who has the word, who is to vote
    nominees: list[int]  # who stands before the table: for the vote, or for a title


class SeatScreen(SeatState):
    """What the person in this seat sees, from the first event on."""

    items: list[AnyTold]


class GameTale(TypedDict):
    """What turned a finished game, how that is counted, and the lie that lived longest."""

    points: list[str]
    counted: str
    lie: str


class GameStory(GameTale):
    """The same, with the record."""

    record: str


class SpeechHeard(TypedDict):
    """How a speech is going to be heard; nothing where it tells nothing of anybody."""

    heard: str
