"""Small rulesets, written for one thing each: every kind of vote, rings of blocks and of guards, weights, numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from duskfall.core.plan.compile import compile_plan
from duskfall.vocabulary import (
    ALWAYS,
    DAY,
    EVERYONE,
    LIVING,
    NEVER,
    NIGHT,
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
    Bar,
    Block,
    Check,
    Clamp,
    Collect,
    Const,
    Count,
    Cowin,
    Dawn,
    Deal,
    Discussion,
    Elect,
    Expr,
    Flag,
    FlagIs,
    Guard,
    Holders,
    IfElse,
    Know,
    LadderEnd,
    LastNight,
    Mark,
    Marked,
    Moment,
    Occasion,
    Order,
    Overturns,
    PassOn,
    Pick,
    ReadSide,
    Ring,
    Role,
    Rounded,
    Ruleset,
    RulesetError,
    Says,
    Seen,
    Settle,
    Show,
    Some,
    Talk,
    Tally,
    Team,
    Tell,
    Tie,
    Tier,
    Title,
    Trigger,
    Until,
    Weight,
    Wins,
)
from tests.batch.lockstep.rulesets.growing import START

NOT_SELF = Pick(bars=(Bar(SELF, "self"),))
KILL = Ability("kill", (Attack(),), NOT_SELF)
VISIT = Ability("visit", (Mark("seen", Until.DAWN), Tell(TARGET, "psst")), cautious=True, uses=2)
FINE = Says(EVERYONE, "FINE")
NIGHT_OF_KILLS = (Collect(("kill",)), Settle(("kill",)), Announce(), Dawn(), Check())


def book(name: str, **change: object) -> Ruleset:
    """A small book with a killer, changed like this."""
    roles = (Role("Plain", "good"), Role("Wolf", "evil", (KILL,)), *START.roles[2:])
    return replace(replace(START, id=name, roles=roles, night=NIGHT_OF_KILLS), **change)  # type: ignore[arg-type]


def votes() -> Iterator[Ruleset]:
    """Every kind of vote that can be."""
    talk = Discussion((Talk("talk", Order.ROTATING, nominates=(DAY % 2).eq(1)), Talk("more", Order.SEATS)))
    kinds = product(Tally, Tie, (False, True), (False, True), ("", "blank"), (NEVER, DAY > 1), (None, *LadderEnd))
    for number, (tally, tie, others, abstain, blank, nominees, end) in enumerate(kinds):
        again = "vote-again" if tie in (Tie.LADDER, Tie.RUNOFF) else ""
        if (end is None) == (tie is Tie.LADDER):
            continue
        ballot = Ballot(
            "vote", tally, tie, Order.ROTATING, blank, again, nominees=nominees, others=others, abstain=abstain
        )
        ballot = replace(ballot, ends=Const(end.value)) if end else ballot
        weights = (Weight(Holders(("Doctor",)), Const(1.5)), Weight(Team("evil"), Const(2)))
        rules = book(
            f"votes-{number}",
            day=(talk, ballot, Banish(), Check()),
            weights=weights if number % 3 == 0 else (),
        )
        try:
            compile_plan(rules)
        except RulesetError:
            continue
        yield rules


def rings() -> Iterator[Ruleset]:
    """Blockers in rings of three with each rule for them, and guards in a ring."""
    for number, (fails, higher, priorities) in enumerate(
        product((ALWAYS, NEVER, FlagIs("switch")), (NEVER, ALWAYS, FlagIs("switch")), ((1, 1, 1), (1, 2, 3), (2, 1, 2)))
    ):
        acts = [Ability(f"block{k}", (Block(priority),)) for k, priority in enumerate(priorities)]
        verbs = tuple(each.verb for each in acts)
        roles = (
            Role("Plain", "good", (acts[0],)), Role("Wolf", "evil", (KILL,)), Role("Doctor", "good", (acts[1],)),
            Role("Seer", "good", (acts[2],)), *START.roles[4:],
        )  # fmt: skip
        yield book(
            f"blocks-{number}",
            roles=roles,
            night=(Collect((*verbs, "kill")), Settle((*verbs, "kill")), Announce(), Dawn(), Check()),
            overturns=tuple(Overturns(verb, (*verbs, "kill"), At.ACTOR) for verb in verbs),
            rings=(Ring(verbs, fails, higher),),
        )
    for number, fails in enumerate((ALWAYS, NEVER, NIGHT > 1)):
        heal, hide = Ability("heal", (Guard(),)), Ability("hide", (Guard(Tier.BASIC),))
        yield book(
            f"guards-{number}",
            roles=(Role("Plain", "good", (hide,)), Role("Wolf", "evil", (KILL,)), Role("Doctor", "good", (heal,)),
                   *START.roles[3:]),
            night=(Collect(("heal", "hide", "kill")), Settle(("heal", "hide", "kill")), Announce(), Dawn(), Check()),
            overturns=(Overturns("heal", ("hide", "kill")), Overturns("hide", ("heal", "kill"))),
            rings=(Ring(("heal", "hide"), fails),),
        )  # fmt: skip


NUMBERS: dict[str, Expr] = {
    "division": Count(EVERYONE) / 2 > Count(Team("evil")) * 2,
    "product": Count(Team("evil")) * 3 >= Count(EVERYONE),
    "thirds": (SEATS / 3).eq(2) | (Rounded(SEATS / 3) >= Count(EVERYONE)),
    "remainder": ((Count(EVERYONE) + NIGHT) % 3).eq(0),
    "rounded": Rounded(Count(EVERYONE) / 4 + Const(0.5)).eq(2),
    "clamped": Clamp(Count(EVERYONE) - SEATS / 2, Const(1), Const(2.5)).eq(2.5),
    "either": IfElse(FlagIs("switch"), Count(EVERYONE), SEATS - NIGHT) <= 4,
    "negative": (Count(EVERYONE) - SEATS) % 4 > 2,
    "halves": (Const(0.5) * Count(EVERYONE)).eq(2.5) | ~Some(Team("evil") & LIVING),
}


def numbers() -> Iterator[Ruleset]:
    """A victory by each kind of number, and ballots that weigh so much."""
    for name, number in NUMBERS.items():
        yield book(f"numbers-{name}", wins=(*START.wins, Wins("odd", number, name)))
    for name, weight in {
        "half": Const(0.5), "third": Const(1) / 4 + 1, "none": Const(0), "many": Rounded(Count(EVERYONE) / 2),
        "day": IfElse(DAY > 1, Const(1), Const(3)), "seats": Rounded(SEATS / 3),
    }.items():  # fmt: skip
        yield book(
            f"weights-{name}",
            weights=(Weight(Holders(("Doctor", "Seer")), weight), Weight(Team("evil"), Const(1.25))),
            titles=(Title("chair", weight, speaks_last=True),),
            day=(
                Elect("chair", "stand", "withdraw", "elect", when=DAY.eq(1)),
                Discussion((Talk("talk", Order.ALTERNATING),)),
                Ballot("vote", Tally.MOST, Tie.RUNOFF, Order.ALTERNATING, again="vote-again"),
                Banish(),
                PassOn("chair", "hand"),
                Check(),
            ),
        )


def oddities() -> Iterator[Ruleset]:
    """What the books do little of: cautious guests, deals, marks of each length, names of roles, later nights."""
    marked = tuple(Mark(name, until) for name, until in (
        ("dewy", Until.DAWN), ("dusky", Until.NEXT_DUSK), ("legible", Until.READ), ("branded", Until.FOREVER),
    ))  # fmt: skip
    roles = (
        Role("Plain", "good", (Ability("mark", marked, Pick(decline=False)),)),
        Role("Wolf", "evil", (KILL,), defense=Tier.BASIC),
        Role("Doctor", "good", (Ability("heal", (Guard(),), Pick(bars=(Bar(LastNight("heal"), "again"),))),)),
        Role("Seer", "good", (
            Ability("look", (ReadSide((Says(Marked("branded"), "STRANGE"), Says(Team("evil"), "BAD"), FINE)),)),
        ), seen=Seen("BAD", NIGHT > 1)),
        Role("Fool", "odd", (Ability("hide", (Show("", first=True),), Pick(names_role=True)),), proof=("visit",)),
        Role("Witch", "odd", (VISIT,)),
        Role("Cub", "evil", (), (
            Trigger("goal", Occasion.LEFT, (Cowin(),), me=Holders(("Cub",)), when=Some(Assigned("prey") & TARGET)),
            Trigger("revenge", Occasion.VOTED_OUT, (Attack(Tier.UNSTOPPABLE, on=Holders(("Seer",))),), nights=1),
        )),
    )  # fmt: skip
    verbs = ("mark", "hide", "kill", "look", "revenge")
    edges = (
        Overturns("heal", ("kill", "visit")),
        Overturns("legible", ("look",), shows="FINE"),
        Overturns("dusky", ("look",), when=~Some(Marked("legible") & TARGET), shows="STRANGE"),
        Overturns(ROLE, ("look", "visit", "kill")),
        Overturns("branded", ("vote_out",), when=DAY > 1),
    )
    yield book(
        "oddities",
        roles=roles,
        night=(
            Collect(("heal", "mark")), Settle(("heal",)), Collect(("visit", "hide", "kill", "look")),
            Settle(("visit",)), Settle(verbs, Moment.DAWN), Announce(), Dawn(), Check(),
        ),
        overturns=edges,
        deals=(Deal("prey", Holders(("Cub",)), Team("good")),),
        knows=(Know(Team("evil"), Team("evil")),),
        flags=(*START.flags, Flag("half", 0.5)),
    )  # fmt: skip


def mornings() -> Iterator[Ruleset]:
    """Deaths are announced by day: who would have spoken first may be dead by then."""
    yield book(
        "mornings",
        night=(Collect(("kill",)), Settle(("kill",)), Dawn()),
        day=(
            Announce(), Check(), Discussion((Talk("speech", Order.FOLLOWING, nominates=ALWAYS),)),
            Ballot("vote", Tally.MOST, Tie.NOBODY, Order.FOLLOWING, nominees=ALWAYS), Banish(), Check(),
        ),
    )  # fmt: skip


def written() -> dict[str, Ruleset]:
    """All of them, by id."""
    return {rules.id: rules for each in (votes, rings, numbers, oddities, mornings) for rules in each()}
