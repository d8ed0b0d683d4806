"""AI Mafia: 17 roles; all choices of a night at once; question round, open discussion, statements, ballot."""

from __future__ import annotations

from duskfall.rules.shared import NOT_MATE, NOT_SELF, SHOOT, TABLE_FLAGS, house, kill_by_team
from duskfall.vocabulary import (
    ACTOR,
    DAY,
    DEAD_TONIGHT,
    EVERYONE,
    LIVING,
    REMOVED,
    ROLE,
    SEATS,
    SELF,
    TARGET,
    Ability,
    Announce,
    Assigned,
    At,
    Attack,
    Ballot,
    Banish,
    Become,
    Block,
    Chat,
    Check,
    Clamp,
    Collect,
    Const,
    Count,
    Cowin,
    Dawn,
    Deal,
    Decks,
    Discussion,
    FirstOf,
    FlagIs,
    Group,
    Guard,
    Holders,
    IfElse,
    Know,
    Mark,
    Moment,
    Occasion,
    Order,
    Overturns,
    Pick,
    Quota,
    ReadSeats,
    ReadSide,
    Ring,
    Role,
    Rounded,
    Ruleset,
    Says,
    Seen,
    Settle,
    Show,
    SkipVote,
    Some,
    Talk,
    Tally,
    Teach,
    Team,
    Tell,
    Text,
    Tie,
    Tier,
    Trigger,
    Unique,
    Until,
    Victims,
    Visited,
    Wins,
)

TOWN, MAFIA, NEUTRAL = "town", "mafia", "neutral"
THE_TOWN, THE_MAFIA = Team(TOWN), Team(MAFIA)

# "Only the Doctor may name himself; for every other night act it is void." (AM-11)
ANOTHER = Pick(bars=(NOT_SELF,))
KILLED_BY_MAFIA = Some(TARGET & Victims(("kill",)))

# "Godfather is the default shooter; if Godfather dies, another Mafia member takes over."
SHOOTER = FirstOf((Holders(("Godfather",)), Holders(("Mafia",)), THE_MAFIA))
THE_KILL = Group(
    "mafia",
    members=THE_MAFIA,
    # "Mafia cannot kill Mafia-aligned players."
    ability=kill_by_team((NOT_MATE,), rule="AM§Night5"),
    asked=SHOOTER,
    rule="AM-3",
)

VILLAGER = Role("Villager", TOWN, rule="AM§Villager")
# "Investigate one player -> MAFIA or INNOCENT"
INVESTIGATE = Ability(
    "investigate",
    (ReadSide((Says(THE_MAFIA, "MAFIA"), Says(EVERYONE, "INNOCENT"))),),
    ANOTHER,
    rule="AM§Cop",
)
COP = Role("Cop", TOWN, (INVESTIGATE,), rule="AM§Cop")
# "Protect one player from night kills. Can self-target."
PROTECT = Ability("protect", (Guard(),), rule="AM§Doctor")
DOCTOR = Role("Doctor", TOWN, (PROTECT,), rule="AM§Doctor")
# "Shoot one player, or hold fire (`nobody`)"
VIGILANTE_SHOOT = Ability("shoot", SHOOT.does, ANOTHER, rule="AM§Vigilante")
VIGILANTE = Role("Vigilante", TOWN, (VIGILANTE_SHOOT,), rule="AM§Vigilante")
# "Block one player's night action. Cannot self-target. Priority 2"
ROLEBLOCKER = Role(
    "Roleblocker",
    TOWN,
    (Ability("block", (Block(2),), ANOTHER, rule="AM§Roleblocker"),),
    rule="AM§Roleblocker",
)
# "Track one player -> learn who they visited"
TRACK = Ability("track", (ReadSeats(Visited(TARGET)),), ANOTHER, rule="AM§Tracker")
TRACKER = Role("Tracker", TOWN, (TRACK,), rule="AM§Tracker")
# "Jail one player: protect + block them. Cannot self-target. Highest block priority (3)"
JAIL = Ability("jail", (Block(3), Guard()), ANOTHER, rule="AM§Jailkeeper")
JAILKEEPER = Role("Jailkeeper", TOWN, (JAIL,), rule="AM§Jailkeeper")
MASON = Role("Mason", TOWN, rule="AM§Mason")
# "If killed at night, the killer also dies"
RETALIATE = Trigger(
    "retaliate",
    Occasion.KILLED,
    (Attack(Tier.UNSTOPPABLE, on=ACTOR),),
    verbs=("kill", "shoot"),
    rule="AM§Bomb",
)
BOMB = Role("Bomb", TOWN, triggers=(RETALIATE,), rule="AM§Bomb")

# "Investigation immune: reads INNOCENT to Cop"
# "The shooter is the living Godfather; else the first living plain Mafia" (AM-3)
GODFATHER = Role("Godfather", MAFIA, seen=Seen("INNOCENT"), unique=Unique("AM-3"), rule="AM§Godfather")
PLAIN_MAFIA = Role("Mafia", MAFIA, rule="AM§MafiaRole")
# "Block one player's night action. Priority 1 (lowest among blockers)"
MAFIA_ROLEBLOCKER = Role(
    "Mafia Roleblocker",
    MAFIA,
    (Ability("block", (Block(1),), ANOTHER, rule="AM§MafiaRoleblocker"),),
    rule="AM§MafiaRoleblocker",
)
# "Target reads MAFIA to Cop that night only"
FRAME = Ability("frame", (Mark("framed", Until.DAWN),), ANOTHER, rule="AM§Framer")
FRAMER = Role("Framer", MAFIA, (FRAME,), rule="AM§Framer")
# "Victim's role shown as "unknown" publicly"; "The living Mafia learn a cleaned victim's true role." (AM-9)
CLEAN = Ability(
    "clean",
    (Show("unknown", when=KILLED_BY_MAFIA), Teach(THE_MAFIA, when=KILLED_BY_MAFIA)),
    ANOTHER,
    rule="AM§Janitor",
)
JANITOR = Role("Janitor", MAFIA, (CLEAN,), rule="AM§Janitor")
# "Victim's role shown as the forged role."; "Of several Forgers the first in seat order stands." (AM-9)
FORGE = Ability(
    "forge", (Show(when=KILLED_BY_MAFIA, first=True),), Pick(bars=(NOT_SELF,), names_role=True), rule="AM§Forger"
)
FORGER = Role("Forger", MAFIA, (FORGE,), rule="AM§Forger")

# "Get voted out during the day"
JESTER = Role(
    "Jester",
    NEUTRAL,
    triggers=(Trigger("jester_out", Occasion.VOTED_OUT, (Cowin(),), rule="AM§Jester"),),
    rule="AM§Jester",
)
EXECUTIONER = Role(
    "Executioner",
    NEUTRAL,
    triggers=(
        # "Get assigned target voted out." "The Executioner co-wins only while alive." (AM-12)
        Trigger(
            "target_out",
            Occasion.VOTED_OUT,
            (Cowin(),),
            me=LIVING,
            when=Some(TARGET & Assigned("target")),
            rule="AM§Executioner",
        ),
        # "Becomes Jester if target dies at night"; "A target whom the moderator removes [...] counts" (AM-12)
        Trigger(
            "target_died",
            Occasion.DAWN,
            (Become("Jester"), Tell(SELF, "jester", Moment.AT_ONCE)),
            me=LIVING,
            when=Some((DEAD_TONIGHT | REMOVED) & Assigned("target")),
            rule="AM-12",
        ),
    ),
    rule="AM§Executioner",
)

NIGHT_ACTS = ("kill", "investigate", "protect", "shoot", "block", "track", "jail", "frame", "clean", "forge")

DAY_SPEECH = Order.ROTATING
# "include `VOTE_SKIP_DISCUSSION` on its own line [...]. `UNVOTE_SKIP_DISCUSSION` retracts."
SKIP_VOTE = SkipVote("VOTE_SKIP_DISCUSSION", "UNVOTE_SKIP_DISCUSSION")
# "p = clamp((day - 1) / (rounds - 1), 0, 1), p = 0 when rounds = 1" (AM-16)
PROGRESS = IfElse(
    FlagIs("discussion_rounds").eq(1),
    Const(0),
    Clamp((DAY - 1) / (FlagIs("discussion_rounds") - 1), Const(0), Const(1)),
)
# "clamp(round(alive x (base + bonus x p)), floor, cap)" (AM-16)
BUDGET = Clamp(
    Rounded(
        Count(EVERYONE)
        * (FlagIs("discussion_open_per_player_base") + FlagIs("discussion_open_per_player_round_bonus") * PROGRESS)
    ),
    FlagIs("discussion_open_floor"),
    FlagIs("discussion_open_cap"),
)
# "two rounds with three or more living Mafia, one round with two, none when alone" (AM-2)
CHAT_ROUNDS = Clamp(Count(THE_MAFIA) - 1, Const(0), Const(2))

AI_MAFIA = Ruleset(
    id="ai-mafia",
    title=Text("AI Mafia"),
    teams=(TOWN, MAFIA, NEUTRAL),
    sides=(TOWN, MAFIA),
    roles=(
        VILLAGER, COP, DOCTOR, VIGILANTE, ROLEBLOCKER, TRACKER, JAILKEEPER, MASON, BOMB,
        GODFATHER, PLAIN_MAFIA, MAFIA_ROLEBLOCKER, FRAMER, JANITOR, FORGER, JESTER, EXECUTIONER,
    ),
    groups=(THE_KILL,),
    knows=(
        # "All Mafia members share a private night chat to coordinate."
        Know(THE_MAFIA, THE_MAFIA, rule="AM§Mafia"),
        # "Knows other Masons at game start"
        Know(Holders(("Mason",)), Holders(("Mason",)), rule="AM-14"),
    ),
    # "The Executioner's target is a random Town player" (AM-12)
    deals=(Deal("target", to=Holders(("Executioner",)), among=THE_TOWN, rule="AM-12"),),
    triggers=(
        # "A living player whose chosen, legal act was blocked is told `blocked`, once" (AM-15)
        Trigger("told_blocked", Occasion.BLOCKED, (Tell(SELF, "blocked"),), me=ACTOR, rule="AM-15"),
        # "Saves and blocked kills are not announced" (AM-15)
        Trigger(
            "save_announced",
            Occasion.FAILED,
            (Tell(EVERYONE, "attacked", about=True),),
            verbs=("kill", "shoot"),
            when=FlagIs("announceSaves"),
            rule="AM-15",
        ),
        Trigger(
            "block_announced",
            Occasion.BLOCKED,
            (Tell(EVERYONE, "kill-blocked"),),
            verbs=("kill", "shoot"),
            when=FlagIs("announceSaves"),
            rule="AM-15",
        ),
    ),
    overturns=(
        # "A blocked player's every night act fails, the Mafia kill included" (AM-4)
        Overturns("jail", NIGHT_ACTS, At.ACTOR, rule="AM§Night1"),
        Overturns("block", NIGHT_ACTS, At.ACTOR, rule="AM§Night1"),
        # "Prevents both Mafia and Vigilante kills"; "Jailed players are both blocked and protected."
        Overturns("protect", ("kill", "shoot"), rule="AM§Night2"),
        Overturns("jail", ("kill", "shoot"), rule="AM-5"),
        # "Framed targets read MAFIA"; "A framed Godfather reads MAFIA." (AM-7)
        Overturns("frame", ("investigate",), shows="MAFIA", rule="AM§Night4"),
        # "Godfather reads INNOCENT"
        Overturns(ROLE, ("investigate",), rule="AM§Night4"),
        # "Forger (fake role) takes precedence over Janitor (hidden role)."
        Overturns("forge", ("clean",), rule="AM§Night9"),
    ),
    # "Chain resolution with cycle detection. Priority: [...] Mutual blocks = both fail."
    rings=(Ring(("block", "jail"), higher=FlagIs("blockPriorityDecides"), rule="AM-4"),),
    day_first=False,
    night=(
        Chat(THE_MAFIA, CHAT_ROUNDS, "chat", rule="AM-2"),
        # "All actions are collected simultaneously, then resolved deterministically"
        Collect(NIGHT_ACTS, rule="AM-2"),
        Settle(NIGHT_ACTS, Moment.DAWN, rule="AM§Night6"),
        Announce(rule="AM-15"),
        Dawn(rule="G10"),
        Check(rule="G5"),
    ),
    day=(
        Discussion(
            (
                # "Each alive player gets one turn to ask a targeted question to a specific player."
                Talk("question", DAY_SPEECH, asks=True, rule="AM§Questions"),
                # "Ends when budget is exhausted or all alive players skip consecutively (silence)."
                Talk("open", DAY_SPEECH, budget=BUDGET, rule="AM§Open"),
                # "Each alive player gets one final turn to state their #1 suspect"
                Talk("statement", DAY_SPEECH, rule="AM§Statements"),
            ),
            skip_vote=SKIP_VOTE,
            rule="AM§SkipVote",
        ),
        # "Plurality wins"; "Tie or majority skip - no elimination."
        Ballot("vote", Tally.MOST, Tie.NOBODY, DAY_SPEECH, blank="skip", rule="AM§Voting"),
        Banish(rule="AM§Voting"),
        Check(rule="G5"),
    ),
    wins=(
        # "Eliminate all Mafia-aligned players"
        Wins(TOWN, Count(THE_MAFIA).eq(0), "no-mafia-left", rule="AM§Town"),
        # "Equal or outnumber Town"
        Wins(MAFIA, Count(THE_MAFIA) >= Count(THE_TOWN), "mafia-parity", rule="AM§Mafia"),
    ),
    flags=(
        house("blockPriorityDecides", True, "priority among blockers",
              "a block does not stop a blocker of higher priority", "AM-4"),
        house("announceSaves", False, "saves are announced", "saves and blocked kills are announced at dawn", "AM-15"),
        house("discussion_open_floor", 8, "fewest messages", "fewest messages of open discussion", "AM-16", least=0),
        house("discussion_open_cap", 60, "most messages", "most messages of open discussion", "AM-16", least=0),
        house("discussion_open_per_player_base", 1.2, "messages per player", "messages per player on day 1", "AM-16"),
        house("discussion_open_per_player_round_bonus", 1.0, "later messages per player",
              "further messages per player as days go by", "AM-16"),
        house("discussion_rounds", 3, "day of the whole bonus", "the day on which the whole bonus is reached", "AM-16"),
        *TABLE_FLAGS,
    ),
    max_rounds=FlagIs("maxRounds"),
    quiet_rounds=FlagIs("quietRounds"),
    removal_cancels_vote=FlagIs("removalCancelsVote"),
    decks=Decks(
        evil=("Godfather", "Mafia", "Framer", "Mafia Roleblocker", "Janitor"),
        more="Mafia",
        share=Clamp(Rounded(SEATS / 4), Const(1), Const(6)),
        good=(
            Quota("Cop"), Quota("Doctor"), Quota("Vigilante", 8), Quota("Jester", 10), Quota("Roleblocker", 12),
            Quota("Tracker", 13), Quota("Bomb", 14), Quota("Executioner", 15), Quota("Mason", 16),
            Quota("Mason", 16), Quota("Jailkeeper", 18),
        ),
        rest="Villager",
        rule="AM-1",
    ),
    prints=(
        ("block", "jail"), ("protect",), ("frame",), ("investigate",), ("kill", "shoot"), ("retaliate",), ("track",),
        ("forge", "clean"),
    ),
    notices=("blocked", "jester", "attacked", "kill-blocked"),
    reasons=("self", "mate"),
    plays_as=("10d9567d5c5883b1", "da0f8ef2ba673a72"),
)  # fmt: skip
