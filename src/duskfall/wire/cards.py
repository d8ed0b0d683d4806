"""Cards on the players' own phones: what a link holds, a card in words, and the words of all cards."""

from typing import Annotated, TypedDict

from duskfall.wire.common import Value

KnownOf = Annotated[list[str], 3]  # the name, the role, how it is known


class LinkHeld(TypedDict):
    """What a seat's link holds: names, and no words of any language."""

    n: str
    s: int
    r: str
    c: str
    k: list[KnownOf]
    f: dict[str, Value]


class SeatCard(TypedDict):
    """A card as its holder reads it."""

    name: str
    seat: int
    rules: str
    card: list[str]


class CardWords(TypedDict):
    """The house rules on which a card hangs, as they usually are, and its lines for all their values."""

    on: list[tuple[str, Value]]
    lines: dict[str, list[str]]


class AllCards(TypedDict):
    """All cards of a ruleset in one language."""

    known: dict[str, str]
    dealt: dict[str, str]
    cards: dict[str, CardWords]
