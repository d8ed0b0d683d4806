"""What a table is made with: read from whatever a page sends, checked, with the usual for what is left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import isfinite
from typing import Any, TypeVar, get_args

from duskfall.core.problem import Problem, closest
from duskfall.core.start.deck import make_deck, read_deck, usual_size
from duskfall.core.start.flags import given_flags
from duskfall.players.llm.model import is_model
from duskfall.room.made.fills import named_fill, wire_name, wire_names
from duskfall.room.people.names import clean_name
from duskfall.room.refused import Refused
from duskfall.rules.registry import book, ids, known
from duskfall.table.hours import SecretClocks
from duskfall.tell.phrases import problem
from duskfall.tell.tongue import ENGLISH, LANGUAGES, later, say
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.vocabulary.scene import Value
from duskfall.wire.room import Pace, RoomClocks, RoomWish

USUAL = "city-mafia"  # what is played where nobody says what
SCRIPTED = "scripted"
FILLS = (SCRIPTED, "random")  # who takes the empty chairs where no models are let in
Read = TypeVar("Read")
Word = TypeVar("Word", bound=str)
PACES: tuple[Pace, ...] = get_args(Pace)
LONGEST_DELAY = 600  # seconds by which those who watch are behind
LONGEST_DECK = 2000  # characters
DEAREST = 1000.0  # dollars


@dataclass(frozen=True, slots=True)
class Clocks:
    """Seconds for a speech, for a choice that all see, for a choice in secret, and for a word in secret."""

    speech: int = 60
    choice: int = 45
    secret: int = 15
    word: int = 10

    @property
    def hidden(self) -> SecretClocks:
        """Those by which secret steps are measured."""
        return SecretClocks(self.secret, self.word)

    def wire(self) -> RoomClocks:
        """For the page."""
        return {"speech": self.speech, "choice": self.choice, "secret": self.secret, "word": self.word}


BOUNDS = {"speech": (1, 600), "choice": (1, 600), "secret": (1, 300), "word": (1, 300)}
NAMED = {
    "speech": later("The clock for a speech"),
    "choice": later("The clock for a choice"),
    "secret": later("The clock for a choice in secret"),
    "word": later("The clock for a word in secret"),
}


@dataclass(frozen=True, slots=True)
class Wish:
    """A table as its creator wants it; everything is checked."""

    rules: str
    seats: int
    deck: str = ""  # as it is written; empty: the book's
    flags: Mapping[str, Value] = field(default_factory=dict, hash=False)  # those that differ from the book's
    talk: bool = True
    clocks: Clocks = Clocks()
    pace: Pace = "usual"
    fill: str = SCRIPTED
    max_cost: float = 0.0
    label_bots: bool = True
    delay: int = 0
    tongue: str = ENGLISH
    name: str = ""
    start: bool = False
    coach: bool = False

    @property
    def book(self) -> Ruleset:
        """The rules that are played."""
        return book(self.rules)

    @property
    def bot(self) -> str:
        """The kind of bot that speaks this table's language."""
        return SCRIPTED if self.tongue == ENGLISH else f"{SCRIPTED}:{self.tongue}"

    @property
    def filler(self) -> str:
        """The kind of player for an empty chair."""
        return self.bot if self.fill == SCRIPTED else self.fill

    def data(self) -> RoomWish:
        """Return the wish as it is stored."""
        found: Any = asdict(self)
        return found  # type: ignore[no-any-return]

    def wire(self, fills: Sequence[str]) -> RoomWish:
        """Return the table as its creator is shown it: who fills chairs goes by the name that pages know."""
        return {**self.data(), "fill": wire_name(self.fill, fills)}


def read_wish(given: object, fills: Sequence[str] = FILLS, was: Wish | None = None, most_cost: float = DEAREST) -> Wish:
    """The table that is wished for, or one clear line on what is wrong; `was`: what is left out stays as it was."""
    if not isinstance(given, Mapping):
        raise Refused(say("This is no wish for a table."))
    wish: dict[str, Any] = dict(was.data() if was else {})
    if was and ("rules" in given or "seats" in given):  # a deck is for a game and a number of players
        wish |= {"deck": "", "flags": {} if given.get("rules", was.rules) != was.rules else wish["flags"]}
        if "rules" in given and "seats" not in given:
            wish.pop("seats")
    wish |= {name: value for name, value in given.items() if value is not None}
    rules = known(wish.get("rules") or USUAL)
    if rules is None:
        near = closest(str(wish["rules"]), ids())
        raise Refused(
            say("There is no such game; did you mean {name}?", name=near) if near else say("There is no such game.")
        )
    deck, seats = _deck(rules, wish.get("deck") or "", wish.get("seats"))
    fill = _fill(wish, fills)
    return Wish(
        rules.id,
        seats,
        deck,
        _flags(rules, wish.get("flags") or {}),
        _switch(wish, "talk", True),
        read_clocks(wish.get("clocks") or {}),
        _one_of(wish, "pace", PACES, "usual", later("The pace")),
        fill,
        _cost(wish, fill, most_cost),
        _switch(wish, "label_bots", True),
        _number(wish.get("delay") or 0, 0, LONGEST_DELAY, later("The delay of those who watch")),
        _one_of(wish, "tongue", tuple(LANGUAGES), ENGLISH, later("The language of the bots")),
        clean_name(wish["name"]) if wish.get("name") else "",
        _switch(wish, "start", False),
        _switch(wish, "coach", False),
    )


# -- each part of it ------------------------------------------------------------------------------------------


def read_clocks(given: object) -> Clocks:
    """The clocks that are given, the usual ones for the rest."""
    if not isinstance(given, Mapping) or not given.keys() <= BOUNDS.keys():
        raise Refused(say("These are no clocks."))
    return Clocks(**{name: _number(value, *BOUNDS[name], NAMED[name]) for name, value in given.items()})


def _deck(rules: Ruleset, deck: object, seats: object) -> tuple[str, int]:
    """The deck as it is written, and for how many it is."""
    low, high = rules.decks.seats
    if seats is not None and type(seats) is not int:
        raise Refused(say("This game is for {low} to {high} players.", low=low, high=high))
    if not isinstance(deck, str) or len(deck) > LONGEST_DECK:
        raise Refused(say("A deck is a line of roles."))
    if deck.strip():
        cards = _told(lambda: read_deck(rules, deck, seats))
        if not low <= len(cards) <= high:
            raise Refused(say("This game is for {low} to {high} players.", low=low, high=high))
        return deck.strip(), len(cards)
    size = usual_size(rules) if seats is None else seats
    if not low <= size <= high:
        raise Refused(say("This game is for {low} to {high} players.", low=low, high=high))
    _told(lambda: make_deck(rules, size))
    return "", size


def _flags(rules: Ruleset, given: object) -> dict[str, Value]:
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise Refused(say("These are no house rules."))
    usual = {flag.name: flag.default for flag in rules.flags}
    found = _told(lambda: given_flags(rules, given))
    return {name: value for name, value in found.items() if value != usual[name]}


def _told(read: Callable[[], Read]) -> Read:
    """What is read; what is wrong with it, in the language that is spoken."""
    try:
        return read()
    except Problem as error:
        raise Refused(problem(error)) from None


def _switch(wish: Mapping[str, Any], name: str, usual: bool) -> bool:
    value = wish.get(name, usual)
    if not isinstance(value, bool):
        raise Refused(say("{name} is neither true nor false.", name=name))
    return value


def _number(value: object, low: int, high: int, what: str) -> int:
    if type(value) is not int or not low <= value <= high:
        raise Refused(
            say("{what}: a whole number of seconds from {low} to {high}.", what=say(what), low=low, high=high)
        )
    return value


def _one_of(wish: Mapping[str, Any], name: str, known: Sequence[Word], usual: Word, what: str) -> Word:
    value = wish.get(name) or usual
    if value not in known:
        raise Refused(say("{what} is one of: {words}.", what=say(what), words=", ".join(known)))
    return known[known.index(value)]


def _fill(wish: Mapping[str, Any], fills: Sequence[str]) -> str:
    """Return the kind of player for empty chairs; a page names it without its address."""
    kind = named_fill(wish.get("fill") or SCRIPTED, fills)
    if not isinstance(kind, str) or kind not in fills:
        words = ", ".join(wire_names(fills).values())
        raise Refused(say("{what} is one of: {words}.", what=say("Who fills the empty chairs"), words=words))
    return kind


def _cost(wish: Mapping[str, Any], fill: str, most: float) -> float:
    """Dollars for the models of the table; a model without a limit is not let in."""
    value = wish.get("max_cost") or 0
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value) or not 0 <= value <= most:
        raise Refused(say("The limit of costs is a number of dollars from 0 to {most}.", most=f"{most:g}"))
    if is_model(fill) and not value:
        raise Refused(say("Models cost money: set a limit of costs."))
    return float(value)
