"""The flow of a night and a day, as frozen data: who is asked when, who speaks, how votes are counted."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, StrEnum

from duskfall.vocabulary.conditions import ALWAYS, NEVER, ONE, Const, Expr
from duskfall.vocabulary.effects import Moment
from duskfall.vocabulary.seats import Who


class Order(Enum):
    """Who speaks after whom."""

    SEATS = "seats"
    ROTATING = "rotating"  # each day one seat further
    FOLLOWING = "following"  # each day from the next living seat after the one that began the day before
    ALTERNATING = "alternating"  # in seat order on odd days, in reverse on even days


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a phase, skipped where `when` does not hold."""

    when: Expr = field(default=ALWAYS, kw_only=True)
    rule: str = field(default="", kw_only=True)


@dataclass(frozen=True, slots=True)
class Collect(Step):
    """All holders of these acts are asked at once, by night or by day; the answers are sealed until all are in (G1)."""

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
    rounds: Expr = ONE
    budget: Expr | None = None  # of messages; also ends when all living in a row have skipped
    asks: bool = False  # a speaker asks one player something, or passes
    nominates: Expr = NEVER  # a speaker may put one player up for the vote


@dataclass(frozen=True, slots=True)
class SkipVote:
    """Lines of a message by which more than half of the living may end the day's talk early."""

    vote: str
    unvote: str


@dataclass(frozen=True, slots=True)
class Discussion(Step):
    """The parts of a day's talk."""

    parts: tuple[Talk, ...]
    skip_vote: SkipVote | None = None


class Tally(Enum):
    """What it takes to be out."""

    MOST, HALF_OF_VOTES, HALF_OF_LIVING = (
        "most votes",
        "more than half of the votes",
        "more than half of the living",
    )


class Tie(Enum):
    """What a tie for the most votes comes to.

    Nobody is out; or the tied speak and all vote among them, and again while fewer are tied (a ladder); or they speak
    and the others vote once more (a run-off); or a lot decides which of the tied is out.
    """

    NOBODY, LADDER, RUNOFF, LOT = "nobody", "ladder", "runoff", "lot"


class LadderEnd(StrEnum):
    """What a ladder that gets no smaller comes to: nobody is out, all the tied are, or the table votes on that."""

    NOBODY, ALL, TABLE_VOTE = "nobody", "all", "tableVote"


NOBODY_IS_OUT = Const(LadderEnd.NOBODY.value)


@dataclass(frozen=True, slots=True)
class Ballot(Step):
    """The living vote one of their number out."""

    verb: str
    tally: Tally
    tie: Tie
    order: Order  # in which the tied speak again
    blank: str = ""  # an option of its own, which also counts for those who cast no ballot
    again: str = ""  # the act under which a second ballot is asked
    ends: Expr = NOBODY_IS_OUT  # a word of LadderEnd
    nominees: Expr = NEVER  # the vote is among the nominees, silence counting for the last of them
    others: bool = False  # nobody may vote for themselves
    abstain: bool = True  # a voter may name nobody, where there is no blank


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
