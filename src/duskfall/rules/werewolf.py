"""Werewolf (狼人杀): wolves against gods and villagers; Witch, Guard, Seer, Hunter, and the Sheriff's badge."""

from __future__ import annotations

from duskfall.rules.shared import NOT_SELF, TABLE_FLAGS, house, kill_by_team
from duskfall.vocabulary import (
    DAY,
    DEAD_TONIGHT,
    DRAW,
    EVERYONE,
    LIVING,
    NEVER,
    SEATS,
    SELF,
    VOTED_OUT,
    Ability,
    Announce,
    Attack,
    Ballot,
    Banish,
    Bar,
    Check,
    Clamp,
    Collect,
    Const,
    Count,
    Dawn,
    Decks,
    Discussion,
    Elect,
    FirstOf,
    FlagIs,
    Group,
    Guard,
    Holders,
    Know,
    LastNight,
    LastWords,
    Named,
    Occasion,
    Order,
    Overturns,
    PassOn,
    Pick,
    Quota,
    Reactions,
    ReadSide,
    Ring,
    Role,
    Rounded,
    Ruleset,
    Says,
    Settle,
    Some,
    Talk,
    Tally,
    Team,
    Text,
    Tie,
    Tier,
    Title,
    Trigger,
    Victims,
    Wins,
)

VILLAGE, WOLVES = "village", "werewolves"
THE_WOLVES = Team(WOLVES)
# "Gods are Seer, Witch, Hunter, Guard." (WW-1)
GODS, VILLAGERS = Holders(("Seer", "Witch", "Hunter", "Guard")), Holders(("Villager",))
SHERIFF = "sheriff"

# "One AI API call for the werewolf group as a whole"; "made by the first living wolf in seat order" (WW-2)
THE_KILL = Group(
    WOLVES,
    members=THE_WOLVES,
    ability=kill_by_team((Bar(THE_WOLVES, "mate"),), rule="WW§Night1", decline=True),
    asked=FirstOf((THE_WOLVES,)),
    rule="WW§Wolves",
)
# "Witch sees werewolf's target before deciding"; "no antidote for herself" (WW-3)
ANTIDOTE = Ability(
    "antidote",
    (Guard(),),
    Pick(
        among=Named("kill"),
        bars=(Bar(SELF, "self", when=~FlagIs("witchSelfAntidote")),),
        shown=Named("kill"),
        shown_as="kill",
    ),
    uses=1,
    rule="WW§Night2",
)
# "at most one potion a night"; "after an antidote a poison the same night is void" (WW-3)
POISON = Ability(
    "poison",
    (Attack(Tier.UNSTOPPABLE),),
    Pick(bars=(NOT_SELF,)),
    uses=1,
    not_after="antidote",
    rule="WW-3",
)
# "Guard chooses player to protect (may skip)"; "not the same player two nights running" (WW-4)
GUARD = Ability(
    "guard",
    (Guard(),),
    Pick(bars=(Bar(LastNight("guard"), "repeat", when=FlagIs("guardNoRepeat")),)),
    rule="WW§Night3",
)
# "Seer chooses player to check"
CHECK = Ability(
    "check",
    (ReadSide((Says(THE_WOLVES, "WEREWOLF"), Says(EVERYONE, "GOOD"))),),
    rule="WW§Night4",
)
# "Hunter shoot: Happens immediately when triggered"; "who died that night is no target" (WW-7)
A_SHOT = Pick(among=LIVING)
HUNTER_SHOT = Trigger(
    "shoot",
    Occasion.LEFT,
    (Attack(Tier.UNSTOPPABLE),),
    when=~Some(SELF & Victims(("poison",))),
    ask=A_SHOT,
    rule="WW-7",
)

WOLVES_GONE = Count(THE_WOLVES).eq(0)
# "all gods dead or all villagers dead -> wolves (`side-gone`), where that side was dealt at all" (WW-12)
A_SIDE_GONE = (Some(GODS) & Count(GODS).eq(0)) | (Some(VILLAGERS) & Count(VILLAGERS).eq(0))
SPEECH = Order.ALTERNATING
BY_NIGHT = ("kill", "antidote", "poison", "guard")

WEREWOLF = Ruleset(
    id="werewolf",
    title=Text("Werewolf"),
    teams=(VILLAGE, WOLVES),
    sides=(VILLAGE, WOLVES),
    roles=(
        Role("Villager", VILLAGE, rule="WW-1"),
        Role("Werewolf", WOLVES, rule="WW§Wolves"),
        Role("Seer", VILLAGE, (CHECK,), rule="WW§Night4"),
        Role("Witch", VILLAGE, (ANTIDOTE, POISON), rule="WW§Night2"),
        Role("Hunter", VILLAGE, triggers=(HUNTER_SHOT,), rule="WW§Deaths"),
        Role("Guard", VILLAGE, (GUARD,), rule="WW§Night3"),
    ),
    groups=(THE_KILL,),
    knows=(Know(THE_WOLVES, THE_WOLVES, rule="WW§Wolves"),),
    # "Sheriff's vote = 1.5"; "Sheriff speaks LAST"; "or inherited" (WW-9)
    titles=(
        Title(SHERIFF, Const(1.5), speaks_last=True, inherited=FlagIs("badgeInherited"), rule="WW§Speakers"),
    ),
    overturns=(
        # "The guard stops the wolves' kill only; poison goes through." (WW-4)
        Overturns("antidote", ("kill",), rule="WW-3"),
        Overturns("guard", ("kill",), rule="WW-4"),
        # "Guard and antidote on the same player: the player lives" unless `doubleSaveKills` (WW-5)
        Overturns("guard", ("antidote",), rule="WW-5"),
        Overturns("antidote", ("guard",), rule="WW-5"),
    ),
    rings=(Ring(("guard", "antidote"), fails=FlagIs("doubleSaveKills"), rule="WW-5"),),
    day_first=False,
    night=(
        # "1 Werewolves 2 Witch 3 Guard 4 Seer 5 Resolve"; "Guard and Seer can act in parallel (any order)"
        Collect(("kill",), rule="WW§Night1"),
        Collect(("antidote",), rule="WW§Night2"),
        Collect(("poison",), rule="WW§Night2"),
        Collect(("guard", "check"), rule="WW§Night3"),
        Settle(("check",), rule="WW-6"),
        Settle(BY_NIGHT, rule="WW§Night5"),
        Dawn(rule="G10"),
    ),
    day=(
        # "Day 1 only: Candidates give speeches [...] may drop out [...] Vote for Sheriff"
        Elect(SHERIFF, "stand", "withdraw", "elect", when=DAY.eq(1), rule="WW§Election"),
        # "Reveal who died (name only, no cause/role)"
        Announce(rule="WW-13"),
        # "At the announcement: all shots, then badges, then the victory check, then last words" (WW-9)
        Reactions(rule="WW§Deaths"),
        PassOn(SHERIFF, "badge", rule="WW-9"),
        Check(rule="WW§Victory"),
        # "Night deaths speak (Night 1 only)"
        LastWords(DEAD_TONIGHT, when=DAY.eq(1), rule="WW-9"),
        Discussion((Talk("speech", SPEECH, rule="WW-10"),), rule="WW§Day"),
        # "Highest vote count is banished"; "Tied players give speeches. Revote. If still tied: no one banished"
        Ballot("vote", Tally.MOST, Tie.RUNOFF, SPEECH, again="revote", rule="WW§Voting"),
        Banish(rule="WW-11"),
        # "after a banishment: shot, badge, last words, check" (WW-9)
        Reactions(rule="WW-7"),
        PassOn(SHERIFF, "badge", rule="WW-9"),
        LastWords(VOTED_OUT, rule="WW-9"),
        Check(rule="WW§Victory"),
    ),
    wins=(
        Wins(DRAW, WOLVES_GONE & A_SIDE_GONE, "both-sides", rule="WW-12"),
        # "if all werewolves killed, villagers win"
        Wins(VILLAGE, WOLVES_GONE, "no-wolves-left", rule="WW§Victory"),
        # "if all gods killed or all ordinary villagers killed, werewolves win"
        Wins(WOLVES, A_SIDE_GONE, "side-gone", rule="WW-12"),
    ),
    flags=(
        house("witchSelfAntidote", False, "antidote for oneself", "the Witch may save herself", "WW-3"),
        house("guardNoRepeat", True, "no repeats for the Guard",
              "the Guard may not guard the same player two nights running", "WW-4"),
        house("doubleSaveKills", False, "double save kills",
              "guard and antidote on the same bitten player kill", "WW-5"),
        house("badgeInherited", False, "badge is inherited",
              "a badge that nobody is handed goes to the next living player", "WW-9"),
        *TABLE_FLAGS,
    ),
    # "Default table of 12: four Werewolves, four Villagers, Seer, Witch, Hunter, Guard." (WW-1)
    max_rounds=FlagIs("maxRounds"),
    quiet_rounds=FlagIs("quietRounds"),
    removal_cancels_vote=FlagIs("removalCancelsVote"),
    decks=Decks(
        evil=("Werewolf",),
        more="Werewolf",
        share=Clamp(Rounded((SEATS - 1) / 3), Const(1), Const(5)),
        good=(
            Quota("Seer"), Quota("Witch", 6), Quota("Hunter", 7), Quota("Guard", 9), Quota("Guard", 13),
            Quota("Seer", 15),
        ),
        rest="Villager",
        rule="WW-1",
    ),
    prints=(("guard", "antidote"), ("kill", "poison")),
    # "roles and causes are never shown before the game is over" (WW-13)
    shows_role=NEVER,
    reasons=("self", "mate", "repeat"),
    plays_as=("2468e5ced685bb85",),
)  # fmt: skip
