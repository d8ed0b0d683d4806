"""The vocabulary in which rulesets are written: frozen data, no callables, no little languages in strings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum, StrEnum
from typing import Any

from duskfall.core.effects import Effect, Tier
from duskfall.core.expr import ALWAYS, NEVER, ONE, Expr, Value
from duskfall.core.steps import Step
from duskfall.core.who import LIVING, TARGET, Who


class Text(str):
    """Words for people to read; every other string of a ruleset is a declared name."""

    __slots__ = ()


class At(Enum):
    """Where an overturning effect meets what it overturns."""

    TARGET, ACTOR = "target", "actor"


class Occasion(StrEnum):
    """What can set off a trigger."""

    BLOCKED = "blocked"  # an act of ACTOR was stopped by a block
    NAMED = "named"  # ACTOR did one of these acts to TARGET
    FAILED = "failed"  # an attack of ACTOR on TARGET failed
    KILLED = "killed"  # an attack of ACTOR on TARGET landed
    DIED = "died"  # TARGET died at night, whatever the cause
    VOTED_OUT = "voted out"  # TARGET left by the vote
    LEFT = "left"  # TARGET died at night or left by the vote
    DUSK, DAWN = "dusk", "dawn"


@dataclass(frozen=True, slots=True)
class Bar:
    """Who may not be named, and the reason word."""

    who: Who
    reason: str
    when: Expr = ALWAYS


@dataclass(frozen=True, slots=True)
class Pick:
    """What may be chosen: one of these, less the barred."""

    among: Who = LIVING
    bars: tuple[Bar, ...] = ()
    decline: bool = True
    names_role: bool = False  # a role is named with the target
    confirm: bool = False  # there is one option: yes or no
    shown: Who | None = None  # the chooser is told first who this is ...
    shown_as: str = ""  # ... under the name of this act


@dataclass(frozen=True, slots=True)
class Ability:
    """An act that the holder of a role may be asked for."""

    verb: str
    does: tuple[Effect, ...]
    pick: Pick = Pick()
    visits: bool = True
    uses: int = 0  # 0: any number
    when: Expr = ALWAYS
    not_after: str = ""  # void on a night on which its holder has done this act
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Trigger:
    """Something that happens by itself, to each of `me`; with `ask`, that player chooses the target."""

    name: str
    on: Occasion
    does: tuple[Effect, ...]
    verbs: tuple[str, ...] = ()
    me: Who = TARGET
    when: Expr = ALWAYS
    nights: int = 0  # so many nights later, when the act of this name is settled
    ask: Pick | None = None
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """How a role reads to a reader of sides, whatever its team."""

    word: str
    when: Expr = ALWAYS


@dataclass(frozen=True, slots=True)
class Role:
    """A card: its team, what it may do, what it is."""

    name: str
    team: str
    abilities: tuple[Ability, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    defense: Tier = Tier.NONE
    seen: Seen | None = None
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """How a team acts as one: who is asked, who decides, who carries it out."""

    name: str
    members: Who
    ability: Ability
    asked: Who  # whose answers are taken
    leads: Who | None = None  # whose answer decides alone; without one the most named, a tie naming nobody
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Deal:
    """At the deal, each of `to` is assigned one of `among`, drawn from the seed."""

    name: str
    to: Who
    among: Who
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Know:
    """At the deal, each of `who` learns the roles of `of`."""

    who: Who
    of: Who
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """Something dealt beside the roles, for the whole game."""

    name: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Title:
    """An office at the table."""

    name: str
    weight: Expr = ONE  # of its holder's ballot
    speaks_last: bool = False
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Weight:
    """A ballot that counts more than one."""

    who: Who
    votes: Expr
    rule: str = ""


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


NO_TEXT = Text("")


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


@dataclass(frozen=True, slots=True)
class Wins:
    """A side has won when this holds; the first line that holds decides."""

    side: str
    when: Expr
    reason: str
    rule: str = ""


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
    removal_cancels_vote: Expr = NEVER  # whether a removal during the day cancels that day's vote
    shows_role: Expr = ALWAYS  # whether the dead are shown with their role
    notices: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()  # why a pick may be barred
    version: int = 1


class RulesetError(ValueError):
    """A ruleset that contradicts itself."""


def walk(value: Any) -> Iterator[Any]:
    """A ruleset and all that it is made of."""
    ahead = [value]
    while ahead:
        node = ahead.pop()
        yield node
        parts = node if isinstance(node, tuple) else [getattr(node, name) for name in parts_of(node)]
        ahead += reversed(parts)


_PARTS: dict[type, tuple[str, ...]] = {}  # by kind of node: a ruleset is walked through many times


def parts_of(node: object) -> tuple[str, ...]:
    """The names of what a node is made of; none where it is a plain value."""
    kind = type(node)
    if kind not in _PARTS:
        _PARTS[kind] = tuple(each.name for each in fields(kind)) if is_dataclass(kind) else ()
    return _PARTS[kind]
