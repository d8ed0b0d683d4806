"""The steps of a night and a day, as frozen data: actions, speech, votes, announcements."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, StrEnum

from duskfall.vocabulary.conditions import ALWAYS, NEVER, ONE, Const, Expr
from duskfall.vocabulary.effects import Moment
from duskfall.vocabulary.seats import Who


class Order(Enum):
    """The order in which players speak."""

    SEATS = "seats"
    ROTATING = "rotating"  # each day one seat further
    FOLLOWING = "following"  # each day from the next living seat after the one that began the day before
    ALTERNATING = "alternating"  # in seat order on odd days, in reverse on even days


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a phase, skipped unless `when` holds."""

    when: Expr = field(default=ALWAYS, kw_only=True)
    rule: str = field(default="", kw_only=True)


@dataclass(frozen=True, slots=True)
class Collect(Step):
    """Ask all holders of these actions at once, by night or by day; answers are sealed until all are in (G1)."""

    verbs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Settle(Step):
    """Resolve these actions, in the order that the override graph gives."""

    verbs: tuple[str, ...]
    tells: Moment = Moment.AT_ONCE


@dataclass(frozen=True, slots=True)
class Chat(Step):
    """Let these seats talk privately in seat order; with `pairs`, each actor of that action and its target in turn."""

    who: Who
    rounds: Expr
    verb: str
    pairs: str = ""


@dataclass(frozen=True, slots=True)
class Dawn(Step):
    """Deliver results and notices of the night to the living, and fire the triggers of dawn."""


@dataclass(frozen=True, slots=True)
class Announce(Step):
    """Tell the table who died at night."""


@dataclass(frozen=True, slots=True)
class Talk(Step):
    """A part of a discussion: public speech in turns, for a number of rounds or with a budget of messages."""

    name: str
    order: Order
    rounds: Expr = ONE
    budget: Expr | None = None  # number of messages in an open round-robin; it also ends when all living skip in a row
    asks: bool = False  # each speaker asks one player something, or passes
    nominates: Expr = NEVER  # a speaker may nominate one player for the vote


@dataclass(frozen=True, slots=True)
class SkipVote:
    """The lines of a message by which more than half of the living may end the day's talk early."""

    vote: str
    unvote: str


@dataclass(frozen=True, slots=True)
class Discussion(Step):
    """Hold the day's talk, part by part."""

    parts: tuple[Talk, ...]
    skip_vote: SkipVote | None = None


class Tally(Enum):
    """The number of votes that it takes to be voted out."""

    MOST, HALF_OF_VOTES, HALF_OF_LIVING = (
        "most votes",
        "more than half of the votes",
        "more than half of the living",
    )


class Tie(Enum):
    """The rule for a tie for the most votes.

    NOBODY: nobody is out. LADDER: the tied speak and all vote among them, again while fewer are tied each time. RUNOFF:
    the tied speak and the others vote once more. LOT: a random draw decides which of the tied is out.
    """

    NOBODY, LADDER, RUNOFF, LOT = "nobody", "ladder", "runoff", "lot"


class LadderEnd(StrEnum):
    """The end of a ladder that gets no smaller: nobody is out, all the tied are, or the table votes on that."""

    NOBODY, ALL, TABLE_VOTE = "nobody", "all", "tableVote"


NOBODY_IS_OUT = Const(LadderEnd.NOBODY.value)


@dataclass(frozen=True, slots=True)
class Ballot(Step):
    """Let the living vote on which of them is out."""

    verb: str
    tally: Tally
    tie: Tie
    order: Order  # order in which the tied speak again
    blank: str = ""  # an option to vote for nobody, which also counts for those who cast no ballot
    again: str = ""  # verb of the question for a second vote
    ends: Expr = NOBODY_IS_OUT  # the end of a ladder: a word of LadderEnd
    nominees: Expr = NEVER  # the vote is among the nominees; silence counts for the last of them
    others: bool = False  # nobody may vote for themselves
    abstain: bool = True  # a voter may name nobody, where there is no blank


@dataclass(frozen=True, slots=True)
class Banish(Step):
    """Send out those who were voted out, unless that is overturned."""


@dataclass(frozen=True, slots=True)
class Reactions(Step):
    """Ask the players whose death gives them a choice, in seat order."""


@dataclass(frozen=True, slots=True)
class PassOn(Step):
    """Let a dying holder hand the title to a living player; otherwise it is gone, unless it is inherited."""

    title: str
    verb: str


@dataclass(frozen=True, slots=True)
class Elect(Step):
    """Elect the holder of a title: candidates stand, speak and may withdraw; the others vote."""

    title: str
    stand: str
    withdraw: str
    verb: str


@dataclass(frozen=True, slots=True)
class LastWords(Step):
    """Let these dead players speak once more, in seat order."""

    who: Who


@dataclass(frozen=True, slots=True)
class Check(Step):
    """Check whether a side has won."""
