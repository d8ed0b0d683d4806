"""What changed the table in a stretch of a game, in clauses: who died of what, who was saved, who was voted out.

What a stretch is worth telling for ranks it among others that moved the game as much.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import NamedTuple

from duskfall.core.facts import (
    CoWon,
    Died,
    Fact,
    Landed,
    NobodyOut,
    Out,
    Overturned,
    Removed,
    Said,
    Shot,
    Shown,
    Voted,
)
from duskfall.core.order import VOTE_OUT
from duskfall.core.plan import Plan
from duskfall.core.vote import ALL
from duskfall.core.words import ROLE
from duskfall.tell.cast import Cast
from duskfall.tell.sentences import whose
from duskfall.tell.text import listing, shown, spaced

FEW = 4  # voters who are still named one by one
NOBODY_OUT = "nobody was voted out"


class Worth(IntEnum):
    """What a stretch of a game is told for, the most telling first."""

    VOTE_OUT = 0
    POWER_DIED = 1  # somebody who could do something, or was not of the many
    SAVE = 2
    CHANGE = 3  # any other death, removal, or card shown
    CONTEST = 4  # two claim a card of which there is one
    NO_VOTE = 5
    NOTHING = 6


class Clause(NamedTuple):
    """One thing that happened; clauses that differ in the middle only become one."""

    worth: Worth
    start: str
    middle: str = ""
    end: str = ""


class Tale(NamedTuple):
    """All that happened in a stretch, clause by clause, and what it is worth."""

    worth: Worth
    text: str


def happened(facts: Sequence[Fact], cast: Cast, plan: Plan) -> Tale:
    """All that changed the table; the cast hears every fact."""
    teller, clauses = Teller(cast, plan, facts), list[Clause]()
    for fact in facts:
        cast.take(fact)
        clauses += teller.clauses(fact)
    middles: dict[tuple[str, str], list[str]] = {}
    for _, start, middle, end in clauses:
        middles.setdefault((start, end), []).append(middle)
    told = [" ".join(filter(None, (start, _joined(parts), end))) for (start, end), parts in middles.items()]
    worth = min((clause.worth for clause in clauses), default=Worth.NOTHING)
    return Tale(worth, "; ".join(told) or "nobody died")


def _joined(parts: list[str]) -> str:
    """One and two; with commas inside, one, and two."""
    *others, last = dict.fromkeys(parts)
    if any("," in part for part in parts) and others:
        return f"{', '.join(others)}, and {last}"
    return listing([*others, last])


class Teller:
    """Finds the words for one fact after another."""

    def __init__(self, cast: Cast, plan: Plan, facts: Sequence[Fact]) -> None:
        self.cast, self.plan = cast, plan
        self.deadly = frozenset(plan.graph.deadly())
        self.hits: dict[int, list[str]] = {}  # who was hit, and by what
        for fact in facts:
            if isinstance(fact, Landed | Shot):
                self._note(fact)
        self.dead = {fact.seat for fact in facts if isinstance(fact, Died)}
        self.claimed = dict(cast.claimed)  # before this
        self.told: set[int] = set()  # whose death has been told
        self.vote: Voted | None = None

    def _note(self, hit: Landed | Shot) -> None:
        actor, on = (hit.actor, hit.on) if isinstance(hit, Landed) else (hit.seat, hit.target)
        act = self._act(hit.verb, 0 if actor == on else actor)
        if act not in self.hits.setdefault(on, []):
            self.hits[on].append(act)

    def clauses(self, fact: Fact) -> Iterator[Clause]:
        """What the fact changed, if anything."""
        match fact:
            case Landed(on=seat) | Shot(target=seat) if seat in self.dead:
                yield from self._death(seat)
            case Died():
                self.hits.setdefault(fact.seat, [f"the {spaced(cause)}" for cause in fact.causes])
                yield from self._death(fact.seat)
            case Said():
                yield from self._contest(fact.seat)
            case Voted():
                self.vote = fact
            case Out():
                yield Clause(Worth.VOTE_OUT, f"{self.cast.called(fact.seat)}, was voted out{self._voters(fact.seat)}")
            case NobodyOut():
                yield Clause(Worth.NO_VOTE, NOBODY_OUT)
            case Overturned():
                yield from self._save(fact)
            case Removed():
                yield Clause(Worth.CHANGE, "the moderator removed", self.cast.called(fact.seat))
            case Shown():
                yield Clause(Worth.CHANGE, f"{self.cast.called(fact.seat)}, was revealed")
            case CoWon():
                yield Clause(Worth.CHANGE, f"{self.cast.name(fact.seat)} won as {fact.role}")
            case _:
                pass

    def _act(self, verb: str, actor: int) -> str:
        """Whose act it was: a team's, or a player's."""
        group = self.plan.groups.get(verb)
        if group is None:
            return whose(verb, actor, self.cast.names)
        end = "'" if group.name.endswith("s") else "'s"
        return f"the {group.name}{end} {spaced(verb)}"

    def _by(self, fact: Overturned) -> str:
        """What overturned it."""
        own = f"{self.cast.name(fact.on)}'s own role"
        return own if fact.by == ROLE else self._act(fact.by, fact.by_actor)

    def _save(self, fact: Overturned) -> Iterator[Clause]:
        """From the vote, or from what would have killed."""
        on = self.cast.called(fact.on)
        if fact.what == VOTE_OUT:
            yield Clause(Worth.SAVE, f"{self._by(fact)} overturned the vote against {on}")
        elif fact.what in self.deadly and fact.on not in self.dead:
            yield Clause(Worth.SAVE, f"{self._by(fact)} overturned", self._act(fact.what, fact.actor), f"of {on}")

    def _death(self, seat: int) -> Iterator[Clause]:
        """Told once, when the first blow falls, with all that hit."""
        if seat not in self.told:
            self.told.add(seat)
            worth = Worth.CHANGE if self.cast.roles[seat] in self.cast.plain else Worth.POWER_DIED
            yield Clause(worth, f"{listing(self.hits[seat])} took", self.cast.called(seat))

    def _contest(self, seat: int) -> Iterator[Clause]:
        """Whom a new claim of this player's stands against."""
        claim, rivals = self.cast.claimed.get(seat, ""), self.cast.rivals(seat)
        if len(rivals) > 1 and claim != self.claimed.get(seat):
            for each in rivals:
                yield Clause(Worth.CONTEST, "", self.cast.name(each), f"each claimed to be {self.cast.a(claim)}")

    def _voters(self, seat: int) -> str:
        """By whom a player was voted out; many are only counted."""
        ballots = self.vote.ballots if self.vote else ()
        if self.vote and not ballots:  # counted by raised hands
            tally = dict(self.vote.tally)
            votes = tally.get(seat, tally.get(ALL, 0))
            return f" by {shown(votes)} {'vote' if votes == 1 else 'votes'}" if votes else ""
        voters = [voter for voter, target in ballots if target in (seat, ALL)]
        if len(voters) > FEW:
            return f" by {len(voters)} of {len(ballots)}"
        return f" by {listing(map(self.cast.name, voters))}" if voters else ""
