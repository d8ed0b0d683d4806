"""The settings that a host makes before the deal: ruleset, names, deck, house rules, timers, fouls."""

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
ON_PHONES = ("phone", "links")  # ways to deal that need no real cards
TIMERS = {
    "speech": 60, "again": 30, "last": 60, "discussion": 300, "warn": 10, "act": 10, "sign": 5, "confer": 20,
}  # fmt: skip
FOULS = {"silence": 3, "removal": 4}  # how many fouls lead to each; 0: never
MOST_FOULS = 20
ANY_TIME = ("language", "timers", "fouls", "scoring")  # may change during a game; other settings may not


class HostTable:
    """The settings of a hosted table, kept from one game of a session to the next."""

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
        self.given = [""] * size  # the names as written; an empty one gets a default name
        self.deck: str | None = None  # None: the ruleset's own
        self.deal = DEALS[0]
        self.flags: dict[str, Value] = {}  # only those that differ from the usual at a hosted table
        self.cards: dict[str, tuple[int, ...]] = {}
        self.timers = dict(TIMERS)
        self.fouls = dict(FOULS)
        self.scoring: str | dict[str, object] = ""  # a name, or points as data; empty: the ruleset's own
        self.call_all = False
        self.club = False  # whether the host chose club rules, for every ruleset that has them
        # Whether the host goes around the table at the end of a night, if anybody may have to be told something.
        self.round = True
        self.language = "en"

    def copy(self) -> HostTable:
        """Return an independent copy."""
        other = HostTable.__new__(HostTable)
        for slot in self.__slots__:
            value = getattr(self, slot)
            setattr(other, slot, value.copy() if isinstance(value, dict | list) else value)
        return other

    @property
    def book(self) -> Ruleset:
        """The ruleset."""
        return book(self.rules)

    @property
    def house(self) -> dict[str, Value]:
        """The values of all house rules."""
        return hosted(self.book) | self.flags

    @property
    def names(self) -> list[str]:
        """The names by seat; a seat without a name gets a default one in the table's language."""
        with speaking(self.language):
            return [name or own_name(seat) for seat, name in enumerate(self.given, 1)]

    def plays_as_club(self, club: ClubRules) -> bool:
        """Return whether all settings of these club rules are in force."""
        flags = {flag.name: flag.default for flag in self.book.flags} | self.flags
        return self.round == club.round and club.flags.items() <= flags.items()

    def pack(self) -> list[str]:
        """Return the cards of the deck, however many they are; raise `DeckError` if it can't be read or made."""
        return make_deck(self.book, len(self.given)) if self.deck is None else read_cards(self.book, self.deck)

    def set(self, action: Action) -> None:
        """Change one setting; raise `Refusal` if that's not possible."""
        key = action.get("key")
        change = _CHANGES.get(key) if isinstance(key, str) else None
        if change is None:
            raise Refusal(say("There is no setting {key}.", key=key))
        change(self, action.get("value"))


def _rules(table: HostTable, value: object) -> None:
    """Change the ruleset. The deck, house rules, cards and scoring start afresh; the players stay."""
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
    """Set the scoring, by name or as a table of points."""
    problems = scoring_problems(value, table.book)
    if problems:
        raise Refusal(problems[0])
    table.scoring = value if value and isinstance(value, str | dict) else ""


def _call_all(table: HostTable, value: object) -> None:
    table.call_all = value is True


def _round(table: HostTable, value: object) -> None:
    table.round = value is True


def _club(table: HostTable, value: object) -> None:
    """Switch to club rules, or back to the ruleset's own; other settings stay."""
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
