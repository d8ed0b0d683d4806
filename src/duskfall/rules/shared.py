"""What more than one book says: house rules of every table, common acts, counts and bars."""

from __future__ import annotations

from duskfall.core.expr import Count, Expr
from duskfall.core.who import EVERYONE, SELF, Team, Who
from duskfall.core.words import Ability, Attack, Bar, Collect, Flag, Guard, Moment, Pick, Settle, Step, Text

NOT_SELF = Bar(SELF, "self")
NOT_MATE = Bar(Team("mafia"), "mate")

MAX_ROUNDS = Flag("maxRounds", 50, about=Text("the game is a draw after so many rounds"), rule="G6")
REMOVAL_CANCELS_VOTE = Flag(
    "removalCancelsVote", False, about=Text("a removal during the day cancels that day's vote"), rule="G12"
)
TABLE_FLAGS = (MAX_ROUNDS, REMOVAL_CANCELS_VOTE)

SHOOT = Ability("shoot", (Attack(),))
HEAL = Ability("heal", (Guard(),))

ALIVE = Count(EVERYONE)


def parity(side: Who) -> Expr:
    """As many of this side as of all the others."""
    return Count(side) >= ALIVE - Count(side)


def turn(*verbs: str, rule: str) -> tuple[Step, Step]:
    """An act that is chosen and takes effect at its place in the night."""
    return Collect(verbs, rule=rule), Settle(verbs, rule=rule)


def kill_by_team(bars: tuple[Bar, ...], rule: str, *, decline: bool = False) -> Ability:
    """The kill that a team makes as one."""
    return Ability("kill", (Attack(),), Pick(bars=bars, decline=decline), rule=rule)


AT_DAWN = Moment.DAWN
