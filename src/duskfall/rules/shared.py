"""Parts that several rulesets share: common house rules, actions, counts and bars."""

from __future__ import annotations

from duskfall.vocabulary import (
    EVERYONE,
    SELF,
    Ability,
    Attack,
    Bar,
    Collect,
    Count,
    Expr,
    Flag,
    Guard,
    Pick,
    Settle,
    Step,
    Team,
    Text,
    Value,
    Who,
)

NOT_SELF = Bar(SELF, "self")
NOT_MATE = Bar(Team("mafia"), "mate")


def house(
    name: str, default: Value, called: str, about: str, rule: str, *values: str,
    least: int = 1, hosted: Value | None = None, before: Value | None = None,
) -> Flag:  # fmt: skip
    """Build a house rule. `called` is its name for players, `about` its explanation; `values` are its words."""
    return Flag(name, default, values, Text(about), rule, least, Text(called), hosted, before)


TABLE_FLAGS = (
    house("maxRounds", 50, "most rounds", "the game is a draw after so many rounds", "G6"),
    house(
        "quietRounds",
        0,
        "quiet rounds",
        "the game is a draw after so many rounds in a row in which nobody left; 0: never",
        "G6",
        least=0,
    ),
    house(
        "removalCancelsVote",
        False,
        "removal cancels the vote",
        "a removal during the day cancels that day's vote",
        "G12",
    ),
)

SHOOT = Ability("shoot", (Attack(),))
HEAL = Ability("heal", (Guard(),))

ALIVE = Count(EVERYONE)


def parity(side: Who) -> Expr:
    """Return the condition that at least as many of this side are alive as of all others together."""
    return Count(side) >= ALIVE - Count(side)


def turn(*verbs: str, rule: str) -> tuple[Step, Step]:
    """Return the two steps of an action that is chosen and resolved at its place in the night."""
    return Collect(verbs, rule=rule), Settle(verbs, rule=rule)


def kill_by_team(bars: tuple[Bar, ...], rule: str, *, decline: bool = False) -> Ability:
    """Return the kill that a team makes as one."""
    return Ability("kill", (Attack(),), Pick(bars=bars, decline=decline), rule=rule)
