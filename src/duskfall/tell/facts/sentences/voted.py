"""Sentences about ballots and ties, and about who is voted out or stays."""

from __future__ import annotations

from collections.abc import Mapping

from duskfall.core import facts
from duskfall.core.plan.graph import VOTE_OUT
from duskfall.tell.names import Names, name, named, seen_as
from duskfall.tell.text import capital, shown
from duskfall.tell.tongue import row, say, word

Weights = Mapping[int, float]
"""The weight of each voter's ballot, where it isn't one and the reader may know that."""
ALIKE: Weights = {}


def ballots(fact: facts.Voted, names: Names, weights: Weights = ALIKE) -> str:
    """Return the sentence for a vote, with its ballots."""
    vote, ballots = capital(word(fact.verb, "verb")), tally(fact, names, weights) or say("no ballots")
    return say("{vote}: {ballots}.", vote=vote, ballots=ballots)


def tally(fact: facts.Voted, names: Names, weights: Weights = ALIKE) -> str:
    """Return the ballots of a vote, the target with the most votes first."""
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
    """Return the weight of a seat's ballot, to be put behind its name; empty if `weights` doesn't list the seat."""
    return f" ×{shown(weights[seat])}" if seat in weights else ""


def tied(fact: facts.Tied, names: Names) -> str:
    """Return the sentence for the players who are tied."""
    return say("A tie: {names}.", names=named(fact.seats, names))


def lot_drawn(fact: facts.LotDrawn, names: Names) -> str:
    """Return the sentence for a tie that is decided by lot, with the player it falls on."""
    return say("The lot falls on {name}.", name=name(fact.seat, names))


def voted_out(fact: facts.Out, names: Names) -> str:
    """Return the sentence for a player who is voted out, with the role if it is shown."""
    who, role = name(fact.seat, names), seen_as(fact.shown)
    return say("{name} is voted out: {role}." if role else "{name} is voted out.", name=who, role=role)


def nobody_out(fact: facts.NobodyOut, names: Names) -> str:
    """Return the sentence for a vote that sends nobody away."""
    return say("Nobody is voted out.")


def spared(fact: facts.Spared, names: Names) -> str:
    """Return the sentence for a player who stays, with what overturned the vote."""
    act, by = word(VOTE_OUT, "verb"), word(fact.by, "verb")
    return say("{name} stays: the {act} is overturned by {by}.", name=name(fact.seat, names), act=act, by=by)
