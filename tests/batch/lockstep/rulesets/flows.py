"""Changes to a ruleset: votes, offices, other steps, and what holds for the whole table."""

from __future__ import annotations

from dataclasses import replace

from duskfall.vocabulary import (
    ALWAYS,
    NEVER,
    VOTED_OUT,
    Announce,
    Ballot,
    Banish,
    Card,
    Chat,
    Check,
    Clamp,
    Const,
    Dawn,
    Deal,
    Discussion,
    Elect,
    FlagIs,
    Know,
    LadderEnd,
    LastWords,
    Order,
    PassOn,
    Reactions,
    Ruleset,
    RulesetError,
    Step,
    Talk,
    Tally,
    Tie,
    Title,
    Weight,
    Wins,
)
from tests.batch.lockstep.rulesets.growing import ENDS, Growing
from tests.batch.lockstep.rulesets.pieces import (
    COUNTED,
    TEAMS,
)

# -- steps ---------------------------------------------------------------------------------------------------


def ballot(growing: Growing) -> Ruleset:
    """Another way to vote."""
    random, pieces = growing.random, growing.pieces
    tie = random.choice(list(Tie))
    step = Ballot(
        "vote",
        random.choice(list(Tally)),
        tie,
        random.choice(list(Order)),
        blank="blank" if pieces.chance(20) else "",
        again="vote-again" if tie in (Tie.LADDER, Tie.RUNOFF) else "",
        ends=random.choice((FlagIs(ENDS), *(Const(each.value) for each in LadderEnd))),
        nominees=pieces.maybe(30) if pieces.chance(40) else NEVER,
        others=pieces.chance(25),
        abstain=pieces.chance(60),
        when=pieces.maybe(15),
    )
    if tie is not Tie.LADDER:
        step = Ballot(*(getattr(step, name) for name in ("verb", "tally", "tie", "order", "blank", "again")),
                      nominees=step.nominees, others=step.others, abstain=step.abstain, when=step.when)  # fmt: skip
    steps = tuple(step if isinstance(old, Ballot) and old.verb == "vote" else old for old in growing.rules.day)
    return replace(growing.rules, day=steps)


def second_ballot(growing: Growing) -> Ruleset:
    """The table votes twice a day, and maybe sends somebody away each time."""
    if sum(isinstance(step, Ballot) for step in growing.rules.day) > 1:
        raise RulesetError("twice is enough")
    tally = growing.random.choice(list(Tally))
    step = Ballot("poll", tally, Tie.LOT if tally is not Tally.HALF_OF_VOTES else Tie.NOBODY, Order.SEATS)
    rules = growing.with_step(growing.rules, "day", step)
    at = next(k for k, each in enumerate(rules.day) if isinstance(each, Ballot) and each.verb == "poll")
    return growing.with_step(rules, "day", Banish(), after=at)


def step(growing: Growing) -> Ruleset:
    """One more step, anywhere in a phase."""
    random, pieces = growing.random, growing.pieces
    when = pieces.maybe(25)
    made: list[Step] = [
        Dawn(when=when), Announce(when=when), Check(when=when), Check(), Reactions(when=when), Reactions(),
        Chat(pieces.who(1), Const(1), "whisper", when=when), LastWords(VOTED_OUT, when=when),
        Discussion((Talk("talk", random.choice(list(Order)), nominates=pieces.maybe(30)),), when=when),
        Discussion((Talk("talk", random.choice(list(Order)), nominates=ALWAYS),)),
    ]  # fmt: skip
    return growing.with_step(growing.rules, random.choice(("night", "day", "day")), random.choice(made))


def title(growing: Growing) -> Ruleset:
    """An office: an election, and handing it on."""
    random, pieces = growing.random, growing.pieces
    name = growing.name("office")
    weight = random.choice((Const(1.5), Const(2), Const(0.5), Clamp(pieces.number(1, me=True), Const(0), Const(3))))
    office = Title(name, weight, pieces.chance(50), pieces.rarely(40))
    rules = replace(growing.rules, titles=(*growing.rules.titles, office))
    elect = Elect(name, growing.name("stand"), growing.name("withdraw"), growing.name("elect"), when=pieces.maybe(50))
    rules = growing.with_step(rules, random.choice(("day", "day", "night")), elect)
    return growing.with_step(rules, random.choice(("day", "day", "night")), PassOn(name, growing.name("hand")))


# -- the rest of the book ------------------------------------------------------------------------------------


def beside(growing: Growing) -> Ruleset:
    """Something for the whole table: weights, knowledge, deals, cards, victories, when the dead are shown."""
    rules, pieces, random = growing.rules, growing.pieces, growing.random
    match random.randrange(8):
        case 0:
            votes = random.choice(
                (Const(2), Const(1.5), Const(0), Clamp(pieces.number(1, me=True), Const(0), Const(3)))
            )
            return replace(rules, weights=(*rules.weights, Weight(pieces.who(1, me=True), votes)))
        case 1:
            return replace(rules, knows=(*rules.knows, Know(pieces.who(1), pieces.who(1))))
        case 2:
            name = growing.name("deal")
            growing.pieces.deals.append(name)
            return replace(rules, deals=(*rules.deals, Deal(name, pieces.who(1), pieces.who(1))))
        case 3:
            return replace(rules, cards=(*rules.cards, Card(growing.name("card"))))
        case 4:
            line = Wins(random.choice(TEAMS), pieces.holds(2) & pieces.holds(2), growing.name("won"))
            return replace(rules, wins=(*rules.wins, line))
        case 5:
            return replace(rules, shows_role=pieces.holds(1))
        case 6:
            return replace(rules, quiet_rounds=random.choice((Const(2), FlagIs(COUNTED))))
        case _:
            return replace(rules, max_rounds=random.choice((Const(3), Const(8), FlagIs(COUNTED))))
