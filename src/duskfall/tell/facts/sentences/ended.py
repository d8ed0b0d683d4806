"""Sentences about the end of a game."""

from __future__ import annotations

from duskfall.core import facts
from duskfall.tell.names import Names, name
from duskfall.tell.tongue import row, say, together, word
from duskfall.vocabulary.ruleset import DRAW


def ended(fact: facts.Ended, names: Names) -> str:
    """Return the sentences for the end of a game: the winner, personal wins, and everyone's role."""
    over = say("The game is over: {won} ({reason}).", won=victory(fact.winner), reason=word(fact.reason, "reason"))
    also = "; ".join(
        say("{name} ({role})", name=name(seat, names), role=word(role, "role")) for seat, role in fact.cowins
    )
    pairs = zip(names, fact.roles, strict=False)
    who = row(say("{name} {role}", name=player, role=word(role, "role")) for player, role in pairs)
    beside = [say("Also won: {names}.", names=also)] if also else []
    return together([over, *beside, say("Who was what: {roles}.", roles=who)])


def verdict(end: facts.Ended) -> str:
    """Return who has won and why, as screens, pages and rulings say it."""
    reason, side = word(end.reason, "reason"), word(end.winner, "side")
    if end.winner == DRAW:
        return say("The game is over: a draw ({reason}).", reason=reason)
    return say("The game is over: victory for {side} ({reason}).", side=side, reason=reason)


def victory(side: str) -> str:
    """Return the result of a game as a clause: "town wins", "werewolves win", "a draw"."""
    if side == DRAW:
        return say("a draw")
    return say("{side} win" if side.endswith("s") else "{side} wins", side=word(side, "side"))
