"""What a host sets before the cards are dealt: rules, names, deck, house rules, clocks, fouls."""

from __future__ import annotations

from typing import get_args

from duskfall.core.start.deck import make_deck, read_cards
from duskfall.core.start.flags import given_flags, hosted
from duskfall.core.start.setup import MOST_SEATS
from duskfall.host.evening.clubs import ClubRules, club_rules
from duskfall.host.evening.fields import MOST_SECONDS, Action, Refusal, mapping, number, seats, text
from duskfall.host.protocol.scoring import scoring_problems
from duskfall.rules.registry import book, known
from duskfall.tell.host.aloud import own_name
from duskfall.tell.tongue import LANGUAGES, say, speaking
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.vocabulary.scene import Value
from duskfall.wire.table import DealKind

DEALS: tuple[DealKind, ...] = get_args(DealKind)
ON_PHONES = ("phone", "links")  # those that need no real cards
TIMERS = {
    "speech": 60, "again": 30, "last": 60, "discussion": 300, "warn": 10, "act": 10, "sign": 5, "confer": 20,
}  # fmt: skip
FOULS = {"silence": 3, "removal": 4}  # 0: never
MOST_FOULS = 20
ANY_TIME = ("language", "timers", "fouls", "scoring")  # the rest belongs to a game from its deal on


class HostTable:
    """The table as it is set; what is kept from one game of the evening to the next."""

    __slots__ = (
        "call_all",
        "cards",
        "club",
        "deal",
        "deck",
        "flags",
        "fouls",
        "given",
        "language",
        "round",
        "rules",
        "scoring",
        "timers",
    )

    def __init__(self, rules: str = "city-mafia", size: int = 10) -> None:
        self.rules = rules
        self.given = [""] * size  # the names as they were written; an empty one is the seat's own
        self.deck: str | None = None  # None: the book's
        self.deal = DEALS[0]
        self.flags: dict[str, Value] = {}  # only those that differ from what is usual at a hosted table
        self.cards: dict[str, tuple[int, ...]] = {}
        self.timers = dict(TIMERS)
        self.fouls = dict(FOULS)
        self.scoring: str | dict[str, object] = ""  # a name, or points; empty: the book's own
        self.call_all = False
        self.club = False  # whether the host chose the house rules of clubs, for every ruleset that has such
        # Whether the night ends with a round of the table, where somebody may have to be told something.
        self.round = True
        self.language = "en"

    def copy(self) -> HostTable:
        """The same table, apart."""
        other = HostTable.__new__(HostTable)
        for slot in self.__slots__:
            value = getattr(self, slot)
            setattr(other, slot, value.copy() if isinstance(value, dict | list) else value)
        return other

    @property
    def book(self) -> Ruleset:
        """The rules that are played."""
        return book(self.rules)

    @property
    def house(self) -> dict[str, Value]:
        """The value of every house rule."""
        return hosted(self.book) | self.flags

    @property
    def names(self) -> list[str]:
        """Who sits where."""
        with speaking(self.language):
            return [name or own_name(seat) for seat, name in enumerate(self.given, 1)]

    def plays_as_club(self, club: ClubRules) -> bool:
        """Return whether all settings of these club rules are in force."""
        flags = {flag.name: flag.default for flag in self.book.flags} | self.flags
        return self.round == club.round and club.flags.items() <= flags.items()

    def pack(self) -> list[str]:
        """The cards of the deck, however many they are; DeckError if it cannot be read or made."""
        return make_deck(self.book, len(self.given)) if self.deck is None else read_cards(self.book, self.deck)

    def set(self, action: Action) -> None:
        """One setting changes."""
        key = action.get("key")
        change = _CHANGES.get(key) if isinstance(key, str) else None
        if change is None:
            raise Refusal(say("There is no setting {key}.", key=key))
        change(self, action.get("value"))


def _rules(table: HostTable, value: object) -> None:
    """Another book has another deck and other house rules; the people stay."""
    if not isinstance(value, str) or known(value) is None:
        raise Refusal(say("There are no rules called {name}.", name=value))
    table.rules, table.deck, table.flags, table.cards = value, None, {}, {}
    table.scoring = ""
    if table.club:
        _club(table, True)


def _names(table: HostTable, value: object) -> None:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise Refusal(say("{key}: a list of names is needed.", key="names"))
    if not 1 <= len(value) <= MOST_SEATS:
        raise Refusal(say("A table has 1 to {most} seats.", most=MOST_SEATS))
    table.given = [" ".join(name.split())[:40] for name in value]
    size = len(value)
    table.cards = {card: tuple(seat for seat in held if seat <= size) for card, held in table.cards.items()}


def _deck(table: HostTable, value: object) -> None:
    if value is not None and not isinstance(value, str):
        raise Refusal(say("{key}: words are needed.", key="deck"))
    table.deck = text({"deck": value}, "deck", 2000) if value else None


def _deal(table: HostTable, value: object) -> None:
    deal = next((each for each in DEALS if each == value), None)
    if deal is None:
        raise Refusal(say("There is no such way to deal: {name}.", name=value))
    table.deal = deal


def _flags(table: HostTable, value: object) -> None:
    usual = hosted(table.book)
    try:
        read = usual | given_flags(table.book, mapping(value, "flags"))
    except ValueError as error:
        raise Refusal(str(error)) from None
    table.flags = {name: each for name, each in read.items() if each != usual[name]}


def _cards(table: HostTable, value: object) -> None:
    known = {card.name for card in table.book.cards}
    given = mapping(value, "cards")
    for name in given:
        if name not in known:
            raise Refusal(say("These rules have no card {name}.", name=name))
    table.cards = {name: seats(held, name, len(table.given)) for name, held in given.items() if held}


def _timers(table: HostTable, value: object) -> None:
    table.timers |= _numbers(value, TIMERS, MOST_SECONDS)


def _fouls(table: HostTable, value: object) -> None:
    table.fouls |= _numbers(value, FOULS, MOST_FOULS)


def _numbers(value: object, known: dict[str, int], most: int) -> dict[str, int]:
    given = mapping(value, "value")
    for name in given:
        if name not in known:
            raise Refusal(say("There is no setting {key}.", key=name))
    return {name: int(number(each, name, 0, most)) for name, each in given.items()}


def _scoring(table: HostTable, value: object) -> None:
    """A name or a table of points, as the scorings themselves read it."""
    problems = scoring_problems(value, table.book)
    if problems:
        raise Refusal(problems[0])
    table.scoring = value if value and isinstance(value, str | dict) else ""


def _call_all(table: HostTable, value: object) -> None:
    table.call_all = value is True


def _round(table: HostTable, value: object) -> None:
    table.round = value is True


def _club(table: HostTable, value: object) -> None:
    """Play as clubs do, or by the book again; other settings stay as they are."""
    table.club = value is True
    club = club_rules(table.rules)
    if club is None:
        return
    table.round = club.round if table.club else True
    table.flags = {name: each for name, each in table.flags.items() if name not in club.flags}
    if table.club:
        table.flags |= club.flags


def _language(table: HostTable, value: object) -> None:
    if not isinstance(value, str) or value not in LANGUAGES:
        raise Refusal(say("There is no language {name} here.", name=value))
    table.language = value


_CHANGES = {
    "rules": _rules, "names": _names, "deck": _deck, "deal": _deal, "flags": _flags, "cards": _cards,
    "timers": _timers, "fouls": _fouls, "scoring": _scoring, "callAll": _call_all, "round": _round,
    "club": _club, "language": _language,
}  # fmt: skip
