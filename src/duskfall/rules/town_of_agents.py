"""Town of Agents: attack and defense tiers, kills at once, the jail, and a Werewolf on even nights.

It has the rulebook's twelve roles, and four that the rulebook only plans: its decks don't contain those four.
"""

from __future__ import annotations

from dataclasses import replace

from duskfall.rules.shared import (
    ALIVE,
    HEAL,
    NOT_MATE,
    NOT_SELF,
    SHOOT,
    TABLE_FLAGS,
    house,
    kill_by_team,
    parity,
    turn,
)
from duskfall.vocabulary import (
    ACTOR,
    DAY,
    EVERYONE,
    NIGHT,
    ROLE,
    SEATS,
    SELF,
    TARGET,
    VOTED_OUT,
    Ability,
    Actors,
    Announce,
    At,
    Attack,
    Ballot,
    Banish,
    Bar,
    Become,
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
    FirstOf,
    FlagIs,
    Group,
    Guard,
    Holders,
    Know,
    LastNight,
    LastWords,
    Lose,
    Mark,
    Marked,
    Moment,
    Named,
    Occasion,
    Order,
    Overturns,
    Pick,
    Quota,
    ReadRole,
    ReadSeats,
    ReadSide,
    Reveal,
    Role,
    Rounded,
    Ruleset,
    Says,
    Seen,
    Settle,
    Some,
    Talk,
    Tally,
    Team,
    Tell,
    Text,
    Tie,
    Tier,
    Trigger,
    Unique,
    Until,
    Visitors,
    Weight,
    Wins,
)

TOWN, MAFIA, WOLF, ARSON = "town", "mafia", "werewolf", "arsonist"
THE_TOWN, THE_MAFIA, THE_WOLF, THE_ARSONIST = Team(TOWN), Team(MAFIA), Team(WOLF), Team(ARSON)
LONERS = THE_WOLF | THE_ARSONIST
KILLERS = Holders(("Godfather", "Mafia"))

# "Active Nights: Only nights 2, 4, 6..."
FULL_MOON = (NIGHT % 2).eq(0)
# "Only Doctor and Werewolf may name themselves; for others it is void." (TA-13)
ANOTHER = Pick(bars=(NOT_SELF,))
REVEALED = Marked("revealed")
THEIR_DOCTORS = Actors("heal", on=TARGET)
HEALED = Some(THEIR_DOCTORS)
MY_PRISONER = Named("jail", by=SELF)
MY_JAILORS = Actors("jail", on=SELF)
FREE_MAFIA = THE_MAFIA - Named("jail")
LATER_ACTS = (
    "ignite", "douse", "heal", "kill", "frame", "consult", "ambush", "check", "shoot", "rampage", "watch",
)  # fmt: skip
ATTACKS = ("kill", "shoot", "rampage", "ambush")

# "Godfather: Final say on Mafia night kill"; "The Godfather carries the kill out if he voted" (TA-6)
THE_KILL = Group(
    "mafia",
    members=THE_MAFIA,
    # "Cannot target fellow Mafia members"
    ability=kill_by_team((NOT_MATE,), rule="TA§Mafia", decline=True),
    asked=KILLERS,
    leads=Holders(("Godfather",)),
    rule="TA-6",
)

# "Result: "Suspicious" (Mafia or Framed) / "Not Suspicious" (Town or Godfather)"
CHECK = Ability(
    "check",
    (ReadSide((Says(THE_MAFIA | THE_WOLF, "SUSPICIOUS"), Says(EVERYONE, "NOT SUSPICIOUS"))),),
    ANOTHER,
    rule="TA§Sheriff",
)
# "Protect one player per night from death"; "Cannot heal: Revealed Mayor"
DOCTOR_HEAL = replace(HEAL, pick=Pick(bars=(Bar(REVEALED, "revealed"),)), rule="TA§Doctor")
# "Watch one player to see who visits them"; "Does NOT see themselves in visitor list"
WATCH = Ability("watch", (ReadSeats(Visitors(TARGET) - SELF),), ANOTHER, rule="TA§Lookout")
# "Shoot one player per night (3 bullets)"
VIGILANTE_SHOOT = replace(SHOOT, pick=ANOTHER, uses=3, rule="TA§Vigilante")
KILLED_TOWN = Some(TARGET & THE_TOWN)
# "If Vigilante kills a Town member, they die of guilt at the end of the following night"
GUILT = Trigger(
    "guilt",
    Occasion.KILLED,
    (Attack(Tier.UNSTOPPABLE, on=SELF),),
    verbs=("shoot",),
    me=ACTOR,
    when=KILLED_TOWN,
    nights=1,
    rule="TA§Vigilante",
)
# "is told (`guilt`) at the dawn after the shot" (TA-10)
TOLD_GUILT = Trigger(
    "told_guilt",
    Occasion.KILLED,
    (Tell(SELF, "guilt"),),
    verbs=("shoot",),
    me=ACTOR,
    when=KILLED_TOWN,
    rule="TA-10",
)
# "Reveal to gain 3 votes (permanent, once per game)"
REVEAL = Ability("reveal", (Reveal("revealed"),), Pick(among=SELF, confirm=True), astral=True, uses=1, rule="TA§Mayor")
# "Jail one player per night"; "Jailor: not oneself, may decline." (TA-5)
JAIL = Ability(
    "jail",
    # "Target cannot use their night ability"; "Jailed agents have POWERFUL defense"; "is told `jailed`" (TA-5)
    (Block(), Guard(Tier.POWERFUL), Tell(TARGET, "jailed", Moment.AT_ONCE)),
    Pick(bars=(NOT_SELF, Bar(LastNight("jail"), "repeat", when=FlagIs("jailorNoRepeat")))),
    astral=True,
    rule="TA§Jailor",
)
# "UNSTOPPABLE attack"; "Executions: 3 total across the game"
EXECUTE = Ability(
    "execute",
    (Attack(Tier.UNSTOPPABLE),),
    # "Not asked, hence not void: [...] an execution the full moon prevents." (TA-15)
    Pick(among=MY_PRISONER, confirm=True, unless_overturned=True),
    astral=True,
    uses=3,
    rule="TA§Jailor",
)
# "If Jailor executes a Town member: permanently loses execution ability"
LOSE_EXECUTION = Trigger(
    "lose_execution",
    Occasion.KILLED,
    (Lose("execute"),),
    verbs=("execute",),
    me=ACTOR,
    when=KILLED_TOWN,
    rule="TA§Jailor",
)
# "Frame persists until Sheriff investigates the framed target"
FRAME = Ability("frame", (Mark("framed", Until.READ),), ANOTHER, rule="TA§Framer")
# "Learns the exact role"
CONSULT = Ability("consult", (ReadRole(),), ANOTHER, rule="TA§Consigliere")
# "Planned for: Jailor execution, Arsonist ignite, Werewolf rampage"; "every attack of the Werewolf" (TA-7)
UNSTOPPABLE_WOLF = FlagIs("rampageUnstoppable")
# "Kills primary target AND all visitors to that target"; "Can target self to stay home and kill anyone who visits"
RAMPAGE = Ability(
    "rampage",
    (Attack(Tier.POWERFUL, on=(TARGET | Visitors(TARGET)) - SELF, unstoppable=UNSTOPPABLE_WOLF),),
    when=FULL_MOON,
    rule="TA§Werewolf",
)
# "Werewolf kills the Jailor"; "Werewolf also kills anyone who visited the Jailor"
MOON = Trigger(
    "moon",
    Occasion.NAMED,
    (Attack(Tier.POWERFUL, on=MY_JAILORS | Visitors(MY_JAILORS), as_="rampage", unstoppable=UNSTOPPABLE_WOLF),),
    verbs=("jail",),
    when=FULL_MOON,
    rule="TA-7",
)

# "Roleblocked players cannot use their night ability"; "is told `blocked`"; "do not go to a player in jail" (TA-16)
BLOCK = Ability("block", (Block(), Tell(TARGET, "blocked")), ANOTHER, cautious=True, rule="TA§Roleblocking")
# "Cannot target fellow Mafia members"
MAFIA_BLOCK = replace(BLOCK, pick=Pick(bars=(NOT_SELF, NOT_MATE)))
ROLEBLOCK_IMMUNE = ("block",)
# "A Werewolf that is blocked on an even night stays at home, and attacks everyone who visits it" (TA-17)
CORNERED = Trigger(
    "cornered",
    Occasion.NAMED,
    (Attack(Tier.POWERFUL, on=Visitors(SELF), as_="rampage", unstoppable=UNSTOPPABLE_WOLF),),
    verbs=("block",),
    when=FULL_MOON,
    rule="TA-17",
)
# "douses by night"; "not a player in jail" (TA-18)
DOUSE = Ability(
    "douse",
    (Mark("doused", Until.FOREVER),),
    ANOTHER,
    cautious=True,
    when=~Some(Named("ignite", by=SELF)),
    rule="TA-18",
)
# "Unstoppable Attacks: Bypasses all defense levels. Planned for: [...] Arsonist ignite"; "it is no visit" (TA-18)
IGNITE = Ability(
    "ignite",
    (Attack(Tier.UNSTOPPABLE, on=Marked("doused") - SELF),),
    Pick(among=SELF, confirm=True),
    astral=True,
    rule="TA§Unstoppable",
)
# "attacks the first visitor in seat order who is not Mafia"; "all of them learn who lay in wait" (TA-19)
THEIR_GUESTS = Visitors(TARGET) - THE_MAFIA
AMBUSH = Ability(
    "ambush",
    (Attack(on=FirstOf((THEIR_GUESTS,))), Tell(THEIR_GUESTS, "ambusher", about=True, of=ACTOR)),
    Pick(bars=(NOT_SELF, NOT_MATE)),
    rule="TA-19",
)

A_VOTE_TODAY = DAY > 1
# "Mafia roles: Unique (one Godfather, one Framer, one Consigliere per game)"
ONE = Unique("TA§Uniqueness")

TOWN_OF_AGENTS = Ruleset(
    id="town-of-agents",
    title=Text("Town of Agents"),
    teams=(TOWN, MAFIA, WOLF, ARSON),
    sides=(TOWN, MAFIA, WOLF, ARSON),
    roles=(
        Role("Citizen", TOWN, rule="TA§Citizen"),
        Role("Sheriff", TOWN, (CHECK,), rule="TA§Sheriff"),
        Role("Doctor", TOWN, (DOCTOR_HEAL,), rule="TA§Doctor"),
        Role("Lookout", TOWN, (WATCH,), rule="TA§Lookout"),
        Role("Vigilante", TOWN, (VIGILANTE_SHOOT,), (TOLD_GUILT, GUILT), rule="TA§Vigilante"),
        Role("Mayor", TOWN, (REVEAL,), rule="TA§Mayor"),
        Role("Jailor", TOWN, (JAIL, EXECUTE), (LOSE_EXECUTION,), proof=ROLEBLOCK_IMMUNE, rule="TA§Jailor"),
        Role("Escort", TOWN, (BLOCK,), proof=ROLEBLOCK_IMMUNE, rule="TA-16"),
        Role("Mafia", MAFIA, rule="TA§Mafia"),
        # "Defense: Basic (at night only)"; "Appears Not Suspicious to Sheriff (detection_immune)"
        Role("Godfather", MAFIA, defense=Tier.BASIC, seen=Seen("NOT SUSPICIOUS"), unique=ONE, rule="TA§Godfather"),
        Role("Framer", MAFIA, (FRAME,), unique=ONE, rule="TA§Framer"),
        Role("Consigliere", MAFIA, (CONSULT,), unique=ONE, rule="TA§Consigliere"),
        Role("Consort", MAFIA, (MAFIA_BLOCK,), proof=ROLEBLOCK_IMMUNE, unique=ONE, rule="TA-16"),
        Role("Ambusher", MAFIA, (AMBUSH,), unique=ONE, rule="TA-19"),
        # "appears Not Suspicious on nights 1 and 3, Suspicious on nights 2, 4+"
        Role(
            "Werewolf",
            WOLF,
            (RAMPAGE,),
            (MOON, CORNERED),
            defense=Tier.BASIC,
            seen=Seen("NOT SUSPICIOUS", when=NIGHT.eq(1) | NIGHT.eq(3)),
            rule="TA§Werewolf",
        ),
        Role("Arsonist", ARSON, (IGNITE, DOUSE), defense=Tier.BASIC, unique=Unique(rule="TA-18"), rule="TA-18"),
    ),
    groups=(THE_KILL,),
    knows=(Know(THE_MAFIA, THE_MAFIA, rule="TA§Mafia"),),
    # "Vote count becomes 3"
    weights=(Weight(REVEALED, Const(3), rule="TA-3"),),
    triggers=(
        # "When neither Godfather nor plain Mafia lives, the first living Framer or Consigliere in seat order
        # becomes plain Mafia at the next dusk" (TA-6)
        Trigger(
            "promotion",
            Occasion.DUSK,
            (Become("Mafia"), Tell(SELF, "promoted", Moment.AT_ONCE)),
            me=FirstOf((Holders(("Framer", "Consigliere", "Consort", "Ambusher")),)),
            when=Count(KILLERS).eq(0),
            rule="TA-6",
        ),
        # "Attack blocked by Doctor": "Yes (target doesn't die)", "Yes ("you were attacked but healed")"
        Trigger("saved", Occasion.FAILED, (Tell(SELF, "saved"),), ATTACKS, me=THEIR_DOCTORS, rule="TA§Notices"),
        Trigger("healed", Occasion.FAILED, (Tell(SELF, "healed"),), ATTACKS, when=HEALED, rule="TA§Notices"),
        Trigger("stopped", Occasion.FAILED, (Tell(SELF, "stopped"),), ATTACKS, me=ACTOR, when=HEALED, rule="TA-11"),
        # "Attack blocked by defense": "Yes ("target was immune")", "No"
        Trigger("immune", Occasion.FAILED, (Tell(SELF, "immune"),), ATTACKS, me=ACTOR, when=~HEALED, rule="TA§Attack"),
        # "Some roles will have roleblock_immune: true"; "is told `unmoved` instead" (TA-16)
        Trigger("unmoved", Occasion.FAILED, (Tell(SELF, "unmoved"),), ("block",),
                when=~Some(TARGET & Named("jail")), rule="TA-16"),
        # "cautious: Does not visit if target is protected"; "and are told `kept-away`" (TA-16, TA-18)
        Trigger("kept_away", Occasion.FAILED, (Tell(SELF, "kept-away"),), ("block", "douse"),
                me=ACTOR, when=Some(TARGET & Named("jail")), rule="TA§Traits"),
    ),
    overturns=(
        # "Jailed players cannot use their night ability (role blocked)"
        Overturns(
            "jail", ("execute", "block", *LATER_ACTS), At.ACTOR, rule="TA-5",
        ),
        # "Roleblocked players cannot use their night ability"
        Overturns("block", LATER_ACTS, At.ACTOR, rule="TA§Roleblocking"),
        # "cautious: Does not visit if target is protected"
        Overturns("jail", ("block", "douse"), rule="TA§Traits"),
        # "Some roles will have roleblock_immune: true"
        Overturns(ROLE, ("block",), rule="TA§Roleblocking"),
        # "Werewolf's attack takes precedence over Jailor's execution"
        Overturns("moon", ("execute",), rule="TA-7"),
        # "Doctor protection grants Powerful defense for the night"
        Overturns("heal", ATTACKS, rule="TA§Attack"),
        # "Jailed agents have Powerful defense (protected while in jail)"
        Overturns("jail", ATTACKS, rule="TA§Attack"),
        # "Attack succeeds if attack_level > defense_level"
        Overturns(ROLE, ("kill", "shoot", "ambush"), rule="TA§Attack"),
        # "Suspicious (Mafia or Framed)"; "A framed Godfather or Werewolf reads Suspicious." (TA-12)
        Overturns("frame", ("check",), shows="SUSPICIOUS", rule="TA-12"),
        # "Appears innocent to Sheriff regardless of faction"
        Overturns(ROLE, ("check",), rule="TA§Godfather"),
    ),
    day_first=True,
    night=(
        # "1 Jailor Choice"
        *turn("jail", rule="TA§Order"),
        # "2 Jail Conversation: Private 3-round interrogation"
        Chat(EVERYONE, Const(3), "interrogate", pairs="jail", rule="TA-5"),
        # "3 Jailor Execute (kills immediately)"
        *turn("execute", rule="TA§Immediate"),
        # "Relevant for future Escort/Consort roles"
        *turn("block", rule="TA-16"),
        # "ignites, or names another player to douse" (TA-18)
        Collect(("ignite",), rule="TA-18"),
        *turn("douse", rule="TA-18"),
        # "4 Doctor"
        *turn("heal", rule="TA§Order"),
        # "5 Mafia Discussion (jailed Mafia excluded)"
        Chat(FREE_MAFIA, Clamp(Count(FREE_MAFIA) - 1, Const(0), Const(2)), "chat", rule="TA§Order"),
        # "6 Mafia Vote (kills immediately, checked against Doctor protection)"
        *turn("kill", rule="TA§Immediate"),
        # "7 Framer 8 Consigliere 9 Sheriff (frame already applied)"
        *turn("frame", rule="TA§Order"),
        *turn("consult", rule="TA§Order"),
        # "lies in wait at another player's home" (TA-19)
        Collect(("ambush",), rule="TA-19"),
        *turn("check", rule="TA§Order"),
        # "10 Vigilante 11 Werewolf rampages (only on even nights)"
        Collect(("shoot",), rule="TA§Order"),
        Collect(("rampage",), rule="TA§Order"),
        # "12 Lookout sees all visitors (including attackers)"
        *turn("watch", rule="TA§Order"),
        # "13 Night Resolution: Remaining attacks resolve, notifications sent"
        Settle(("shoot", "rampage", "ambush", "ignite", "guilt"), rule="TA-8"),
        # "Morning announcements still appear at dawn for public visibility"
        Announce(rule="TA§Death"),
        Dawn(rule="TA§Notices"),
        Check(rule="TA-14"),
    ),
    day=(
        Discussion((Talk("speech", Order.SEATS, FlagIs("roundsPerDiscussion"), rule="TA-1"),), rule="TA-2"),
        # "A living Mayor may reveal once, before any day's vote (day 1 included), for good." (TA-2)
        *turn("reveal", rule="TA-2"),
        # "executed is who has at least floor(living players / 2) + 1 votes" (TA-3)
        Ballot("vote", Tally.HALF_OF_LIVING, Tie.NOBODY, Order.SEATS, when=A_VOTE_TODAY, rule="TA-3"),
        Banish(when=A_VOTE_TODAY, rule="TA-1"),
        LastWords(VOTED_OUT, when=A_VOTE_TODAY, rule="TA-1"),
        Check(when=A_VOTE_TODAY, rule="TA-14"),
    ),
    wins=(
        # "Be the LAST player alive"
        Wins(WOLF, ALIVE.eq(1) & Count(THE_WOLF).eq(1), "werewolf-last", rule="TA-14"),
        # "wins alone, as the only one alive" (TA-20)
        Wins(ARSON, ALIVE.eq(1) & Count(THE_ARSONIST).eq(1), "arsonist-last", rule="TA-20"),
        # "Town if no Mafia and no Werewolf lives and someone does" (TA-14)
        Wins(TOWN, Count(THE_MAFIA | LONERS).eq(0) & (ALIVE >= 1), "no-evil-left", rule="TA-14"),
        # "Game continues if Werewolf is alive even when Mafia/Town would normally win"
        Wins(MAFIA, Count(LONERS).eq(0) & (ALIVE >= 1) & parity(THE_MAFIA), "mafia-parity", rule="TA-14"),
    ),
    flags=(
        house("roundsPerDiscussion", 2, "rounds of speech", "rounds of speech a day", "TA-2"),
        house("jailorNoRepeat", False, "no repeats for the Jailor",
              "the Jailor may not jail the same player two nights running", "TA-5"),
        house("rampageUnstoppable", False, "unstoppable Werewolf",
              "nothing stops an attack of the Werewolf", "TA-7"),
        *TABLE_FLAGS,
    ),
    max_rounds=FlagIs("maxRounds"),
    quiet_rounds=FlagIs("quietRounds"),
    removal_cancels_vote=FlagIs("removalCancelsVote"),
    decks=Decks(
        evil=("Godfather", "Mafia", "Werewolf", "Framer", "Consigliere"),
        more="Mafia",
        share=Clamp(Rounded((SEATS - 1) / 3), Const(1), Const(6)),
        good=(
            Quota("Sheriff"), Quota("Doctor"), Quota("Vigilante", 7), Quota("Lookout", 8), Quota("Jailor", 9),
            Quota("Mayor", 10), Quota("Doctor", 15), Quota("Sheriff", 16),
        ),
        rest="Citizen",
        rule="TA§Citizen",
    ),
    prints=(
        ("jail",), ("execute",), ("heal",), ("kill",), ("frame",), ("consult",), ("check",), ("shoot",), ("rampage",),
        ("watch",), ("guilt", "saved", "healed", "stopped", "immune"),
    ),
    notices=(
        "saved", "healed", "stopped", "immune", "guilt", "jailed", "promoted", "blocked", "unmoved", "kept-away",
        "ambusher",
    ),
    reasons=("self", "mate", "repeat", "revealed"),
    plays_as=("61378c21e42d636b",),
)  # fmt: skip
