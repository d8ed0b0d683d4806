"""Small rule books of games whose chances can be worked out: plain Mafia and Villagers, and one ballot alone."""

from __future__ import annotations

from dataclasses import replace

from duskfall.vocabulary import (
    EVERYONE,
    LIVING,
    SEATS,
    Ability,
    Announce,
    Attack,
    Ballot,
    Banish,
    Bar,
    Check,
    Collect,
    Const,
    Count,
    Decks,
    FirstOf,
    Flag,
    FlagIs,
    Group,
    IfElse,
    Not,
    Order,
    Pick,
    Role,
    Ruleset,
    Settle,
    Tally,
    Team,
    Text,
    Tie,
    Wins,
)

TOWN, MAFIA, GONE = "town", "mafia", "gone"
THE_MAFIA, THE_TOWN = Team(MAFIA), Team(TOWN)
ROUNDS = Const(50)  # more than any of these games can have

# The kill is always made, and on somebody who is not of the Mafia.
KILL = Ability("kill", (Attack(),), Pick(bars=(Bar(THE_MAFIA, "mate"),), decline=False))

# By day any of the living leaves: all vote for one of them, oneself too, and a lot decides between the tied.
ANYONE = Ballot("vote", Tally.MOST, Tie.LOT, Order.SEATS, abstain=False)
WITH_SKIP = Ballot("vote", Tally.MOST, Tie.NOBODY, Order.SEATS, blank="skip")
AMONG_OTHERS = Ballot("vote", Tally.MOST, Tie.NOBODY, Order.SEATS, others=True, abstain=False)

DAY_FIRST = Ruleset(
    id="truth-day-first",
    title=Text("One leaves every day"),
    teams=(TOWN, MAFIA),
    sides=(TOWN, MAFIA),
    roles=(Role("Villager", TOWN), Role("Mafia", MAFIA)),
    groups=(Group("mafia", members=THE_MAFIA, ability=KILL, asked=FirstOf((THE_MAFIA,))),),
    overturns=(), prints=(),
    day_first=True,
    night=(Collect(("kill",)), Settle(("kill",)), Announce(), Check()),
    day=(ANYONE, Banish(), Check()),
    wins=(
        Wins(TOWN, Count(THE_MAFIA).eq(0), "no-mafia-left"),
        Wins(MAFIA, Count(THE_MAFIA) >= IfElse(FlagIs("untilExtinct"), Count(LIVING), Count(THE_TOWN)), "mafia-rules"),
    ),
    flags=(Flag("untilExtinct", False, about=Text("it goes on until one side is gone")),),
    decks=Decks(("Mafia",), "Mafia", Const(1), (), "Villager", seats=(3, 31)),
    max_rounds=ROUNDS,
    reasons=("mate",),
)  # fmt: skip
NIGHT_FIRST = replace(DAY_FIRST, id="truth-night-first", day_first=False)
RANDOM_BALLOTS = replace(NIGHT_FIRST, id="truth-random-ballots", day=(WITH_SKIP, Banish(), Check()))


def one_ballot(name: str, ballot: Ballot) -> Ruleset:
    """A single vote: whether someone leaves."""
    return Ruleset(
        id=f"truth-{name}",
        title=Text("One ballot"),
        teams=(TOWN,),
        sides=(GONE,),
        roles=(Role("Voter", TOWN),),
        groups=(), overturns=(), prints=(), flags=(),
        day_first=True,
        night=(Announce(),),
        day=(ballot, Banish(), Check()),
        wins=(Wins(GONE, Not(Count(EVERYONE).eq(SEATS)), "someone-left"),),
        decks=Decks(("Voter",), "Voter", Const(1), (), "Voter", seats=(3, 31)),
        max_rounds=Const(1),
    )  # fmt: skip


BALLOT_WITH_SKIP = one_ballot("ballot-with-skip", WITH_SKIP)
BALLOT_AMONG_OTHERS = one_ballot("ballot-among-others", AMONG_OTHERS)
MAJORITY_OF_VOTES = one_ballot("majority-of-votes", replace(AMONG_OTHERS, tally=Tally.HALF_OF_VOTES))
MAJORITY_OF_LIVING = one_ballot("majority-of-living", replace(AMONG_OTHERS, tally=Tally.HALF_OF_LIVING))
