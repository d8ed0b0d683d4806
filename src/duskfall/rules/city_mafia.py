"""City Mafia (городская мафия): day first, a night order, many overrides, a Mistress whose death drags another down."""

from __future__ import annotations

from dataclasses import replace

from duskfall.rules.shared import ALIVE, HEAL, TABLE_FLAGS, house, kill_by_team, parity, turn
from duskfall.vocabulary import (
    DAY,
    DEAD_TONIGHT,
    EVERYONE,
    NIGHT,
    SEATS,
    SELF,
    SURVIVORS,
    TARGET,
    VOTED_OUT,
    Ability,
    Actors,
    Announce,
    Attack,
    Ballot,
    Banish,
    Bar,
    Card,
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
    Holders,
    IfElse,
    Know,
    LastNight,
    LastWords,
    Link,
    Mark,
    Occasion,
    Order,
    Overturns,
    Pick,
    Quota,
    ReadSide,
    Role,
    Rounded,
    Ruleset,
    Says,
    Settle,
    Some,
    Talk,
    Tally,
    Team,
    Tell,
    Text,
    Tie,
    Trigger,
    Unique,
    Until,
    Wins,
)

RED, MAFIA, MANIAC = "red", "mafia", "maniac"
THE_REDS, THE_MAFIA, THE_MANIAC = Team(RED), Team(MAFIA), Team(MANIAC)

# "Let M = living Mafia + Don (the Maniac is excluded), K = living Maniac (0/1), R = living reds"
M, K, R = Count(THE_MAFIA), Count(THE_MANIAC), Count(THE_REDS)

# "no-repeat scope: selfOnly vs anyTarget"
ANY_TARGET = FlagIs("repeatTargetScope").eq("anyTarget")


def no_repeat(verb: str, flag: str) -> tuple[Bar, Bar]:
    """Return bars against naming one player two nights running; with selfOnly, only oneself is barred (CM-5)."""
    return (
        Bar(LastNight(verb), "repeat", when=FlagIs(flag) & ANY_TARGET),
        Bar(SELF, "repeat", when=FlagIs(flag) & Some(SELF & LastNight(verb))),
    )


# "Collective kill (no misses - one number, always a kill)."; "Final say on the kill" (the Don)
THE_KILL = Group(
    "mafia",
    members=THE_MAFIA,
    ability=kill_by_team((), rule="CM§Mafia"),
    asked=FirstOf((Holders(("Don",)), Holders(("Mafia",)))),
    rule="CM-4",
)
# "then checks one player -> host confirms Sheriff / not."
SEEK = Ability(
    "seek",
    (ReadSide((Says(Holders(("Sheriff",)), "SHERIFF"), Says(EVERYONE, "NOT SHERIFF"))),),
    rule="CM§Don",
)
# "Checks one player -> host signals RED / BLACK."; "The Maniac reads BLACK to the Sheriff." (CM-4)
CHECK = Ability("check", (ReadSide((Says(THE_REDS, "RED"), Says(EVERYONE, "BLACK"))),), rule="CM§Sheriff")
# "Heals one player (self OK, not 2 nights running) -> full-night protection."
DOCTOR_HEAL = replace(HEAL, pick=Pick(bars=no_repeat("heal", "doctorNoRepeatTarget")), rule="CM§Doctor")
# "Visits one player (self OK, not 2 nights running) -> grants vote-immunity; drags that player into death if she dies"
VISIT = Ability(
    "visit",
    (
        Link("drag", when=FlagIs("loverDeathDrag")),
        # "A Mistress who survives the night grants her surviving visited player immunity from tomorrow's vote"
        Mark(
            "vote_immunity",
            Until.NEXT_DUSK,
            when=FlagIs("loverGrantsVoteImmunity") & Some(SELF & SURVIVORS) & Some(TARGET & SURVIVORS),
        ),
    ),
    Pick(bars=no_repeat("visit", "mistressNoRepeatTarget")),
    rule="CM§Mistress",
)
# "Kills one player, indiscriminately."
MANIAC_KILL = Ability("maniac_kill", (Attack(),), rule="CM§Maniac")
# "The Doctor is told `saved` only if the healed player was hit tonight, lives, and holds no immunity card" (CM-8)
SAVE = Trigger(
    "save",
    Occasion.FAILED,
    (Tell(SELF, "saved"),),
    verbs=("kill", "maniac_kill"),
    me=Actors("heal", on=TARGET),
    rule="CM-8",
)

SPEECH = Order.FOLLOWING  # "day starts one seat later" (CM-1)
A_VOTE_TODAY = FlagIs("firstDayVote") | (DAY > 1)
WORDS_OF_VICTIMS = FlagIs("nightLastWords").eq("everyNight") | (FlagIs("nightLastWords").eq("firstNight") & NIGHT.eq(1))
BY_NIGHT = ("kill", "heal", "visit", "maniac_kill")

CITY_MAFIA = Ruleset(
    id="city-mafia",
    title=Text("City Mafia"),
    teams=(RED, MAFIA, MANIAC),
    sides=(RED, MAFIA, MANIAC),
    roles=(
        Role("Citizen", RED, rule="CM§Citizen"),
        Role("Sheriff", RED, (CHECK,), rule="CM§Sheriff"),
        Role("Doctor", RED, (DOCTOR_HEAL,), (SAVE,), rule="CM§Doctor"),
        Role("Mistress", RED, (VISIT,), rule="CM§Mistress"),
        Role("Mafia", MAFIA, rule="CM§Mafia"),
        # "one number, the Don's word"
        Role("Don", MAFIA, (SEEK,), unique=Unique("CM-4"), rule="CM§Don"),
        # "BLACK solo faction [...] Does NOT count as mafia for parity."
        # "K = living Maniac (0/1)"
        Role("Maniac", MANIAC, (MANIAC_KILL,), unique=Unique("CM§L4.maniac"), rule="CM§Maniac"),
    ),
    groups=(THE_KILL,),
    knows=(Know(THE_MAFIA, THE_MAFIA, rule="CM§Mafia"),),
    # "Immunity cards are dealt with the seats, last the whole game, and are not used up." (CM-7)
    cards=(Card("immunity", rule="CM-7"),),
    overturns=(
        # "Where heal and card would both have stopped a hit, the overturn is the card's." (CM-8)
        # "Immunity -> mafia / Maniac kill": "player.immune (a night KILL only)"
        Overturns("immunity", ("kill", "maniac_kill"), rule="CM§E4"),
        # "Doctor heal -> Mafia kill": "heal target = victim"
        Overturns("heal", ("kill",), rule="CM§E1"),
        # "Doctor heal -> Maniac kill"
        Overturns("heal", ("maniac_kill",), when=FlagIs("healCancelsManiacKill"), rule="CM§E2"),
        # "2nd unsaved kill -> Doctor save": "saved target still in deaths -> save voided"; a heal always negates the
        # mafia kill, so that only the Maniac's can be the second
        Overturns("maniac_kill", ("save",), rule="CM§E3"),
        Overturns("drag", ("save",), rule="CM-8"),
        # "Immunity -> Doctor save (credit)": "saved player was actually immune -> save voided"
        Overturns("immunity", ("save",), rule="CM§E5"),
        # "Immunity -> Lover-drag": "immune partner is still dragged", unless the house rule says otherwise
        Overturns("immunity", ("drag",), when=FlagIs("immunitySavesFromDrag"), rule="CM§E6"),
        # "Doctor heal -> Lover-drag": "heal target = dragged partner"
        Overturns("heal", ("drag",), when=FlagIs("loverDragSavable"), rule="CM§E7"),
        # "Vote-immunity -> Day vote-out": "visited survived; Mistress survived"
        Overturns("vote_immunity", ("vote_out",), rule="CM§E8"),
        # "immunity card also blocks a day vote-out"
        Overturns("immunity", ("vote_out",), when=FlagIs("immunityBlocksVote"), rule="CM§Q4r"),
    ),
    day_first=True,
    # "1 Mafia kill 2 Don check 3 Sheriff check 4 Doctor heal 5 Mistress visit 6 Maniac kill Morning resolve"
    night=(
        # "Collective kill"; "Final say": rounds of private talk before it, where the table talks (CM-4)
        Chat(
            THE_MAFIA,
            IfElse(M >= 2, FlagIs("mafiaTalk"), Const(0)),
            "chat",
            when=FlagIs("mafiaTalk") >= 1,
            rule="CM-4",
        ),
        Collect(("kill",), rule="CM§L1"),
        *turn("seek", rule="CM§L1"),
        *turn("check", rule="CM§L1"),
        Collect(("heal",), rule="CM§L1"),
        Collect(("visit",), rule="CM§L1"),
        Collect(("maniac_kill",), rule="CM§L1"),
        Settle(BY_NIGHT, rule="CM§L1"),
        Announce(rule="CM-10"),
        Dawn(rule="G10"),
        Check(rule="CM-9"),
    ),
    # "Day speech Vote Last word (if out) Night Morning Win-check"
    day=(
        # A house rule of clubs: the book gives a last word only to the one who is voted out.
        LastWords(DEAD_TONIGHT, when=WORDS_OF_VICTIMS, rule="CM-1"),
        Discussion((Talk("speech", SPEECH, nominates=FlagIs("nominations"), rule="CM-1"),), rule="CM§L5"),
        # "tie -> re-speak + re-vote (ladder)"
        Ballot(
            "vote",
            Tally.MOST,
            Tie.LADDER,
            SPEECH,
            again="revote",
            ends=FlagIs("tieEndsWith"),
            nominees=FlagIs("nominations"),
            when=A_VOTE_TODAY,
            rule="CM-2",
        ),
        Banish(when=A_VOTE_TODAY, rule="CM-3"),
        LastWords(VOTED_OUT, when=A_VOTE_TODAY, rule="CM§L5"),
        Check(when=A_VOTE_TODAY, rule="CM-9"),
    ),
    wins=(
        # "all black are out: M = 0 AND K = 0"
        Wins(RED, M.eq(0) & K.eq(0), "all-black-out", rule="CM§L4.red"),
        # "the Maniac-vs-Mafia 1-on-1 standoff: a draw scored as a black win"
        Wins(
            MAFIA,
            M.eq(1) & K.eq(1) & ALIVE.eq(2) & ~FlagIs("maniacWinBeatsParity"),
            "mafia-maniac-standoff",
            rule="CM§P1",
            sheet=Text("draw, counts for black"),
        ),
        # "M >= (alive - M) - mafia >= all other living players (reds and the Maniac)"
        Wins(
            MAFIA, parity(THE_MAFIA) & ~(FlagIs("maniacWinBeatsParity") & (K >= 1)), "mafia-parity", rule="CM§L4.mafia"
        ),
        # "last black standing, 1-on-1 with a single civilian (or sole survivor): M = 0, K = 1, R <= 1"
        Wins(MANIAC, M.eq(0) & K.eq(1) & (R <= 1), "maniac-last", rule="CM§L4.maniac"),
    ),
    flags=(
        house("healCancelsManiacKill", True, "heal against the Maniac",
              "a Doctor's heal cancels a Maniac kill", "CM§healCancelsManiacKill"),
        house("loverGrantsVoteImmunity", True, "vote immunity by the Mistress",
              "the Mistress's visit gives next-day vote-immunity", "CM§loverGrantsVoteImmunity"),
        house("loverDeathDrag", True, "drag by the Mistress",
              "the Mistress's death drags the visited player", "CM§loverDeathDrag"),
        house("loverDragSavable", False, "heal against the drag", "a heal stops the drag", "CM§loverDragSavable"),
        house("doctorNoRepeatTarget", True, "no repeats for the Doctor",
              "the Doctor may not heal the same player two nights running", "CM§doctorNoRepeatTarget"),
        house("mistressNoRepeatTarget", True, "no repeats for the Mistress",
              "the Mistress may not visit the same player two nights running", "CM§mistressNoRepeatTarget"),
        house("repeatTargetScope", "anyTarget", "reach of no repeats",
              "whom the no-repeat rules bar", "CM-5", "anyTarget", "selfOnly"),
        house("maniacWinBeatsParity", False, "Maniac against parity",
              "a living Maniac blocks the Mafia's win", "CM§maniacWinBeatsParity"),
        house("immunityBlocksVote", False, "immunity at the vote",
              "the immunity card also blocks a vote-out", "CM§immunityBlocksVote"),
        house("immunitySavesFromDrag", False, "immunity against the drag",
              "the immunity card stops the drag", "CM§immunitySavesFromDrag"),
        house("firstDayVote", True, "vote on day 1", "there is a vote on day 1", "CM-1"),
        house("tieEndsWith", "nobody", "end of a tie",
              "who is out when a tie does not dissolve", "CM-2", "nobody", "all", "tableVote"),
        house("nominations", False, "nominations", "the vote is among players nominated in speeches", "CM-2"),
        house("mafiaTalk", 1, "talk of the Mafia", "rounds of private talk of the Mafia before the kill", "CM-4",
              least=0, hosted=0, before=0),
        house("nightLastWords", "nobody", "last words after a night",
              "which night's victims have last words", "CM-1", "nobody", "firstNight", "everyNight"),
        house("revealOnDeath", False, "roles of the dead are shown", "the role of the dead is shown", "CM-10"),
        *TABLE_FLAGS,
    ),
    # "black = round(0.3 n), halves up, at least 1: first the Don, then one Mafia, then the Maniac,
    # then more Mafia" (CM-11)
    max_rounds=FlagIs("maxRounds"),
    quiet_rounds=FlagIs("quietRounds"),
    removal_cancels_vote=FlagIs("removalCancelsVote"),
    decks=Decks(
        evil=("Don", "Mafia", "Maniac"),
        more="Mafia",
        share=Clamp(Rounded(SEATS * 3 / 10), Const(1), SEATS),
        good=(Quota("Sheriff"), Quota("Doctor", 6), Quota("Mistress", 8)),
        rest="Citizen",
        rule="CM-11",
    ),
    # "Direct kills, then the heal. [...] Immunity card. [...] Lover-death drag. [...] Vote-immunity."
    prints=(("heal", "kill", "maniac_kill"), ("drag",), ("vote_immunity", "save")),
    shows_role=FlagIs("revealOnDeath"),
    notices=("saved",),
    reasons=("repeat",),
    plays_as=("4491a72bdce5f133", "643e6c39673b3ca5"),
)  # fmt: skip
