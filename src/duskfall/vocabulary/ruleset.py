"""A complete ruleset: roles, overrides, the steps of night and day, house rules, decks, win conditions."""

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
    """Text for people to read; every other string of a ruleset is a declared name."""

    __slots__ = ()


NO_TEXT = Text("")


class At(Enum):
    """The seat at which an overturning effect meets what it overturns."""

    TARGET, ACTOR = "target", "actor"


DRAW = "draw"  # as `side`: nobody wins
ROLE = "role"  # as `by`: the target's own role, by its defense, its `proof`, or how it is seen


@dataclass(frozen=True, slots=True)
class Overturns:
    """An edge of the override graph: `by` overturns each of `what`. The first edge in the list that applies counts."""

    by: str
    what: tuple[str, ...]
    at: At = At.TARGET
    when: Expr = ALWAYS
    shows: str = ""  # for a reading: the word that is read instead
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Ring:
    """A ring of effects that overturn each other: they all fail where `fails` holds, else they all stand.

    Where `higher` holds, a block does not stop a blocker of higher priority.
    """

    of: tuple[str, ...]
    fails: Expr = ALWAYS
    higher: Expr = NEVER
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Flag:
    """A house rule: a named setting with its default."""

    name: str
    default: Value
    values: tuple[str, ...] = ()  # the allowed words, for a setting that is a word
    about: Text = NO_TEXT  # explanation for players
    rule: str = ""
    least: int = 1  # smallest value of a whole number
    called: Text = NO_TEXT  # name for players
    hosted: Value | None = None  # default at a table that a host runs; None: as `default`
    before: Value | None = None  # value in records that do not name it; None: as `default`


@dataclass(frozen=True, slots=True)
class Wins:
    """A win condition: the side has won when it holds; the first that holds decides."""

    side: str
    when: Expr
    reason: str
    rule: str = ""
    sheet: Text = NO_TEXT  # what a score sheet says about this end instead of naming the winner


@dataclass(frozen=True, slots=True)
class Quota:
    """An entry of a deck: one card of this role, at tables of at least this many seats."""

    role: str
    seats: int = 0


@dataclass(frozen=True, slots=True)
class Decks:
    """The decks for tables of any size: a number of evil cards in their order, then good ones, then the rest."""

    evil: tuple[str, ...]
    more: str  # evil role of all further evil cards
    share: Expr  # number of evil cards
    good: tuple[Quota, ...]
    rest: str
    seats: tuple[int, int] = (5, 20)
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A complete ruleset as data."""

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
    max_rounds: Expr  # after this many the game is a draw
    prints: tuple[tuple[str, ...], ...]  # the order of resolution as the rulebook prints it
    triggers: tuple[Trigger, ...] = ()
    rings: tuple[Ring, ...] = ()
    deals: tuple[Deal, ...] = ()
    knows: tuple[Know, ...] = ()
    cards: tuple[Card, ...] = ()
    titles: tuple[Title, ...] = ()
    weights: tuple[Weight, ...] = ()
    quiet_rounds: Expr = ZERO  # after this many in a row in which nobody left it is a draw, too; 0: never
    removal_cancels_vote: Expr = NEVER  # whether a removal during the day cancels that day's vote
    shows_role: Expr = ALWAYS  # whether the dead are shown with their role
    notices: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()  # names of reasons for which a target may be barred
    version: int = 1
    plays_as: tuple[str, ...] = ()  # hashes of earlier editions that play alike, so that their records still verify


def walk(value: Any) -> Iterator[Any]:
    """Yield a node and all its parts, depth first and in order."""
    ahead = [value]
    while ahead:
        node = ahead.pop()
        yield node
        if isinstance(node, tuple):
            ahead += node[::-1]
        elif names := parts_of(node):
            ahead += [getattr(node, name) for name in reversed(names)]


_PARTS: dict[type, tuple[str, ...]] = {}  # cached by class: rulesets are walked through many times


def parts_of(node: object) -> tuple[str, ...]:
    """Return the field names of a node; empty for a plain value."""
    kind = type(node)
    if kind not in _PARTS:
        _PARTS[kind] = tuple(each.name for each in fields(kind)) if is_dataclass(kind) else ()
    return _PARTS[kind]
