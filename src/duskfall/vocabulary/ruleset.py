"""A whole rule book: its cards, what overturns what, its flow, house rules, decks, victories; and a walk through it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any

from duskfall.vocabulary.cards import Card, Deal, Group, Know, Role, Title, Trigger, Weight
from duskfall.vocabulary.conditions import ALWAYS, NEVER, ZERO, Expr
from duskfall.vocabulary.scene import Value
from duskfall.vocabulary.steps import Step


class Text(str):
    """Words for people to read; every other string of a ruleset is a declared name."""

    __slots__ = ()


NO_TEXT = Text("")


class At(Enum):
    """Where an overturning effect meets what it overturns."""

    TARGET, ACTOR = "target", "actor"


DRAW = "draw"  # what a game without a winning side is
ROLE = "role"  # as `by`: the target's own defense, or how its role is seen


@dataclass(frozen=True, slots=True)
class Overturns:
    """An edge of the override graph. Of several that would overturn the same, the first in the list does."""

    by: str
    what: tuple[str, ...]
    at: At = At.TARGET
    when: Expr = ALWAYS
    shows: str = ""  # of a reading: what is read instead
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Ring:
    """What effects that overturn each other in a ring come to: they all fail where `fails` holds, else all stand.

    Where `higher` holds, a block does not stop a blocker of higher priority.
    """

    of: tuple[str, ...]
    fails: Expr = ALWAYS
    higher: Expr = NEVER
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Flag:
    """A house rule: a named switch with its default."""

    name: str
    default: Value
    values: tuple[str, ...] = ()  # for a switch between words
    about: Text = NO_TEXT
    rule: str = ""
    least: int = 1  # of a whole number
    called: Text = NO_TEXT
    hosted: Value | None = None  # its value at a table that a host runs, if nobody sets it; None: the default
    before: Value | None = None  # its value in records that do not name it; None: the default


@dataclass(frozen=True, slots=True)
class Wins:
    """A side has won when this holds; the first line that holds decides."""

    side: str
    when: Expr
    reason: str
    rule: str = ""
    sheet: Text = NO_TEXT  # what a score sheet says of such an end, instead of who has won


@dataclass(frozen=True, slots=True)
class Quota:
    """A line of a deck: this role, at tables of at least so many seats."""

    role: str
    seats: int = 0


@dataclass(frozen=True, slots=True)
class Decks:
    """How a table of any size is dealt: so many evil cards in their order, then good ones, then the rest."""

    evil: tuple[str, ...]
    more: str  # once every evil role is dealt
    share: Expr  # how many evil cards
    good: tuple[Quota, ...]
    rest: str
    seats: tuple[int, int] = (5, 20)
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One rule book as data."""

    id: str
    title: Text
    teams: tuple[str, ...]
    sides: tuple[str, ...]
    roles: tuple[Role, ...]
    groups: tuple[Group, ...]
    overturns: tuple[Overturns, ...]
    night: tuple[Step, ...]
    day: tuple[Step, ...]
    day_first: bool
    wins: tuple[Wins, ...]
    flags: tuple[Flag, ...]
    decks: Decks
    max_rounds: Expr  # after so many the game is a draw
    prints: tuple[tuple[str, ...], ...]  # the order of settlement as the book prints it
    triggers: tuple[Trigger, ...] = ()
    rings: tuple[Ring, ...] = ()
    deals: tuple[Deal, ...] = ()
    knows: tuple[Know, ...] = ()
    cards: tuple[Card, ...] = ()
    titles: tuple[Title, ...] = ()
    weights: tuple[Weight, ...] = ()
    quiet_rounds: Expr = ZERO  # after so many in a row in which nobody left it is a draw, too; 0: never
    removal_cancels_vote: Expr = NEVER  # whether a removal during the day cancels that day's vote
    shows_role: Expr = ALWAYS  # whether the dead are shown with their role
    notices: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()  # why a pick may be barred
    version: int = 1
    plays_as: tuple[str, ...] = ()  # hashes of earlier editions that play alike, so that their records still verify


def walk(value: Any) -> Iterator[Any]:
    """A ruleset and all that it is made of."""
    ahead = [value]
    while ahead:
        node = ahead.pop()
        yield node
        if isinstance(node, tuple):
            ahead += node[::-1]
        elif names := parts_of(node):
            ahead += [getattr(node, name) for name in reversed(names)]


_PARTS: dict[type, tuple[str, ...]] = {}  # by kind of node: a ruleset is walked through many times


def parts_of(node: object) -> tuple[str, ...]:
    """The names of what a node is made of; none where it is a plain value."""
    kind = type(node)
    if kind not in _PARTS:
        _PARTS[kind] = tuple(each.name for each in fields(kind)) if is_dataclass(kind) else ()
    return _PARTS[kind]
