"""What changed the table in a stretch of a game, in clauses: who died of what, who was saved, who was voted out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from duskfall.core.facts import (
    CoWon,
    Died,
    Fact,
    Landed,
    NobodyOut,
    Out,
    Overturned,
    Removed,
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
from duskfall.tell.text import listing, spaced

FEW = 4  # voters who are still named one by one
Clause = tuple[str, str, str]  # clauses that differ in the middle only become one
NO_CLAUSE = ("", "", "")


def happened(facts: Sequence[Fact], cast: Cast, plan: Plan) -> str:
    """All that changed the table, clause by clause, empty if nothing did; the cast hears every fact."""
    teller, clauses = Teller(cast, plan, facts), dict[tuple[str, str], list[str]]()
    for fact in facts:
        cast.take(fact)
        start, middle, end = teller.clause(fact)
        if start:
            clauses.setdefault((start, end), []).append(middle)
    told = [" ".join(filter(None, (start, _joined(middles), end))) for (start, end), middles in clauses.items()]
    return "; ".join(told)


def nothing(facts: Iterable[Fact]) -> str:
    """What to say where nothing changed."""
    return "nobody was voted out" if any(isinstance(fact, NobodyOut) for fact in facts) else "nobody died"


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
        self.told: set[int] = set()  # whose death has been told
        self.vote: Voted | None = None

    def _note(self, hit: Landed | Shot) -> None:
        actor, on = (hit.actor, hit.on) if isinstance(hit, Landed) else (hit.seat, hit.target)
        act = self._act(hit.verb, 0 if actor == on else actor)
        if act not in self.hits.setdefault(on, []):
            self.hits[on].append(act)

    def clause(self, fact: Fact) -> Clause:
        """What the fact changed; empty if nothing."""
        match fact:
            case Landed(on=seat) | Shot(target=seat) if seat in self.dead:
                return self._death(seat)
            case Died():
                self.hits.setdefault(fact.seat, [f"the {spaced(cause)}" for cause in fact.causes])
                return self._death(fact.seat)
            case Voted():
                self.vote = fact
            case Out():
                return f"{self.cast.called(fact.seat)}, was voted out{self._voters(fact.seat)}", "", ""
            case Overturned() if fact.what == VOTE_OUT:
                return f"{self._by(fact)} overturned the vote against {self.cast.called(fact.on)}", "", ""
            case Overturned() if fact.what in self.deadly and fact.on not in self.dead:
                act = self._act(fact.what, fact.actor)
                return f"{self._by(fact)} overturned", act, f"of {self.cast.called(fact.on)}"
            case Removed():
                return "the moderator removed", self.cast.called(fact.seat), ""
            case Shown():
                return f"{self.cast.called(fact.seat)}, was revealed", "", ""
            case CoWon():
                return f"{self.cast.name(fact.seat)} won as {fact.role}", "", ""
            case _:
                pass
        return NO_CLAUSE

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

    def _death(self, seat: int) -> Clause:
        """Told once, when the first blow falls, with all that hit."""
        if seat in self.told:
            return NO_CLAUSE
        self.told.add(seat)
        return f"{listing(self.hits[seat])} took", self.cast.called(seat), ""

    def _voters(self, seat: int) -> str:
        """By whom a player was voted out; many are only counted."""
        ballots = self.vote.ballots if self.vote else ()
        voters = [voter for voter, target in ballots if target in (seat, ALL)]
        if len(voters) > FEW:
            return f" by {len(voters)} of {len(ballots)}"
        return f" by {listing(map(self.cast.name, voters))}" if voters else ""
