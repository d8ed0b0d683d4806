"""A table on a server: how it is made, who sits there, what each page is sent, and what a page may send."""

from typing import Literal, NotRequired, TypedDict

from duskfall.wire.common import NamedWord, Value
from duskfall.wire.known import WhatIsKnown
from duskfall.wire.screens import HouseRule
from duskfall.wire.seat import AnyTold, SeatState

RoomState = Literal["lobby", "playing", "over"]
ChairKind = Literal["open", "person", "bot", "model"]
Watching = Literal["seat", "watch", "moderator"]  # how somebody is there: in a seat, as the public, or seeing all
Pace = Literal["calm", "usual", "brisk", "instant"]


# -- making a table: POST /api/room {name, params} ----------------------------------------------------------


class RoomClocks(TypedDict):
    """Seconds for a speech, for a choice that all see, for a choice in secret, and for a word in secret."""

    speech: int
    choice: int
    secret: int
    word: int


class RoomWish(TypedDict, total=False):
    """What a creator may choose; what is left out is as usual."""

    rules: str
    seats: int
    deck: str  # as the terminal writes decks, `Mafia*2, Cop`; empty: the book's own
    flags: dict[str, Value]
    talk: bool
    clocks: RoomClocks
    pace: Pace
    fill: str  # who takes empty chairs: scripted, random, or a model by the name that the form gives it
    max_cost: float  # dollars for the models of this table
    label_bots: bool  # whether all see which seats bots and models play
    delay: int  # seconds by which those who watch are behind
    tongue: str  # the language in which bots speak
    name: str  # of the creator, who then has a seat; empty: the creator does not play
    start: bool  # deal at once, bots in all other chairs
    coach: bool  # whether the only person at the table may ask what can be known


class DeckCard(TypedDict):
    """A role of the book, its card, and how often it is in the deck."""

    role: str
    label: str
    team: int  # by its place in the book, from 1
    side: str
    count: int
    card: list[str]


class TableRule(HouseRule):
    """A house rule under its name, and what the book says; a number has its bounds, and nothing is pending."""

    title: str
    usual: Value
    low: NotRequired[int]
    high: NotRequired[int]


class RoomFill(NamedWord):
    """A kind of player for the empty chairs; one that costs needs a limit."""

    costs: bool


class RoomForm(TypedDict):
    """All that a table can be made with, as it is chosen so far."""

    rules: str
    title: str
    seats: int
    fewest: int
    most: int
    deck: list[DeckCard]
    own_deck: bool  # whether it is not the book's
    flags: list[TableRule]
    clocks: RoomClocks
    night: int  # seconds that a night lasts with several people
    warnings: list[str]  # of a deck that is lopsided or against the book
    fills: list[RoomFill]  # those that this server has


class RoomMade(TypedDict):
    """A new table: its id, the code for friends, the creator's secret, and that of the creator's seat, if any."""

    room: str
    code: str
    creator: str
    seat: int
    secret: str


class RoomFound(TypedDict):
    """The table behind a code or an id, for whoever is at its door."""

    room: str
    code: str
    title: str
    state: RoomState
    players: list[str]
    free: int


class RoomJoined(TypedDict):
    """A seat that was taken, and the secret that opens it on any device."""

    room: str
    seat: int
    secret: str


class RoomRecord(TypedDict):
    """The record of a finished game, and the calls of its models for who has a secret of that table; JSON lines."""

    text: str
    calls: str


class RoomAnswers(TypedDict):
    """By the name of a call to `/api/room`: its answer."""

    form: RoomForm
    new: RoomMade
    find: RoomFound
    join: RoomJoined
    record: RoomRecord


# -- what a page is sent ---------------------------------------------------------------------------------------


class Chair(TypedDict):
    """A chair at the table, as everybody sees it."""

    seat: int
    name: str
    kind: ChairKind  # `person` also for bots where they are not told apart
    player: str  # of a bot or model that is told apart: which
    here: bool  # whether its person is connected
    away: int  # how many questions its person has missed in a row


class Score(TypedDict):
    """What somebody has won at this table."""

    name: str
    games: int
    wins: int


class PlayedGame(TypedDict):
    """A finished game of this table."""

    number: int
    winner: str


class RoomBoard(TypedDict):
    """The table itself, outside of its game."""

    room: str
    code: str
    state: RoomState
    rules: str
    title: str
    seats: int
    chairs: list[Chair]
    fill: str  # who takes the empty chairs, in words
    clocks: RoomClocks
    night: int
    flags: list[str]  # house rules that differ from the book, in words
    deck: list[str]
    watchers: int
    delay: int
    paused: bool
    problem: str  # what keeps the game from going on, in words; empty if nothing does
    creator: bool  # whether this page has the creator's powers
    mine: int  # the seat of this page; 0: none
    scores: list[Score]
    games: list[PlayedGame]
    pace: Pace
    label_bots: bool
    coach: bool  # whether the only person at the table may ask what can be known, now
    wish: NotRequired[RoomWish]  # what it was made with, for whoever may change it


class RoomLink(TypedDict):
    """A seat's secret, dealt anew, for the creator to send on."""

    seat: int
    secret: str


class RoomClock(TypedDict):
    """How long the table waits for what is open now."""

    left: float  # seconds, when this was sent
    of: float


class ChatLine(TypedDict):
    """A line that is no part of the game: in the lobby, or among the dead."""

    name: str
    seat: int  # 0: somebody who watches
    text: str
    dead: bool  # said among the dead


class WhyPicture(TypedDict):
    """Why a phase of a finished game came out so, as a picture."""

    title: str
    svg: str


class RoomStory(TypedDict):
    """What turned a finished game, the lie that lived longest, and why each phase came out so."""

    points: list[str]
    counted: str
    lie: str
    pictures: list[WhyPicture]


class RoomNews(TypedDict, total=False):
    """What is new for a page; what is left out is as it was."""

    game: int  # the number of the game, from 1; 0 before the first
    since: int  # the events from this number on are the ones that follow
    events: list[AnyTold]
    now: SeatState
    clock: RoomClock | None
    board: RoomBoard
    chat_since: int
    chat: list[ChatLine]
    live: str  # the words so far of whoever speaks
    heard: str  # how the speech that was asked about would be heard
    known: WhatIsKnown  # to `known`
    rules: str  # to `rules`: those of this table, as Markdown
    refused: str  # why what this page sent was not taken
    gone: str  # why this page is sent away; it need not come back
    story: RoomStory  # of a game that is over
    link: RoomLink  # to `renew`, and to `hand` to a person


# -- what a page may send ----------------------------------------------------------------------------------------


class RoomHello(TypedDict, total=False):
    """The first frame of a socket: who comes, and what they have already."""

    room: str
    secret: str  # of a seat
    creator: str
    watch: Watching
    language: str
    game: int
    have: int  # events
    chat: int  # lines


RoomDeed = Literal[
    "answer", "heard", "known", "rules", "chat", "language", "skip", "back", "rename", "leave",
    "start", "pause", "go", "kick", "hand", "end", "rematch", "renew", "wish",
]  # fmt: skip
