"""Ballots, ties, and who is sent away or stays."""

from __future__ import annotations

from collections.abc import Mapping

from duskfall.core import facts
from duskfall.core.plan.graph import VOTE_OUT
from duskfall.tell.names import Names, name, named, seen_as
from duskfall.tell.text import capital, shown
from duskfall.tell.tongue import row, say, word

Weights = Mapping[int, float]
"""By voter: what a ballot counts, where the reader may know that it is not one."""
ALIKE: Weights = {}


def ballots(fact: facts.Voted, names: Names, weights: Weights = ALIKE) -> str:
    """A vote with its ballots."""
    vote, ballots = capital(word(fact.verb, "verb")), tally(fact, names, weights) or say("no ballots")
    return say("{vote}: {ballots}.", vote=vote, ballots=ballots)


def tally(fact: facts.Voted, names: Names, weights: Weights = ALIKE) -> str:
    """The ballots of a vote, the most votes first."""
    parts = []
    for target, votes in sorted(fact.tally, key=lambda pair: -pair[1]):
        voters = row(name(seat, names) + times(seat, weights) for seat, voted in fact.ballots if voted == target)
        whom = word(target, "word") if isinstance(target, str) else name(target, names)
        if voters:
            parts.append(say("{name} {votes} ({voters})", name=whom, votes=shown(votes), voters=voters))
        else:  # counted by raised hands
            parts.append(f"{whom} {shown(votes)}")
    return row(parts)


def times(seat: int, weights: Weights) -> str:
    """What the ballot of a seat counts, behind its name; nothing where that is one."""
    return f" ×{shown(weights[seat])}" if seat in weights else ""


def tied(fact: facts.Tied, names: Names) -> str:
    """Who are tied."""
    return say("A tie: {names}.", names=named(fact.seats, names))


def lot_drawn(fact: facts.LotDrawn, names: Names) -> str:
    """On whom the lot fell."""
    return say("The lot falls on {name}.", name=name(fact.seat, names))


def voted_out(fact: facts.Out, names: Names) -> str:
    """Who is voted out, with the role that is shown."""
    who, role = name(fact.seat, names), seen_as(fact.shown)
    return say("{name} is voted out: {role}." if role else "{name} is voted out.", name=who, role=role)


def nobody_out(fact: facts.NobodyOut, names: Names) -> str:
    """That nobody is."""
    return say("Nobody is voted out.")


def spared(fact: facts.Spared, names: Names) -> str:
    """Who stays, and by what."""
    act, by = word(VOTE_OUT, "verb"), word(fact.by, "verb")
    return say("{name} stays: the {act} is overturned by {by}.", name=name(fact.seat, names), act=act, by=by)
