"""Effects: what an action or a trigger does, as frozen data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum

from duskfall.vocabulary.conditions import ALWAYS, NEVER, Expr
from duskfall.vocabulary.seats import TARGET, Who


class Tier(IntEnum):
    """The strength of an attack or a defense: an attack lands if it is stronger than the defense."""

    NONE, BASIC, POWERFUL, UNSTOPPABLE = 0, 1, 2, 3


class Until(Enum):
    """The duration of a mark."""

    DAWN = "dawn"
    NEXT_DUSK = "next dusk"
    READ = "until read"  # until a ReadSide that the mark changes has read its bearer
    FOREVER = "for good"


class Moment(Enum):
    """The time at which a player is told: at that very step, or at dawn with the other results, if still alive."""

    AT_ONCE, DAWN = "at once", "dawn"


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect of an action or a trigger."""


@dataclass(frozen=True, slots=True)
class Block(Effect):
    """Make the target's night actions fail; an Overturns at the actor says which ones."""

    priority: int = 1  # between blockers, where a Ring says that the higher one counts


@dataclass(frozen=True, slots=True)
class Guard(Effect):
    """Give the target this defense tonight, against the attacks that it may overturn."""

    tier: Tier = Tier.POWERFUL


@dataclass(frozen=True, slots=True)
class Attack(Effect):
    """Kill each seat of `on`, unless that is overturned.

    `as_` is the action as which a trigger's attack is resolved. Where `unstoppable` holds, the attack has the highest
    tier, whatever `tier` says.
    """

    tier: Tier = Tier.BASIC
    on: Who = TARGET
    as_: str = ""
    unstoppable: Expr = NEVER


@dataclass(frozen=True, slots=True)
class Mark(Effect):
    """Put a mark on the target."""

    name: str
    until: Until
    when: Expr = ALWAYS


@dataclass(frozen=True, slots=True)
class Link(Effect):
    """Make the target die too if the actor dies tonight."""

    name: str
    when: Expr = ALWAYS


@dataclass(frozen=True, slots=True)
class Says:
    """The word that a reader gets for a target in this set."""

    who: Who
    word: str


@dataclass(frozen=True, slots=True)
class ReadSide(Effect):
    """Tell the actor the first word that fits the target."""

    says: tuple[Says, ...]


@dataclass(frozen=True, slots=True)
class ReadRole(Effect):
    """Tell the actor the target's role."""


@dataclass(frozen=True, slots=True)
class ReadSeats(Effect):
    """Tell the actor which seats are in a set."""

    who: Who


@dataclass(frozen=True, slots=True)
class Show(Effect):
    """Show the target, if dead, with this word for a role; without a word, with the role that the actor named.

    If several show the same player, the last of them counts; with `first`, the first in seat order.
    """

    word: str = ""
    when: Expr = ALWAYS
    first: bool = False


@dataclass(frozen=True, slots=True)
class Teach(Effect):
    """Tell these players the target's true role."""

    who: Who
    when: Expr = ALWAYS


@dataclass(frozen=True, slots=True)
class Reveal(Effect):
    """Tell everyone the target's true role, and put a permanent mark on the target."""

    mark: str


@dataclass(frozen=True, slots=True)
class Tell(Effect):
    """Give these players a notice; with `about`, it names a player: the target, or the first of `of`."""

    who: Who
    notice: str
    moment: Moment = Moment.DAWN
    about: bool = False
    of: Who | None = None


@dataclass(frozen=True, slots=True)
class Become(Effect):
    """Give the owner of the trigger another role."""

    role: str


@dataclass(frozen=True, slots=True)
class Lose(Effect):
    """Take an action from the owner of the trigger for good."""

    verb: str


@dataclass(frozen=True, slots=True)
class Cowin(Effect):
    """Give the owner of the trigger a personal win, whichever side wins."""
