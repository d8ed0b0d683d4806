"""The verbs of the rules: what an act or a trigger does, as frozen data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum

from duskfall.vocabulary.conditions import ALWAYS, NEVER, Expr
from duskfall.vocabulary.seats import TARGET, Who


class Tier(IntEnum):
    """How strong an attack or a defense is: an attack lands if it is higher than the defense."""

    NONE, BASIC, POWERFUL, UNSTOPPABLE = 0, 1, 2, 3


class Until(Enum):
    """How long a mark stays."""

    DAWN = "dawn"
    NEXT_DUSK = "next dusk"
    READ = "until read"  # until a ReadSide that it changes has looked at its bearer
    FOREVER = "for good"


class Moment(Enum):
    """When a player is told: at that very step, or with the others at dawn if still alive."""

    AT_ONCE, DAWN = "at once", "dawn"


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
    """Kills each of these, unless overturned; `as_` is the act under which a trigger's attack is settled.

    Where `unstoppable` holds it is of the highest tier, whatever `tier` says.
    """

    tier: Tier = Tier.BASIC
    on: Who = TARGET
    as_: str = ""
    unstoppable: Expr = NEVER


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
    """The target, if dead, is shown as this; without a word, as the role that the actor named.

    Where several show the same player, the last of them stands; with `first`, the first in seat order.
    """

    word: str = ""
    when: Expr = ALWAYS
    first: bool = False


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
    """These players are given a notice; with `about`, it says of whom: the target, or the first of these."""

    who: Who
    notice: str
    moment: Moment = Moment.DAWN
    about: bool = False
    of: Who | None = None


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
