"""AI Mafia, classic: seven roles and one open round-robin, from the older rulebook; otherwise as `ai-mafia`."""

from __future__ import annotations

from dataclasses import replace

from duskfall.rules.ai_mafia import (
    AI_MAFIA,
    ANOTHER,
    CHAT_ROUNDS,
    DAY_SPEECH,
    GODFATHER,
    INVESTIGATE,
    MAFIA,
    PROTECT,
    SKIP_VOTE,
    THE_KILL,
    THE_MAFIA,
    THE_TOWN,
    TOWN,
    VIGILANTE_SHOOT,
)
from duskfall.rules.shared import house
from duskfall.vocabulary import (
    DAY,
    ROLE,
    SEATS,
    Ability,
    Announce,
    At,
    Ballot,
    Banish,
    Block,
    Chat,
    Check,
    Clamp,
    Collect,
    Const,
    Count,
    Dawn,
    Decks,
    Discussion,
    FlagIs,
    Know,
    Moment,
    Overturns,
    Quota,
    Ring,
    Role,
    Rounded,
    Settle,
    Talk,
    Tally,
    Text,
    Tie,
    Unique,
    Wins,
)

# "Each night, choose a player to distract. That player's ability will fail for that night."
BLOCK = Ability("block", (Block(),), ANOTHER, rule="AC§Roleblocker")
NIGHT_ACTS = ("kill", "investigate", "protect", "shoot", "block")
USED_FLAGS = ("announceSaves", "maxRounds", "quietRounds", "removalCancelsVote")

AI_MAFIA_CLASSIC = replace(
    AI_MAFIA,
    id="ai-mafia-classic",
    title=Text("AI Mafia, classic"),
    teams=(TOWN, MAFIA),
    roles=(
        Role("Villager", TOWN, rule="AC§Villager"),
        # "Each night, choose a player to learn if they are "Mafia" or "Innocent"."
        Role("Cop", TOWN, (replace(INVESTIGATE, rule="AC§Cop"),), rule="AC§Cop"),
        # "Each night, choose a player to protect. If that player is attacked, they survive."
        Role("Doctor", TOWN, (replace(PROTECT, rule="AC§Doctor"),), rule="AC§Doctor"),
        # "Each night, can choose to kill a suspect."
        Role("Vigilante", TOWN, (replace(VIGILANTE_SHOOT, rule="AC§Vigilante"),), rule="AC§Vigilante"),
        Role("Roleblocker", TOWN, (BLOCK,), rule="AC§Roleblocker"),
        # "Appears "Innocent" if investigated by the Cop."
        replace(GODFATHER, unique=Unique("AC§Godfather"), rule="AC§Godfather"),  # "The leader of the Mafia"
        # "Becomes the shooter if the Godfather dies."
        Role("Mafia", MAFIA, rule="AC§Mafia"),
    ),
    groups=(
        replace(
            THE_KILL,
            ability=replace(THE_KILL.ability, rule="AC§Night3"),
            # "Participates in the night chat and vote."
            together=FlagIs("mafiaVote"),
            rule="AC§Mafia",
        ),
    ),
    # "They have a private chat at night."
    knows=(Know(THE_MAFIA, THE_MAFIA, rule="AC§Mafia"),),
    deals=(),
    overturns=(
        # "(If the shooter was blocked, the kill fails)."; "(Fails if blocked)."
        Overturns("block", NIGHT_ACTS, At.ACTOR, rule="AC§Night4"),
        # "If that player is attacked, they survive."
        Overturns("protect", ("kill", "shoot"), rule="AC§Doctor"),
        # "(Note: The Godfather tricks the Cop!)"
        Overturns(ROLE, ("investigate",), rule="AC§Cop"),
    ),
    # "All blocks have equal priority." (AC-3)
    rings=(Ring(("block",), rule="AC-3"),),
    night=(
        Chat(THE_MAFIA, CHAT_ROUNDS, "chat", rule="AC§Night1"),
        Collect(NIGHT_ACTS, rule="AC§Night2"),
        Settle(NIGHT_ACTS, Moment.DAWN, rule="AC§Night5"),
        Announce(rule="AC§Announcement"),
        Dawn(rule="G10"),
        Check(rule="G5"),
    ),
    day=(
        # "Discussion is one open round-robin with a patience limit of 10 + 5 x day messages" (AC-1)
        Discussion(
            (Talk("open", DAY_SPEECH, budget=FlagIs("patienceBase") + FlagIs("patiencePerDay") * DAY, rule="AC-1"),),
            skip_vote=SKIP_VOTE,
            rule="AC§Discussion",
        ),
        # "executed only with more than half of all votes, `skip` votes included in the count" (AC-2)
        Ballot("vote", Tally.HALF_OF_VOTES, Tie.NOBODY, DAY_SPEECH, blank="skip", rule="AC-2"),
        Banish(rule="AC§Voting"),
        Check(rule="G5"),
    ),
    wins=(
        # "Eliminate all Mafia members."
        Wins(TOWN, Count(THE_MAFIA).eq(0), "no-mafia-left", rule="AC§Objective"),
        # "Equal or outnumber the Town members."
        Wins(MAFIA, Count(THE_MAFIA) >= Count(THE_TOWN), "mafia-parity", rule="AC§Objective"),
    ),
    flags=(
        house("mafiaVote", False, "vote of the Mafia",
              "every Mafia names a victim, and the most named is killed", "AC-4"),
        house("patienceBase", 10, "messages of every day", "messages of every day's discussion", "AC-4", least=0),
        house("patiencePerDay", 5, "further messages a day",
              "further messages for each day that has come", "AC-4", least=0),
        *(flag for flag in AI_MAFIA.flags if flag.name in USED_FLAGS),
    ),
    decks=Decks(
        evil=("Godfather", "Mafia"),
        more="Mafia",
        share=Clamp(Rounded(SEATS / 4), Const(1), Const(6)),
        good=(Quota("Cop"), Quota("Doctor"), Quota("Vigilante", 8), Quota("Roleblocker", 9)),
        rest="Villager",
        rule="AC§Objective",
    ),
    # The book's night phase lists the choices; its resolution is one step, without an order of its own.
    prints=(("block",), ("kill",), ("investigate",)),
    notices=("blocked", "attacked", "kill-blocked"),
    plays_as=("a6c6989ed4f17f76", "4d1135f2246f0a10"),
)  # fmt: skip
