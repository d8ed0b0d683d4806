"""Roles and what belongs to them: actions, triggers, teams, deals, knowledge, titles, vote weights."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from duskfall.vocabulary.conditions import ALWAYS, NEVER, ONE, Expr
from duskfall.vocabulary.effects import Effect, Tier
from duskfall.vocabulary.seats import LIVING, TARGET, Who


class Occasion(StrEnum):
    """An occasion that sets off triggers."""

    BLOCKED = "blocked"  # an action of ACTOR was stopped by a block
    NAMED = "named"  # ACTOR used one of these actions on TARGET
    FAILED = "failed"  # an attack of ACTOR on TARGET failed, or another action was overturned at its TARGET
    KILLED = "killed"  # an attack of ACTOR on TARGET landed
    DIED = "died"  # TARGET died at night, whatever the cause
    VOTED_OUT = "voted out"  # TARGET was voted out
    LEFT = "left"  # TARGET died at night or was voted out; an attack by day is KILLED
    DUSK = "dusk"  # a night begins; nobody is ACTOR or TARGET
    DAWN = "dawn"  # a Dawn step; nobody is ACTOR or TARGET


@dataclass(frozen=True, slots=True)
class Bar:
    """A set of seats that may not be named, and the reason."""

    who: Who
    reason: str
    when: Expr = ALWAYS


@dataclass(frozen=True, slots=True)
class Pick:
    """The targets of a choice: those of `among` whom the table believes alive, without the barred ones."""

    among: Who = LIVING
    bars: tuple[Bar, ...] = ()
    decline: bool = True  # the chooser may name nobody
    names_role: bool = False  # a role is named along with the target
    confirm: bool = False  # the answer is yes or no, to the only target
    shown: Who | None = None  # seats that the chooser is shown before choosing ...
    shown_as: str = ""  # ... as the result of this action
    unless_overturned: bool = False  # not asked if a trigger has already overturned the action


@dataclass(frozen=True, slots=True)
class Ability:
    """An action that the holder of a role may be asked for."""

    verb: str
    does: tuple[Effect, ...]
    pick: Pick = Pick()
    astral: bool = False  # no visit: nobody sees its holder come
    cautious: bool = False  # its holder stays home if the target is protected by something that overturns it
    uses: int = 0  # how often it may be used in a game; 0: any number of times
    when: Expr = ALWAYS
    not_after: str = ""  # void on a night on which its holder has used this other action
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Trigger:
    """Something that happens by itself, to each seat of `me`; with `ask`, that player chooses the target.

    The occasion determines ACTOR and TARGET. On a role, only its holders can be `me`. Dusk and dawn have no TARGET, so
    `me` must be given.
    """

    name: str
    on: Occasion
    does: tuple[Effect, ...]
    verbs: tuple[str, ...] = ()
    me: Who = TARGET
    when: Expr = ALWAYS
    nights: int = 0  # delay in nights; it then happens at the Settle step that names this trigger
    ask: Pick | None = None
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """The word that a reader of sides gets for a role, whatever its team."""

    word: str
    when: Expr = ALWAYS


@dataclass(frozen=True, slots=True)
class Unique:
    """A limit of one such card in a deck; a deck with more can be dealt, with a warning."""

    rule: str = ""


@dataclass(frozen=True, slots=True)
class Role:
    """A role card: its team, what its holder may do, and what protects or disguises its holder."""

    name: str
    team: str
    abilities: tuple[Ability, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    defense: Tier = Tier.NONE
    seen: Seen | None = None
    proof: tuple[str, ...] = ()  # actions that have no effect on its holder
    unique: Unique | None = None
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """A team that acts as one: who is asked, who decides, who carries the action out.

    Where `together` holds, every member is asked and the target named most is taken. In a tie it is the target that the
    first of `asked` has named, if it is among the tied, else the first in seat order. The first of `asked` then carries
    the action out.
    """

    name: str
    members: Who
    ability: Ability
    asked: Who  # seats whose answers count
    leads: Who | None = None  # seats whose answer decides alone; without one the target named most, none in a tie
    together: Expr = NEVER
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Deal:
    """A random assignment at the deal: each of `to` is assigned one of `among`, drawn from the seed."""

    name: str
    to: Who
    among: Who
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Know:
    """Knowledge of roles: from the deal on, each of `who` knows the roles of `of`.

    A player who joins `who` later is told these roles; the role of a player who joins `of` later is told to `who`.
    """

    who: Who
    of: Who
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A card dealt in addition to roles, for the whole game."""

    name: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Title:
    """An office that one player holds, such as a badge."""

    name: str
    weight: Expr = ONE  # weight of its holder's ballot
    speaks_last: bool = False
    inherited: Expr = NEVER  # if it is handed to nobody, the next living player in seat order gets it
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Weight:
    """The weight of the ballots of these seats."""

    who: Who
    votes: Expr
    rule: str = ""
