"""The rulings desk: what can be set, what is set, and the ruling phase by phase."""

from typing import NotRequired, TypedDict

from duskfall.wire.common import CitedLine, NamedBook, NamedWord, Value
from duskfall.wire.forms import DeskForm
from duskfall.wire.screens import HouseRule


class DeskSeat(TypedDict):
    """A player and their role."""

    name: str
    role: str


class DeskCard(TypedDict):
    """A card beside a role."""

    card: str
    seat: int


class DeskDeal(TypedDict):
    """Whom the deal assigns to whom."""

    deal: str
    seat: int
    target: int


class DeskMark(TypedDict):
    """A mark that a seat bears."""

    mark: str
    seat: int


class DeskUse(TypedDict):
    """How often an act was done."""

    verb: str
    seat: int
    count: int


class DeskLast(TypedDict):
    """Whom an act named on the night before."""

    verb: str
    seat: int
    target: int


class DeskTitle(TypedDict):
    """A title and its holder."""

    title: str
    seat: int


class DeskStart(TypedDict):
    """A position in the middle of a game."""

    phase: str
    number: int
    dead: list[int]
    marks: list[DeskMark]
    used: list[DeskUse]
    last: list[DeskLast]
    titles: list[DeskTitle]


class DeskAct(TypedDict):
    """What somebody answers; a list where it is asked more than once."""

    verb: str
    seat: int | str  # a team acts under its name
    value: object


class DeskCount(TypedDict):
    """A vote of which only the counts are known, by seat or word; `round` counts its ballots from 0."""

    verb: str
    round: int
    votes: dict[str, float]


class DeskPhase(TypedDict):
    """What happened in a phase; beside it, of a case file, what must come of it."""

    phase: str
    acts: list[DeskAct]
    counts: list[DeskCount]
    expect: NotRequired[dict[str, object]]


class DeskTable(TypedDict):
    """Who sits there with what, by which rules, and what happened."""

    name: str
    rules: str
    flags: dict[str, Value]
    seats: list[DeskSeat]
    cards: list[DeskCard]
    assign: list[DeskDeal]
    play: list[DeskPhase]


class DeskCase(DeskTable):
    """A case as it would be set at the desk; null: it begins as the rules say."""

    start: DeskStart | None


class DeskParams(DeskTable):
    """What is set at the desk."""

    start: DeskStart


class DeskRole(NamedWord):
    """A role and its team."""

    team: str
    teamLabel: str


class DeskRule(HouseRule):
    """A house rule, and what the book says."""

    default: Value


class DeskHeld(TypedDict):
    """A card, mark or title, and the seats that have it."""

    name: str
    label: str
    seats: list[int]


class DeskRow(TypedDict):
    """Something that may be set for one seat."""

    name: str
    label: str
    seat: int
    who: str


class DeskAimed(DeskRow):
    """Somebody whom a seat has, or has named; 0: nobody."""

    target: int


class DeskUsed(DeskRow):
    """How often a seat has done what it may do a few times."""

    count: int
    most: int


class DeskPosition(TypedDict):
    """All that can be set for these rules, and what is set."""

    params: DeskParams
    rulesets: list[NamedBook]
    title: str
    roles: list[DeskRole]
    phases: list[NamedWord]
    flags: list[DeskRule]
    cards: list[DeskHeld]
    marks: list[DeskHeld]
    titles: list[DeskHeld]
    deals: list[DeskAimed]
    used: list[DeskUsed]
    last: list[DeskAimed]


class DeskGone(TypedDict):
    """Somebody who has left, and of what."""

    seat: int
    name: str
    role: str
    causes: list[str]


class DeskTold(TypedDict):
    """What one player is to be told."""

    seat: int
    name: str
    text: str


class DeskRuled(TypedDict):
    """A phase with its questions, what became of it, and why."""

    title: str
    lines: list[CitedLine]
    whyNot: list[CitedLine]  # what did not happen because of a rule
    notYet: list[CitedLine]  # the victories that are not reached
    svg: str
    phase: str
    number: int
    forms: list[DeskForm]
    dead: list[DeskGone]
    out: list[DeskGone]
    told: list[DeskTold]
    aloud: list[str]
    unused: list[str]
    miscounted: list[str]


class DeskEnd(TypedDict):
    """Who has won, by which rule."""

    winner: str
    side: str
    reason: str
    rule: str
    cite: str
    text: str


class StartRows(TypedDict):
    """A position in the middle, as an action of an evening gives it."""

    phase: str
    number: int
    dead: list[int]
    marks: list[list[str | int]]
    used: list[list[str | int]]
    last: list[list[str | int]]
    titles: list[list[str | int]]


class StartSetup(TypedDict):
    """A set-up, as an action of an evening gives it."""

    rules: str
    seats: dict[str, str]
    flags: dict[str, Value]
    cards: dict[str, list[int]]
    assign: list[list[str | int]] | None
    talk: bool
    seed: int
    start: StartRows | None


class DeskRuling(TypedDict):
    """The ruling, phase by phase; the game can be hosted on from this set-up."""

    phases: list[DeskRuled]
    over: DeskEnd | None
    setup: StartSetup
    warnings: list[str]  # what of the deck is against the book
