"""The screen before a game: the table as it is set, cards that are entered, looked at or sent."""

from typing import Literal, TypedDict

from duskfall.wire.common import NamedBook, Pair

DealKind = Literal["phone", "links", "cards", "night"]


class DealWay(TypedDict):
    """A way to deal."""

    value: DealKind
    label: str
    about: str


class DeckRow(TypedDict):
    """A role of the book, and how often it is in the deck."""

    role: str
    label: str
    team: str
    count: int


class CardHolders(TypedDict):
    """A card that is dealt beside the roles, and who holds it."""

    name: str
    label: str
    holders: list[int]


class ClubForm(TypedDict):
    """House rules as clubs play them: whether they are in force, and what they are in one line."""

    on: bool
    about: str


class TableForm(TypedDict):
    """The table as it is set, and all that may be set."""

    rules: str
    rulesets: list[NamedBook]
    names: list[str]
    given: list[str]  # the names as they were written; an empty one is the seat's own
    seats: Pair  # for how many the book has decks
    deck: list[DeckRow]
    deckText: str | None  # as it was written; null: the book's
    deal: DealKind
    deals: list[DealWay]
    cards: list[CardHolders]
    callAll: bool
    round: bool | None  # whether a night ends with a round of the table; null where nobody is told anything then
    club: ClubForm | None  # null where clubs play by the book
    problems: list[str]
    warnings: list[str]  # of a deck that is lopsided, or against the book and can be dealt all the same


class CardsLeft(TypedDict):
    """A role, how often it is in the deck, and how many of these nobody holds yet."""

    role: str
    label: str
    count: int
    left: int


class CardsForm(TypedDict):
    """Real cards, entered at once or role by role."""

    roles: list[CardsLeft]
    asking: str
    calling: bool


class CardPeek(TypedDict):
    """The card of whoever has the phone in hand."""

    seat: int
    name: str
    card: list[str]


class SeatFragment(TypedDict):
    """The part of the link to a seat's card that never leaves the phone."""

    seat: int
    name: str
    fragment: str
