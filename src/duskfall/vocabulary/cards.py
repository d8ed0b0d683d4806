"""The cards and what comes with them: roles, their acts and triggers, teams, deals, titles, weights."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from duskfall.vocabulary.conditions import ALWAYS, NEVER, ONE, Expr
from duskfall.vocabulary.effects import Effect, Tier
from duskfall.vocabulary.seats import LIVING, TARGET, Who


class Occasion(StrEnum):
    """What can set off a trigger."""

    BLOCKED = "blocked"  # an act of ACTOR was stopped by a block
    NAMED = "named"  # ACTOR did one of these acts to TARGET
    FAILED = "failed"  # an attack of ACTOR on TARGET failed, or another act was overturned at its TARGET
    KILLED = "killed"  # an attack of ACTOR on TARGET landed
    DIED = "died"  # TARGET died at night, whatever the cause
    VOTED_OUT = "voted out"  # TARGET left by the vote
    LEFT = "left"  # TARGET died at night or left by the vote; an attack by day is KILLED
    DUSK = "dusk"  # a night begins; nobody is ACTOR or TARGET
    DAWN = "dawn"  # a Dawn step; nobody is ACTOR or TARGET


@dataclass(frozen=True, slots=True)
class Bar:
    """Who may not be named, and the reason word."""

    who: Who
    reason: str
    when: Expr = ALWAYS


@dataclass(frozen=True, slots=True)
class Pick:
    """What may be chosen: one of these whom the table believes alive, less the barred."""

    among: Who = LIVING
    bars: tuple[Bar, ...] = ()
    decline: bool = True
    names_role: bool = False  # a role is named with the target
    confirm: bool = False  # there is one option: yes or no
    shown: Who | None = None  # the chooser is told first who this is ...
    shown_as: str = ""  # ... under the name of this act
    unless_overturned: bool = False  # not asked where a trigger has overturned the act beforehand


@dataclass(frozen=True, slots=True)
class Ability:
    """An act that the holder of a role may be asked for."""

    verb: str
    does: tuple[Effect, ...]
    pick: Pick = Pick()
    astral: bool = False  # works without visiting: nobody sees its holder come
    cautious: bool = False  # its holder stays at home if the target is protected by what overturns it
    uses: int = 0  # 0: any number
    when: Expr = ALWAYS
    not_after: str = ""  # void on a night on which its holder has done this act
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Trigger:
    """Something that happens by itself, to each of `me`; with `ask`, that player chooses the target.

    The occasion says who ACTOR and TARGET are; on a role, `me` is only who holds it. At dusk and at dawn nobody is
    TARGET, so that `me` must be said.
    """

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
class Unique:
    """A deck has at most one such card; one with more can be dealt all the same, with a warning."""

    rule: str = ""


@dataclass(frozen=True, slots=True)
class Role:
    """A card: its team, what it may do, what it is."""

    name: str
    team: str
    abilities: tuple[Ability, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    defense: Tier = Tier.NONE
    seen: Seen | None = None
    proof: tuple[str, ...] = ()  # acts that do nothing to its holder
    unique: Unique | None = None
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """How a team acts as one: who is asked, who decides, who carries it out.

    Where `together` holds, every member is asked, and the most named is taken; of several named as often, the one whom
    the first of `asked` has named, else the first in seat order. The first of `asked` carries it out then.
    """

    name: str
    members: Who
    ability: Ability
    asked: Who  # whose answers are taken
    leads: Who | None = None  # whose answer decides alone; without one the most named, a tie naming nobody
    together: Expr = NEVER
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
    """From the deal on, each of `who` knows the roles of `of`; who comes to either later is told, or told of."""

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
    inherited: Expr = NEVER  # where nobody is handed it, the next living player in seat order has it
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Weight:
    """A ballot that counts more than one."""

    who: Who
    votes: Expr
    rule: str = ""
