"""The vocabulary in which rulesets are written: frozen data, no callables, no little languages in strings."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum

from duskfall.core.expr import ALWAYS, NEVER, Const, Expr, Value
from duskfall.core.who import LIVING, TARGET, Who


class Text(str):
    """Words for people to read; every other string of a ruleset is a declared name."""

    __slots__ = ()


class Tier(IntEnum):
    """How strong an attack or a defense is: an attack lands if it is higher than the defense."""

    NONE, BASIC, POWERFUL, UNSTOPPABLE = 0, 1, 2, 3


class Until(Enum):
    """How long a mark stays."""

    DAWN, NEXT_DUSK, READ, FOREVER = "dawn", "next dusk", "until read", "for good"


class Moment(Enum):
    """When a player is told: at that very step, or with the others at dawn if still alive."""

    AT_ONCE, DAWN = "at once", "dawn"


class At(Enum):
    """Where an overturning effect meets what it overturns."""

    TARGET, ACTOR = "target", "actor"


class Order(Enum):
    """Who speaks after whom."""

    SEATS, ROTATING, ALTERNATING = "seats", "rotating", "alternating"


class Occasion(Enum):
    """What can set off a trigger."""

    BLOCKED = "blocked"  # an act of ACTOR was stopped by a block
    NAMED = "named"  # ACTOR did one of these acts to TARGET
    FAILED = "failed"  # an attack of ACTOR on TARGET failed
    KILLED = "killed"  # an attack of ACTOR on TARGET landed
    DIED = "died"  # TARGET died at night, whatever the cause
    VOTED_OUT = "voted out"  # TARGET left by the vote
    LEFT = "left"  # TARGET died at night or left by the vote
    DUSK, DAWN = "dusk", "dawn"


# -- what an act does ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Effect:
    """Something that an act or a trigger does."""


@dataclass(frozen=True, slots=True)
class Block(Effect):
    """The target's acts of the night fail."""

    priority: int = 1


@dataclass(frozen=True, slots=True)
class Guard(Effect):
    """The target has this defense tonight, against the attacks it may overturn."""

    tier: Tier = Tier.POWERFUL


@dataclass(frozen=True, slots=True)
class Attack(Effect):
    """Kills each of these, unless overturned; `as_` is the act under which a trigger's attack is settled."""

    tier: Tier = Tier.BASIC
    on: Who = TARGET
    as_: str = ""


@dataclass(frozen=True, slots=True)
class Mark(Effect):
    """The target bears a mark."""

    name: str
    until: Until
    when: Expr = ALWAYS


@dataclass(frozen=True, slots=True)
class Link(Effect):
    """If the actor dies tonight, the target dies too."""

    name: str
    when: Expr = ALWAYS


@dataclass(frozen=True, slots=True)
class Says:
    """What a reader is told of a target in this set."""

    who: Who
    word: str


@dataclass(frozen=True, slots=True)
class ReadSide(Effect):
    """The actor learns the first word that fits the target."""

    says: tuple[Says, ...]


@dataclass(frozen=True, slots=True)
class ReadRole(Effect):
    """The actor learns the target's role."""


@dataclass(frozen=True, slots=True)
class ReadSeats(Effect):
    """The actor learns which seats these are."""

    who: Who


@dataclass(frozen=True, slots=True)
class Show(Effect):
    """The target, if dead, is shown as this; without a word, as the role that the actor named."""

    word: str = ""
    when: Expr = ALWAYS


@dataclass(frozen=True, slots=True)
class Teach(Effect):
    """These players learn the target's true role."""

    who: Who
    when: Expr = ALWAYS


@dataclass(frozen=True, slots=True)
class Reveal(Effect):
    """Everyone learns the target's true role, and the target bears a mark for good."""

    mark: str


@dataclass(frozen=True, slots=True)
class Tell(Effect):
    """These players are given a notice; with `about`, it says of whom."""

    who: Who
    notice: str
    moment: Moment = Moment.DAWN
    about: bool = False


@dataclass(frozen=True, slots=True)
class Become(Effect):
    """The owner of the trigger takes another role."""

    role: str


@dataclass(frozen=True, slots=True)
class Lose(Effect):
    """The owner of the trigger loses an act for good."""

    verb: str


@dataclass(frozen=True, slots=True)
class Cowin(Effect):
    """The owner of the trigger has won, beside whichever side wins."""


# -- who may do what ---------------------------------------------------------------------------------


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
    weight: Expr = Const(1)  # of its holder's ballot
    speaks_last: bool = False
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Weight:
    """A ballot that counts more than one."""

    who: Who
    votes: Expr
    rule: str = ""


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


# -- the flow ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a phase, skipped where `when` does not hold."""

    when: Expr = field(default=ALWAYS, kw_only=True)
    rule: str = field(default="", kw_only=True)


@dataclass(frozen=True, slots=True)
class Collect(Step):
    """All holders of these acts are asked at once; the answers are sealed until all are in (G1)."""

    verbs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Settle(Step):
    """These acts take effect, in the order that the override graph gives."""

    verbs: tuple[str, ...]
    tells: Moment = Moment.AT_ONCE


@dataclass(frozen=True, slots=True)
class Chat(Step):
    """Private talk among these, in seat order; with `pairs`, each actor of that act with its target, actor first."""

    who: Who
    rounds: Expr
    verb: str
    pairs: str = ""


@dataclass(frozen=True, slots=True)
class Dawn(Step):
    """Results and notices of the night are delivered to the living; triggers of dawn fire."""


@dataclass(frozen=True, slots=True)
class Announce(Step):
    """The table learns who died at night."""


@dataclass(frozen=True, slots=True)
class Talk(Step):
    """Public speech in turns: so many rounds, or an open round-robin with a budget of messages."""

    name: str
    order: Order
    rounds: Expr = Const(1)
    budget: Expr = NEVER  # of messages; also ends when all living in a row have skipped
    asks: bool = False  # a speaker may address one player
    nominates: Expr = NEVER  # a speaker may put one player up for the vote


@dataclass(frozen=True, slots=True)
class Discussion(Step):
    """The parts of a day's talk; with `skip_vote`, more than half of the living may end it early."""

    parts: tuple[Talk, ...]
    skip_vote: bool = False


class Tally(Enum):
    """What it takes to be out."""

    MOST, HALF_OF_VOTES, HALF_OF_LIVING = (
        "most votes",
        "more than half of the votes",
        "more than half of the living",
    )


class Tie(Enum):
    """What a tie for the most votes comes to."""

    NOBODY, LADDER, RUNOFF = "nobody", "ladder", "runoff"


@dataclass(frozen=True, slots=True)
class Ballot(Step):
    """The living vote one of their number out."""

    verb: str
    tally: Tally
    tie: Tie
    order: Order  # in which the tied speak again
    blank: str = ""  # an option of its own, which also counts for those who cast no ballot
    again: str = ""  # the act under which a second ballot is asked
    ends: Expr = Const("nobody")  # what a ladder that gets no smaller comes to: nobody, all, tableVote
    nominees: Expr = NEVER  # the vote is among the nominees, silence counting for the last of them


@dataclass(frozen=True, slots=True)
class Banish(Step):
    """Those whom the vote sends away leave, unless that is overturned."""


@dataclass(frozen=True, slots=True)
class Reactions(Step):
    """Whoever's death lets them choose something is asked now, by seat."""


@dataclass(frozen=True, slots=True)
class PassOn(Step):
    """A dying holder of the title hands it to a living player, or it is gone."""

    title: str
    verb: str


@dataclass(frozen=True, slots=True)
class Elect(Step):
    """Who wants the title stands, speaks, may withdraw; the others vote."""

    title: str
    stand: str
    withdraw: str
    verb: str


@dataclass(frozen=True, slots=True)
class LastWords(Step):
    """These dead speak once more, by seat."""

    who: Who


@dataclass(frozen=True, slots=True)
class Check(Step):
    """Victory is checked."""


# -- the whole ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Flag:
    """A house rule: a named switch with its default."""

    name: str
    default: Value
    values: tuple[str, ...] = ()  # for a switch between words
    about: Text = Text("")
    rule: str = ""


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
    prints: tuple[tuple[str, ...], ...]  # the order of settlement as the book prints it
    triggers: tuple[Trigger, ...] = ()
    rings: tuple[Ring, ...] = ()
    deals: tuple[Deal, ...] = ()
    knows: tuple[Know, ...] = ()
    cards: tuple[Card, ...] = ()
    titles: tuple[Title, ...] = ()
    weights: tuple[Weight, ...] = ()
    shows_role: Expr = ALWAYS  # whether the dead are shown with their role
    notices: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()  # why a pick may be barred
    version: int = 1
