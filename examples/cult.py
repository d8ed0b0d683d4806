"""The Cult: nobody has to die. By night its leader recruits; the recruited change sides, and learn of each other.

An example of a ruleset with a mechanic that no book of duskfall has, with house rules, a deck for five to sixteen,
words of its own and their Russian translations. Try it with `duskfall play --rules examples/cult.py`.
"""

from duskfall.vocabulary import (
    DAY,
    EVERYONE,
    SEATS,
    SELF,
    TARGET,
    Ability,
    Announce,
    Attack,
    Ballot,
    Banish,
    Bar,
    Become,
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
    Flag,
    FlagIs,
    Holders,
    Know,
    Mark,
    Moment,
    Occasion,
    Order,
    Overturns,
    OwnWords,
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
    Until,
    Wins,
)

FAITHFUL, CULT = "faithful", "cult"
THE_CULT = Team(CULT)
LEADER, TEMPTED = Holders(("Cult Leader",)), Holders(("Believer", "Inquisitor", "Zealot"))

NOT_SELF, NOT_MATE = Bar(SELF, "self"), Bar(THE_CULT, "mate")
ANOTHER = Pick(bars=(NOT_SELF,))

# The leader may recruit on three nights.
RECRUIT = Ability(
    "recruit",
    (Mark("approached", Until.DAWN),),
    Pick(bars=(NOT_SELF, NOT_MATE)),
    uses=3,
    rule="CULT-1",
)
# Whoever is recruited becomes a Cultist that very night; a Priest never does.
CONVERSION = Trigger(
    "conversion",
    Occasion.NAMED,
    (Become("Cultist"), Tell(SELF, "converted", Moment.AT_ONCE)),
    ("recruit",),
    when=Some(TARGET & TEMPTED),
    rule="CULT-2",
)
# When no leader is left, the first of the cult leads it from the next dusk on.
HEIR = Trigger(
    "heir",
    Occasion.DUSK,
    (Become("Cult Leader"), Tell(SELF, "anointed", Moment.AT_ONCE)),
    me=FirstOf((THE_CULT,)),
    when=FlagIs("heirs") & Count(LEADER).eq(0),
    rule="CULT-4",
)
BLESS = Ability("bless", (Mark("blessed", Until.DAWN),), ANOTHER, rule="CULT-3")
INQUIRE = Ability(
    "inquire", (ReadSide((Says(THE_CULT, "HERETIC"), Says(EVERYONE, "FAITHFUL"))),), ANOTHER, rule="CULT-5"
)
BURN = Ability("burn", (Attack(),), ANOTHER, uses=1, rule="CULT-6")

THE_CULT_RULES = Ruleset(
    id="cult",
    title=Text("The Cult"),
    teams=(FAITHFUL, CULT),
    sides=(FAITHFUL, CULT),
    roles=(
        Role("Believer", FAITHFUL),
        Role("Priest", FAITHFUL, (BLESS,), rule="CULT-2"),
        Role("Inquisitor", FAITHFUL, (INQUIRE,), rule="CULT-5"),
        Role("Zealot", FAITHFUL, (BURN,), rule="CULT-6"),
        Role("Cultist", CULT, rule="CULT-2"),
        Role("Cult Leader", CULT, (RECRUIT,), rule="CULT-1"),
    ),
    groups=(),
    knows=(Know(THE_CULT, THE_CULT, rule="CULT-2"),),
    triggers=(CONVERSION, HEIR),
    overturns=(Overturns("blessed", ("conversion",), rule="CULT-3"),),
    day_first=False,
    night=(
        Chat(THE_CULT, Const(1), "whisper", rule="CULT-2"),
        Collect(("inquire", "bless", "recruit", "burn"), rule="CULT-1"),
        # The Inquisitor sees what somebody was when the night began.
        Settle(("inquire",), Moment.DAWN, rule="CULT-5"),
        Settle(("bless", "recruit"), rule="CULT-3"),
        Settle(("burn",), rule="CULT-6"),
        Announce(),
        Dawn(),
        Check(rule="CULT-7"),
    ),
    day=(
        Discussion((Talk("speech", Order.ROTATING),)),
        Ballot(
            "vote", Tally.MOST, Tie.NOBODY, Order.ROTATING, others=True, when=FlagIs("voteOnDayOne") | (DAY > 1)
        ),
        Banish(),
        Check(rule="CULT-7"),
    ),
    wins=(
        Wins(FAITHFUL, Count(THE_CULT).eq(0), "cult-broken", rule="CULT-7"),
        Wins(CULT, Count(THE_CULT) >= Count(EVERYONE) - Count(THE_CULT), "cult-rules", rule="CULT-7"),
    ),
    flags=(
        Flag("heirs", True, about=Text("the cult has a new leader when it has lost one"), called=Text("heirs"),
             rule="CULT-4"),
        Flag("voteOnDayOne", True, about=Text("there is a vote on the first day"), called=Text("a vote on day one")),
        Flag("mostRounds", 30, about=Text("the game is a draw after so many rounds"), called=Text("the last round")),
    ),
    decks=Decks(
        evil=("Cult Leader",),
        more="Cultist",
        share=Clamp(Rounded(SEATS / 7), Const(1), Const(2)),
        good=(Quota("Priest"), Quota("Inquisitor"), Quota("Zealot", 7)),
        rest="Believer",
        seats=(5, 16),
    ),
    max_rounds=FlagIs("mostRounds"),
    prints=(("bless",), ("recruit",)),
    notices=("converted", "anointed"),
    reasons=("self", "mate"),
)  # fmt: skip

WORDS = OwnWords(
    cues={
        "recruit": "{who}, show me whom you recruit tonight.",
        "bless": "{who}, show me whom you bless tonight.",
        "inquire": "{who}, show me whose faith you question tonight.",
        "burn": "{who}, show me whom you send to the stake, if anybody.",
    },
    notices={
        "converted": "you were recruited, and belong to the cult now",
        "anointed": "you lead the cult from now on",
    },
    rules={
        "CULT-1": "A Cult Leader may recruit one player a night, on three nights.",
        "CULT-2": "Who is recruited becomes a Cultist at once and learns who else is; a Priest is never recruited.",
        "CULT-3": "Whom a Priest has blessed is not recruited that night.",
        "CULT-4": "When the cult has no leader, the first of it in seat order leads it from the next dusk on.",
        "CULT-5": "The Inquisitor learns whether a player is a heretic, as it was when the night began.",
        "CULT-6": "Once in the game the Zealot may kill a player.",
        "CULT-7": "The faithful win when the cult is gone, the cult when it is at least half of the living.",
    },
    translations={
        "ru": {
            "The Cult": "Культ",
            "Believer": "Верующий",
            "Priest": "Священник",
            "Inquisitor": "Инквизитор",
            "Zealot": "Фанатик",
            "Cultist": "Культист",
            "Cult Leader": "Глава культа",
            "faithful": "верующие",
            "cult": "культ",
            "recruit": "вербовка",
            "bless": "благословение",
            "blessed": "благословение",
            "inquire": "допрос",
            "burn": "костёр",
            "whisper": "шёпот",
            "conversion": "обращение",
            "HERETIC": "ЕРЕТИК",
            "FAITHFUL": "ВЕРЕН",
            "cult broken": "культ разгромлен",
            "cult rules": "культ у власти",
            "heirs": "наследники",
            "a vote on day one": "голосование в первый день",
            "the last round": "последний круг",
            "the cult has a new leader when it has lost one": "культ, потеряв главу, получает нового",
            "there is a vote on the first day": "в первый день голосуют",
            "you were recruited, and belong to the cult now": "вас завербовали, и теперь вы в культе",
            "you lead the cult from now on": "теперь культ ведёте вы",
            "{who}, show me whom you recruit tonight.": "{who}, покажите, кого вы вербуете этой ночью.",
            "{who}, show me whom you bless tonight.": "{who}, покажите, кого вы благословляете этой ночью.",
            "{who}, show me whose faith you question tonight.": "{who}, покажите, чью веру вы проверяете этой ночью.",
            "{who}, show me whom you send to the stake, if anybody.": "{who}, кого вы шлёте на костёр? Никого: кулак.",
        }
    },
)
