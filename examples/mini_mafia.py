"""Mini-mafia: four seats, one night, one vote; small enough that its odds can be worked out by hand."""

from duskfall.vocabulary import (
    DAY,
    LIVING,
    Ability,
    Announce,
    Attack,
    Ballot,
    Banish,
    Check,
    Collect,
    Const,
    Count,
    Decks,
    Discussion,
    Holders,
    Know,
    Order,
    Pick,
    Quota,
    Role,
    Ruleset,
    Settle,
    Talk,
    Tally,
    Team,
    Text,
    Tie,
    Wins,
)

TOWN, MAFIA = "town", "mafia"
MAFIOSO, DETECTIVE, VILLAGERS = Holders(("Mafioso",)), Holders(("Detective",)), Holders(("Villager",))
# The Mafioso, who knows the Detective, kills one of the two Villagers.
KILL = Ability("kill", (Attack(),), Pick(LIVING & VILLAGERS, decline=False))

MINI_MAFIA = Ruleset(
    id="mini-mafia",
    title=Text("Mini-mafia"),
    teams=(TOWN, MAFIA),
    sides=(TOWN, MAFIA),
    roles=(Role("Villager", TOWN), Role("Detective", TOWN), Role("Mafioso", MAFIA, (KILL,))),
    knows=(Know(DETECTIVE, MAFIOSO), Know(MAFIOSO, DETECTIVE)),
    groups=(), overturns=(), flags=(), prints=(), day_first=False,
    night=(Collect(("kill",)), Settle(("kill",))),
    day=(
        Announce(),
        Discussion((Talk("speech", Order.SEATS, rounds=Const(2)),)),
        Ballot("vote", Tally.MOST, Tie.LOT, Order.SEATS, others=True, abstain=False),
        Banish(),
        Check(),
    ),
    wins=(Wins(TOWN, Count(Team(MAFIA)).eq(0), "mafioso-out"), Wins(MAFIA, DAY.eq(1), "mafioso-stays")),
    decks=Decks(("Mafioso",), "Mafioso", Const(1), (Quota("Detective"),), "Villager", seats=(4, 4)),
    max_rounds=Const(1),
)  # fmt: skip
