"""How a game ended."""

from __future__ import annotations

from duskfall.core import facts
from duskfall.tell.names import Names, name
from duskfall.tell.tongue import row, say, together, word
from duskfall.vocabulary.ruleset import DRAW


def ended(fact: facts.Ended, names: Names) -> str:
    """Who has won, who else, and who was what."""
    over = say("The game is over: {won} ({reason}).", won=victory(fact.winner), reason=word(fact.reason, "reason"))
    also = "; ".join(
        say("{name} ({role})", name=name(seat, names), role=word(role, "role")) for seat, role in fact.cowins
    )
    pairs = zip(names, fact.roles, strict=False)
    who = row(say("{name} {role}", name=player, role=word(role, "role")) for player, role in pairs)
    beside = [say("Also won: {names}.", names=also)] if also else []
    return together([over, *beside, say("Who was what: {roles}.", roles=who)])


def verdict(end: facts.Ended) -> str:
    """Who has won and why, as a screen, a page and a ruling say it."""
    reason, side = word(end.reason, "reason"), word(end.winner, "side")
    if end.winner == DRAW:
        return say("The game is over: a draw ({reason}).", reason=reason)
    return say("The game is over: victory for {side} ({reason}).", side=side, reason=reason)


def victory(side: str) -> str:
    """What a game came to: town wins, werewolves win, a draw."""
    if side == DRAW:
        return say("a draw")
    return say("{side} win" if side.endswith("s") else "{side} wins", side=word(side, "side"))
