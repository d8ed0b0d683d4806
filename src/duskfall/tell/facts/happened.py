"""Clauses about what changed in a stretch of a game: deaths with their causes, saves, votes, removals.

`Worth` ranks stretches whose effect on the chances of winning is too small to rank them. Used by the story of a game
(`table/story.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from fractions import Fraction
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
from duskfall.core.plan.compile import Plan
from duskfall.core.plan.graph import VOTE_OUT
from duskfall.core.play.vote import ALL
from duskfall.study.company import Company
from duskfall.tell.facts.described import a_card, described
from duskfall.tell.names import name, whose
from duskfall.tell.text import shown
from duskfall.tell.tongue import later, listed, row, say, semicolons, word
from duskfall.vocabulary.ruleset import ROLE

FEW = 4  # up to this many voters are named one by one


class Worth(IntEnum):
    """The most notable kind of change in a stretch of a game; the lowest value is the most notable."""

    VOTE_OUT = 0
    POWER_DIED = 1  # a player died who had actions, or was not on the good side
    SAVE = 2
    CHANGE = 3  # any other death, removal, or card shown
    CONTEST = 4  # several players claim a role that has only one card
    NO_VOTE = 5
    NOTHING = 6


class Happening(NamedTuple):
    """One change: a text with its slots. Changes that differ only in `what` are joined into one clause."""

    worth: Worth
    text: str
    what: str = ""
    slots: tuple[tuple[str, str], ...] = ()

    def told(self, whats: list[str]) -> str:
        """Return the clause in words, with every `what` for which it holds."""
        return say(self.text, what=_joined(whats), **dict(self.slots))


class Tale(NamedTuple):
    """All changes in a stretch of a game as one text, with the worth of the most notable change."""

    worth: Worth
    text: str


def happened(facts: Sequence[Fact], company: Company, plan: Plan) -> Tale:
    """Return all changes that these events made at the table; `company` takes in every event."""
    teller, clauses = TaleTeller(company, plan, facts), list[Happening]()
    for fact in facts:
        company.take(fact)
        clauses += teller.clauses(fact)
    alike: dict[Happening, list[str]] = {}
    for clause in clauses:
        alike.setdefault(clause._replace(worth=Worth.NOTHING, what=""), []).append(clause.what)
    told = [clause.told(whats) for clause, whats in alike.items()]
    worth = min((clause.worth for clause in clauses), default=Worth.NOTHING)
    return Tale(worth, semicolons(told) or say("nobody died"))


def _joined(parts: list[str]) -> str:
    """Join distinct parts: "one and two", or "one, and two" if a part contains a comma."""
    *others, last = dict.fromkeys(parts)
    if any("," in part for part in parts) and others:
        return say("{some}, and {last}", some=row(others), last=last)
    return listed([*others, last])


class TaleTeller:
    """A builder of the clauses for a stretch of a game, which takes one event after another."""

    def __init__(self, company: Company, plan: Plan, facts: Sequence[Fact]) -> None:
        self.company, self.plan = company, plan
        self.deadly = frozenset(plan.graph.deadly())
        self.hits: dict[int, list[str]] = {}  # the attacks that hit each seat
        for fact in facts:
            if isinstance(fact, Landed | Shot):
                self._note(fact)
        self.dead = {fact.seat for fact in facts if isinstance(fact, Died)}
        self.claimed = dict(company.claimed)  # claims made before this stretch
        self.told: set[int] = set()  # seats whose death has been told
        self.vote: Voted | None = None

    def _note(self, hit: Landed | Shot) -> None:
        actor, on = (hit.actor, hit.on) if isinstance(hit, Landed) else (hit.seat, hit.target)
        act = self._act(hit.verb, 0 if actor == on else actor)
        if act not in self.hits.setdefault(on, []):
            self.hits[on].append(act)

    def clauses(self, fact: Fact) -> Iterator[Happening]:
        """Yield the changes that this event made, if any."""
        match fact:
            case Landed(on=seat) | Shot(target=seat) if seat in self.dead:
                yield from self._death(seat)
            case Died():
                self.hits.setdefault(fact.seat, [say("the {act}", act=word(cause, "cause")) for cause in fact.causes])
                yield from self._death(fact.seat)
            case Said():
                yield from self._contest(fact.seat)
            case Voted():
                self.vote = fact
            case Out():
                yield self._out(fact.seat)
            case NobodyOut():
                yield Happening(Worth.NO_VOTE, later("nobody was voted out"))
            case Overturned():
                yield from self._save(fact)
            case Removed():
                yield Happening(Worth.CHANGE, later("the moderator removed {what}"), self._who(fact.seat))
            case Shown():
                yield _one(Worth.CHANGE, later("{who}, was revealed"), who=self._who(fact.seat))
            case CoWon():
                role = word(fact.role, "role")
                yield _one(Worth.CHANGE, later("{name} won as {role}"), name=self._name(fact.seat), role=role)
            case _:
                pass

    def _name(self, seat: int) -> str:
        return name(seat, self.company.names)

    def _who(self, seat: int) -> str:
        return described(seat, self.company)

    def _act(self, verb: str, actor: int) -> str:
        """Return an action with its owner, a team or a player."""
        group = self.plan.groups.get(verb)
        if group is None:
            return whose(verb, actor, self.company.names)
        owned = "the {team}' {act}" if group.name.endswith("s") else "the {team}'s {act}"
        return say(owned, team=word(group.name, "team"), act=word(verb, "verb"))

    def _by(self, fact: Overturned) -> str:
        """Return what overturned an action."""
        own = fact.by == ROLE
        return say("{name}'s own role", name=self._name(fact.on)) if own else self._act(fact.by, fact.by_actor)

    def _save(self, fact: Overturned) -> Iterator[Happening]:
        """Yield a save from the vote, or from an attack that would have killed."""
        on = self._who(fact.on)
        if fact.what == VOTE_OUT:
            yield _one(Worth.SAVE, later("{by} overturned the vote against {who}"), by=self._by(fact), who=on)
        elif fact.what in self.deadly and fact.on not in self.dead:
            act, slots = self._act(fact.what, fact.actor), (("by", self._by(fact)), ("who", on))
            yield Happening(Worth.SAVE, later("{by} overturned {what} of {who}"), act, slots)

    def _death(self, seat: int) -> Iterator[Happening]:
        """Yield a death once, at the first hit on this seat, with everything that hit it."""
        if seat not in self.told:
            self.told.add(seat)
            worth = Worth.CHANGE if self.company.roles[seat] in self.company.plain else Worth.POWER_DIED
            hits = (("acts", listed(self.hits[seat])),)
            yield Happening(worth, later("{acts} took {what}"), self._who(seat), hits)

    def _contest(self, seat: int) -> Iterator[Happening]:
        """Yield everyone who claims the same role, if this seat's claim is new and the role has only one card."""
        claim, rivals = self.company.claimed.get(seat, ""), self.company.rivals(seat)
        if len(rivals) > 1 and claim != self.claimed.get(seat):
            for each in rivals:
                role = (("role", a_card(claim, self.company)),)
                yield Happening(Worth.CONTEST, later("{what} each claimed to be {role}"), self._name(each), role)

    def _out(self, seat: int) -> Happening:
        """Return who was voted out, and by which voters; more than `FEW` voters are only counted."""
        who, ballots = self._who(seat), self.vote.ballots if self.vote else ()
        if self.vote and not ballots:  # counted by raised hands
            tally = dict(self.vote.tally)
            return self._counted(who, tally.get(seat, tally.get(ALL, 0)))
        voters = [voter for voter, target in ballots if target in (seat, ALL)]
        if len(voters) > FEW:
            counted = {"some": str(len(voters)), "all": str(len(ballots))}
            return _one(Worth.VOTE_OUT, later("{who}, was voted out by {some} of {all}"), who=who, **counted)
        if voters:
            by = listed(map(self._name, voters))
            return _one(Worth.VOTE_OUT, later("{who}, was voted out by {voters}"), who=who, voters=by)
        return _one(Worth.VOTE_OUT, later("{who}, was voted out"), who=who)

    def _counted(self, who: str, votes: float | Fraction) -> Happening:
        if not votes:
            return _one(Worth.VOTE_OUT, later("{who}, was voted out"), who=who)
        text = later("{who}, was voted out by {votes} vote" if votes == 1 else "{who}, was voted out by {votes} votes")
        return _one(Worth.VOTE_OUT, text, who=who, votes=shown(votes))


def _one(worth: Worth, text: str, **slots: str) -> Happening:
    """Return a change without a `what`, so that it isn't joined with others."""
    return Happening(worth, text, slots=tuple(slots.items()))
