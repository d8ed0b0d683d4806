"""Every effect, in every place where it can be written: it is refused when the plan is made, or it runs as told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest

from duskfall.core.facts import Announced, CoWon, Fell, Lost, MarkSet, Noticed, Shown, Told
from duskfall.core.plan.compile import compile_plan
from duskfall.core.play.game import Game
from duskfall.table.run import play as finish
from duskfall.table.seating import seat_players
from duskfall.tell.rules.formats import page
from duskfall.tell.rules.steps import action
from duskfall.vocabulary import (
    DAY,
    EVERYONE,
    SELF,
    TARGET,
    VOTED_OUT,
    Ability,
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
    Collect,
    Const,
    Count,
    Cowin,
    Dawn,
    Decks,
    Discussion,
    Effect,
    Elect,
    Flag,
    Group,
    Guard,
    Holders,
    Know,
    LastWords,
    Link,
    Lose,
    Mark,
    Moment,
    Occasion,
    Order,
    Overturns,
    PassOn,
    Pick,
    Quota,
    Reactions,
    ReadRole,
    ReadSeats,
    ReadSide,
    Reveal,
    Role,
    Ruleset,
    RulesetError,
    Says,
    Settle,
    Show,
    Some,
    Step,
    Talk,
    Tally,
    Teach,
    Team,
    Tell,
    Text,
    Tie,
    Tier,
    Title,
    Trigger,
    Until,
    Visitors,
    Wins,
)

ODD, WOLF, DOCTOR, BLOCKER, VICTIM, STUDENT, PLAIN = range(1, 8)
SEATS = {
    "Odd": "Odd", "Wolf": "Wolf", "Doc": "Doctor", "Blo": "Blocker", "Vic": "Victim", "Stu": "Student", "Pla": "Plain",
}  # fmt: skip
OTHERS = Holders(("Victim",))
STUDENTS = Holders(("Student",))
BY_NIGHT = ("kill", "protect", "block", "odd", "later")

EFFECTS: dict[str, Effect] = {
    "Block": Block(),
    "Guard": Guard(Tier.POWERFUL),
    "Attack": Attack(Tier.UNSTOPPABLE, on=OTHERS),
    "Mark": Mark("odd_mark", Until.FOREVER),
    "Link": Link("odd_link"),
    "ReadSide": ReadSide((Says(Team("evil"), "BAD"), Says(EVERYONE, "FINE"))),
    "ReadRole": ReadRole(),
    "ReadSeats": ReadSeats(Visitors(TARGET)),
    "Show": Show("somebody else"),
    "Teach": Teach(STUDENTS),
    "Reveal": Reveal("odd_shown"),
    "Tell": Tell(STUDENTS, "psst", Moment.AT_ONCE),
    "Tell at dawn": Tell(STUDENTS, "psst"),
    "Become": Become("Plain"),
    "Lose": Lose("odd"),
    "Cowin": Cowin(),
}
assert {type(effect).__name__ for effect in EFFECTS.values()} == {kind.__name__ for kind in Effect.__subclasses__()}
ACTS = ("act by night", "act by day")
PLACES = (
    *ACTS,
    *(occasion.name for occasion in Occasion),
    *(f"{occasion.name}, later" for occasion in Occasion),
    *(f"{occasion.name}, asked" for occasion in Occasion),
)

# What no executor takes, place by place; everything else must run.
ACTS_ALONE = {"Block", "Guard", "Link", "ReadSide", "ReadRole", "ReadSeats", "Show"}
CLOCK = {"Mark", "Teach", "Reveal"}  # they need somebody to be done to
REFUSED: dict[str, set[str]] = dict.fromkeys(PLACES, ACTS_ALONE) | {
    "act by night": set(),
    "act by day": {"Block", "Guard", "Link", "Show", "Tell at dawn"},
    "DUSK": ACTS_ALONE | CLOCK,
    "DUSK, later": ACTS_ALONE | CLOCK,
    "DAWN": ACTS_ALONE | CLOCK | {"Attack", "Tell at dawn"},
    "DAWN, later": ACTS_ALONE | CLOCK,
    "VOTED_OUT": ACTS_ALONE | {"Tell at dawn"},
    "LEFT": ACTS_ALONE | {"Tell at dawn"},
    **{f"{occasion.name}, asked": set(EFFECTS) for occasion in Occasion},
    **{f"{name}, asked": ACTS_ALONE | {"Tell at dawn"} for name in ("DIED", "VOTED_OUT", "LEFT")},
}


def with_odd(place: str, effect: Effect) -> Ruleset:
    """A small book, with this effect written at this place for the role Odd."""
    odd = Ability("odd", (effect,)) if place in ACTS else Ability("odd", (Mark("idle", Until.DAWN),))
    name, _, how = place.partition(", ")
    triggers: tuple[Trigger, ...] = ()
    if place not in ACTS:
        occasion = Occasion[name]
        triggers = (
            Trigger(
                "later",
                occasion,
                (effect,),
                me=SELF_OF_CLOCK if occasion in (Occasion.DUSK, Occasion.DAWN) else TARGET_OR_ACTOR[occasion],
                nights=1 if how == "later" else 0,
                ask=Pick() if how == "asked" else None,
            ),
        )
    by_day = place == "act by day"
    night = tuple(verb for verb in BY_NIGHT if not (verb == "odd" and by_day) and (verb != "later" or triggers))
    asked = tuple(verb for verb in night if verb != "later")
    return Ruleset(
        id="odd-book",
        title=Text("The odd book"),
        teams=("good", "evil"),
        sides=("good", "evil"),
        roles=(
            Role("Odd", "good", (odd,), triggers),
            Role("Wolf", "evil", (Ability("kill", (Attack(),)),)),
            Role("Doctor", "good", (Ability("protect", (Guard(),)),)),
            Role("Blocker", "good", (Ability("block", (Block(),)),)),
            *(Role(name, "good") for name in ("Victim", "Student", "Plain")),
        ),
        groups=(),
        overturns=(
            Overturns("protect", ("kill",)),
            Overturns("block", ("kill", "odd"), At.ACTOR) if not by_day else Overturns("block", ("kill",), At.ACTOR),
            *((Overturns("odd", ("kill",)),) if isinstance(effect, Guard) and place in ACTS else ()),
            *((Overturns("odd", ("kill",), At.ACTOR),) if isinstance(effect, Block) and place in ACTS else ()),
        ),
        night=(Collect(asked), Settle(night), Announce(), Dawn()),
        day=(
            *((Collect(("odd",)), Settle(("odd",))) if by_day else ()),
            Ballot("vote", Tally.MOST, Tie.NOBODY, Order.SEATS),
            Banish(),
            Reactions(),
            Check(),
        ),
        day_first=False,
        wins=(Wins("good", Count(Team("evil")).eq(0), "no-evil"),),
        flags=(),
        decks=Decks(("Wolf",), "Wolf", Const(1), (Quota("Odd"),), "Plain"),
        max_rounds=Const(3),
        prints=(),
        notices=("psst",),
    )


TARGET_OR_ACTOR = dict.fromkeys(Occasion, TARGET)
SELF_OF_CLOCK = Holders(("Odd",))


def play(rules: Ruleset, plot: dict[str, dict[int, int]]) -> Game:
    """Two whole rounds of the plot; whatever is not in it is not done."""
    game = Game.start(rules, SEATS, talk=False)
    asked: dict[tuple[int, str], int] = {}
    while game.asks and game.state.rounds < 2:
        ask = game.asks[0]
        times = asked[ask.seat, ask.verb] = asked.get((ask.seat, ask.verb), 0) + 1
        wanted = plot.get(ask.verb, {}).get(ask.seat) if times == 1 else None
        game.answer(ask.seat, ask.verb, wanted)
    return game


def plot_for(place: str) -> dict[str, dict[int, int]]:
    """What must happen for the effect to come about: the wolf, the doctor, the blocker and the voters see to it."""
    name = place.partition(", ")[0]
    voters = dict.fromkeys((WOLF, DOCTOR, BLOCKER, STUDENT, PLAIN), ODD)
    plots: dict[str, dict[str, dict[int, int]]] = {
        "act by night": {"odd": {ODD: VICTIM}},
        "act by day": {"odd": {ODD: VICTIM}},
        "BLOCKED": {"kill": {WOLF: ODD}, "block": {BLOCKER: WOLF}},
        "NAMED": {"protect": {DOCTOR: ODD}},
        "FAILED": {"kill": {WOLF: ODD}, "protect": {DOCTOR: ODD}},
        "KILLED": {"kill": {WOLF: ODD}},
        "DIED": {"kill": {WOLF: ODD}},
        "VOTED_OUT": {"vote": voters},
        "LEFT": {"vote": voters},
        "DUSK": {},
        "DAWN": {},
    }
    return plots[name] | ({"later": {ODD: VICTIM}} if place.endswith("asked") else {})


def the_target(place: str) -> int:
    return VICTIM if place in ACTS or place.endswith("asked") else ODD


def known(game: Game, seat: int) -> dict[int, str]:
    return game.view(seat).known


ORACLES: dict[str, Callable[[Game, int], bool]] = {
    "Attack": lambda game, target: VICTIM in game.view(0).dead,
    "Mark": lambda game, target: MarkSet(0, target, "odd_mark") in game.facts,
    "Teach": lambda game, target: known(game, STUDENT).get(target) == game.state.dealt[target],
    "Reveal": lambda game, target: any(isinstance(f, Shown) and f.seat == target for f in game.facts),
    "Tell": lambda game, target: Noticed(1 << STUDENT, STUDENT, "psst") in game.facts,
    "Tell at dawn": lambda game, target: Noticed(1 << STUDENT, STUDENT, "psst") in game.facts,
    "Become": lambda game, target: game.state.roles[ODD] == "Plain",
    "Lose": lambda game, target: any(isinstance(f, Lost) and (f.seat, f.verb) == (ODD, "odd") for f in game.facts),
    "Cowin": lambda game, target: any(isinstance(f, CoWon) and f.seat == ODD for f in game.facts),
    "ReadSide": lambda game, target: Told(1 << ODD, ODD, "odd", target, "FINE") in game.facts,
    "ReadRole": lambda game, target: Told(1 << ODD, ODD, "odd", target, "Victim") in game.facts,
    "ReadSeats": lambda game, target: Told(1 << ODD, ODD, "odd", target, "", (ODD,)) in game.facts,
}
# Some are seen only in what they do to others.
HELPED: dict[str, tuple[dict[str, dict[int, int]], Callable[[Game], bool]]] = {
    "Block": ({"odd": {ODD: WOLF}, "kill": {WOLF: VICTIM}}, lambda game: VICTIM in game.view(0).living),
    "Guard": ({"odd": {ODD: VICTIM}, "kill": {WOLF: VICTIM}}, lambda game: VICTIM in game.view(0).living),
    "Link": ({"odd": {ODD: VICTIM}, "kill": {WOLF: ODD}}, lambda game: VICTIM in game.view(0).dead),
    "Show": (
        {"odd": {ODD: VICTIM}, "kill": {WOLF: VICTIM}},
        lambda game: any(isinstance(f, Announced) and (VICTIM, "somebody else") in f.dead for f in game.facts),
    ),
}


@pytest.mark.parametrize(("place", "name"), list(product(PLACES, EFFECTS)))
def test_an_effect_is_refused_or_runs(place: str, name: str) -> None:
    effect = EFFECTS[name]
    rules = with_odd(place, effect)
    if name in REFUSED[place]:
        with pytest.raises(RulesetError, match=r"^odd-book: (act 'odd'|trigger 'later'): .+") as refused:
            compile_plan(rules)
        assert "\n" not in str(refused.value)
        return
    compile_plan(rules)
    if name in HELPED:
        plot, holds = HELPED[name]
        assert holds(play(rules, plot)), f"{name} in {place} did not run"
        assert not holds(play(rules, {verb: acts for verb, acts in plot.items() if verb != "odd"}))
        return
    assert ORACLES[name](play(rules, plot_for(place)), the_target(place)), f"{name} in {place} did not run"
    if place not in ("DUSK", "DAWN", "DUSK, later", "DAWN, later"):
        assert not ORACLES[name](play(rules, {}), the_target(place)), f"{name} in {place} runs by itself"


@pytest.mark.parametrize(("place", "name"), list(product(PLACES, EFFECTS)))
def test_what_runs_is_what_the_rules_page_says(place: str, name: str) -> None:
    if name in REFUSED[place]:
        return
    told = page(with_odd(place, EFFECTS[name]))
    kind = type(EFFECTS[name])
    assert any(phrase.lower() in told.lower() for phrase in PHRASES[kind]), f"{name} in {place} is not on the page"


PHRASES: dict[type[Effect], tuple[str, ...]] = {
    Block: ("all that the target does this night fails",),
    Guard: ("protects the target tonight",),
    Attack: ("kills all who are Victim",),
    Mark: ('the mark "odd mark" for good',),
    Link: ("binds the target to",),
    ReadSide: ('"BAD" for',),
    ReadRole: ("learns the role of the target",),
    ReadSeats: ("learns the names of all who visit",),
    Show: ('shown to the table as "somebody else"',),
    Teach: ("true role",),
    Reveal: ("shows everyone",),
    Tell: ("who are Student are told at", "tells all who are Student at"),
    Become: ("to Plain", "becomes Plain", "become Plain"),
    Lose: ("takes odd from", "may never use odd again"),
    Cowin: ("beside whichever side wins",),
}


def test_a_death_by_day_is_seen_at_once() -> None:
    game = play(with_odd("act by day", EFFECTS["Attack"]), {"odd": {ODD: VICTIM}})
    assert any(isinstance(fact, Fell) and fact.seat == VICTIM for fact in game.facts)


@pytest.mark.parametrize("name", ["DIED", "DUSK"])
def test_a_death_by_night_is_announced_at_dawn(name: str) -> None:
    game = play(with_odd(name, EFFECTS["Attack"]), plot_for(name))
    announced = next(fact for fact in game.facts if isinstance(fact, Announced))
    assert VICTIM in dict(announced.dead)


# -- the other fields ---------------------------------------------------------------------------------------


def trigger(rules: Ruleset, **change: object) -> Ruleset:
    odd = rules.roles[0]
    changed = replace(odd.triggers[0], **change)  # type: ignore[arg-type]
    return replace(rules, roles=(replace(odd, triggers=(changed,)), *rules.roles[1:]))


DIED = with_odd("DIED", EFFECTS["Cowin"])
DUSK = with_odd("DUSK", EFFECTS["Cowin"])
NAMED = with_odd("NAMED", EFFECTS["Cowin"])
ASKED = with_odd("DIED, asked", EFFECTS["Attack"])


def day(rules: Ruleset, **change: object) -> Ruleset:
    steps = tuple(replace(step, **change) if isinstance(step, Ballot) else step for step in rules.day)  # type: ignore[arg-type]
    return replace(rules, day=steps)


def by_team(name: str) -> Group:
    return Group(name, Team(name), Ability("kill", (Attack(),)), asked=Team(name))


def linked() -> Ruleset:
    """A book with a link, and a kill that comes when somebody has died."""
    rules = with_odd("act by night", EFFECTS["Link"])
    odd = replace(rules.roles[0], triggers=(Trigger("later", Occasion.DIED, (EFFECTS["Attack"],)),))
    return replace(rules, roles=(odd, *rules.roles[1:]))


def acting(ability: Ability) -> Ruleset:
    """The small book with another act for the role Odd."""
    verbs = tuple(ability.verb if verb == "odd" else verb for verb in BY_NIGHT[:4])
    return replace(
        DIED,
        roles=(replace(DIED.roles[0], abilities=(ability,), triggers=()), *DIED.roles[1:]),
        overturns=(DIED.overturns[0], Overturns("block", ("kill",), At.ACTOR)),
        night=(Collect(verbs), Settle(verbs), Announce(), Dawn()),
    )


WRONG: dict[str, tuple[Ruleset, str]] = {
    "nothing": (trigger(DIED, does=()), "trigger 'later' does nothing"),
    "a choice of nothing": (trigger(ASKED, does=()), "trigger 'later' does nothing"),
    "acts of a death": (trigger(DIED, verbs=("kill",)), "acts are named, but DIED waits for none"),
    "nobody's dusk": (trigger(DUSK, me=TARGET), "TARGET is nobody on DUSK"),
    "a choice with a role": (trigger(ASKED, ask=Pick(names_role=True)), "takes a player's name alone"),
    "a choice later": (trigger(ASKED, nights=1), "a choice cannot be put off"),
    "no reactions": (
        replace(ASKED, day=tuple(step for step in ASKED.day if not isinstance(step, Reactions))),
        "there is no Reactions step in the day",
    ),
    "later, never settled": (
        replace(trigger(NAMED, nights=1), night=(Collect(BY_NIGHT[:4]), Settle(BY_NIGHT[:4]), Announce(), Dawn())),
        "no Settle step of the night names it",
    ),
    "settled as another act": (
        trigger(DIED, does=(Attack(as_="kill"),)), "an Attack cannot be settled as 'kill' from here",
    ),
    "settled as an act that is over": (
        trigger(NAMED, does=(Attack(as_="kill"),), verbs=("protect",)), "which no later Settle step names",
    ),
    "by night": (replace(DIED, night=(*DIED.night, Banish())), "a Banish step stands by day"),
    "settled first": (
        replace(DIED, night=(Settle(BY_NIGHT), Collect(BY_NIGHT[:4]))), "no Settle step after it names it",
    ),
    "no dawn": (
        replace(with_odd("act by night", EFFECTS["Tell at dawn"]), night=(Collect(BY_NIGHT[:4]), Settle(BY_NIGHT[:4]))),
        "no Dawn step follows",
    ),
    "no tie": (day(DIED, tie="coin"), "Ballot.tie: 'coin' is no Tie"),
    "no tally": (day(DIED, tally=None), "Ballot.tally: None is no Tally"),
    "a number for an expression": (replace(DIED, max_rounds=3), "Ruleset.max_rounds: 3 is no Expr"),  # type: ignore[arg-type]
    "one effect": (trigger(DIED, does=Cowin()), "Trigger.does: Cowin() is no tuple"),
    "a ladder without a name": (day(DIED, tie=Tie.LADDER), "needs a name of its own"),
    "again for nothing": (day(DIED, again="revote"), "no vote again can come"),
    "a blank in a run-off": (day(DIED, tie=Tie.RUNOFF, again="revote", blank="no"), "a blank goes with the tie NOBODY"),
    "a blank that must not be": (day(DIED, blank="skip", abstain=False), "a blank goes with the tie NOBODY"),
    "half of the votes twice": (day(DIED, tally=Tally.HALF_OF_VOTES, tie=Tie.LOT), "two cannot both have more"),
    "a ladder into nowhere": (
        day(DIED, tie=Tie.LADDER, again="revote", ends=Const("everybody")), "its ladder ends with one of",
    ),
    "a ladder by number": (day(DIED, tie=Tie.LADDER, again="revote", ends=DAY), "its ladder ends with one of"),
    "an end without a ladder": (day(DIED, ends=Const("all")), "only a ladder has an end of its own"),
    "a vote for nothing": (replace(DIED, day=(Banish(), Check())), "a Banish step has no Ballot before it"),
    "wins that nobody looks for": (
        replace(DIED, day=tuple(step for step in DIED.day if not isinstance(step, Check))), "no Check step looks",
    ),
    "talk without parts": (replace(DIED, day=(Discussion(()), *DIED.day)), "a Discussion has no parts"),
    "somebody's victory": (replace(DIED, wins=(Wins("good", Some(SELF), "mine"),)), "Self is nobody here"),
    "somebody's knowledge": (replace(DIED, knows=(Know(TARGET, EVERYONE),)), "Know: Target is nobody here"),
    "less than never": (acting(Ability("odd", (Mark("idle", Until.DAWN),), uses=-2)), "cannot be used -2 times"),
    "an act that is the vote": (acting(Ability("vote", (Mark("idle", Until.DAWN),))), "the vote has that name"),
    "an act in two lines": (acting(Ability("odd one", (Mark("idle", Until.DAWN),))), "a name is made of letters"),
    "a drawn side": (replace(DIED, sides=("good", "evil", "draw")), "a side cannot be called 'draw'"),
    "a team of nobody": (replace(DIED, teams=("good", "evil", "cats")), "no role is of team 'cats'"),
    "a role called nobody": (
        replace(DIED, roles=(*DIED.roles, Role("Nobody", "good"))), "role 'Nobody': the rules use the word",
    ),
    "a role without a name": (replace(DIED, roles=(*DIED.roles, Role("", "good"))), "role '': a name has"),
    "no rounds": (replace(DIED, max_rounds=Const(0)), "a game has at least one round"),
    "rounds in words": (replace(DIED, max_rounds=Const("lots")), "max_rounds comes to 'lots'"),
    "decks for less than none": (replace(DIED, decks=replace(DIED.decks, seats=(6, 4))), "decks for 6 to 4 seats"),
    "more cards than seats": (replace(DIED, decks=replace(DIED.decks, share=Const(99))), "look at its share"),
    "a team's act that one of them has alone": (
        replace(DIED, groups=(by_team("evil"),)), "a team's act has a name of its own",
    ),
    "one act twice": (
        replace(DIED, roles=(*DIED.roles, Role("Twice", "evil", DIED.roles[1].abilities * 2))),
        "has two acts of one name",
    ),
    "a trigger and a mark": (with_odd("DIED", Mark("later", Until.FOREVER)), "an act, a vote or a mark has that name"),
    "a choice that is lost": (trigger(ASKED, does=(Lose("later"),)), "is no act that somebody holds"),
    "a look that leaves somebody out": (
        with_odd("act by night", ReadSide((Says(Team("evil"), "BAD"),))), "ReadSide must have a word for everybody",
    ),
    "a kill that never was": (trigger(NAMED, on=Occasion.KILLED, verbs=("protect",)), "'protect' never attacks"),
    "a kill after the links": (
        linked(), "could not spread along them",
    ),
    "taught at a dawn that never comes": (
        replace(with_odd("act by night", EFFECTS["Teach"]), night=(Collect(BY_NIGHT[:4]), Settle(BY_NIGHT[:4]))),
        "no Dawn step follows",
    ),
    "nights of nothing": (replace(DIED, night=()), "in no Collect step"),
    "a switch of no words": (replace(DIED, flags=(Flag("guns", "often"),)), "needs its values"),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_what_would_not_run_is_refused_in_one_line(what: str) -> None:
    rules, told = WRONG[what]
    with pytest.raises(RulesetError) as refused:
        compile_plan(rules)
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


def test_conditions_are_not_combined_by_python() -> None:
    for wrong in (lambda: Count(EVERYONE).eq(0) and DAY.eq(1), lambda: not DAY.eq(1), lambda: EVERYONE or OTHERS):
        with pytest.raises(TypeError, match="are combined by &"):
            wrong()


def test_what_cannot_be_computed_is_the_fault_of_the_ruleset() -> None:
    rules = replace(DIED, wins=(Wins("good", (Const(1) / (DAY - DAY)) > 0, "never"),))
    with pytest.raises(RulesetError, match="1 / 0 cannot be computed"):
        play(rules, {})


def test_a_word_from_outside_is_refused() -> None:
    class Explode(Effect):
        pass

    with pytest.raises(RulesetError, match="Explode is no word of the vocabulary"):
        compile_plan(trigger(DIED, does=(Explode(),)))


def test_a_choice_on_dying_keeps_its_bars() -> None:
    not_the_wolf = Pick(bars=(Bar(Team("evil"), "mate"),))
    rules = replace(trigger(ASKED, ask=not_the_wolf, does=(Attack(on=TARGET),)), reasons=("mate",))
    game = Game.start(rules, SEATS, talk=False, tries=1)
    while game.asks and game.asks[0].verb != "later":
        ask = game.asks[0]
        game.answer(ask.seat, ask.verb, ODD if ask.verb == "kill" else None)
    ask = game.asks[0]
    assert WOLF not in ask.seats
    assert game.answer(ODD, "later", WOLF) == "mate"
    assert WOLF in game.view(0).living


# -- steps ---------------------------------------------------------------------------------------------------

STEPS: dict[type[Step], Step] = {
    Collect: Collect(("odd",)),
    Settle: Settle(("odd",)),
    Chat: Chat(EVERYONE, Const(1), "whisper"),
    Dawn: Dawn(),
    Announce: Announce(),
    Discussion: Discussion((Talk("speech", Order.SEATS),)),
    Ballot: Ballot("poll", Tally.MOST, Tie.NOBODY, Order.SEATS),
    Banish: Banish(),
    Reactions: Reactions(),
    PassOn: PassOn("chair", "hand"),
    Elect: Elect("chair", "stand", "withdraw", "elect"),
    LastWords: LastWords(VOTED_OUT),
    Check: Check(),
}
NOT_BY_NIGHT = {Ballot, Banish, Reactions}
AFTER: dict[type[Step], tuple[Step, ...]] = {Collect: (Settle(("odd",)),), Banish: (Check(),)}  # what must follow
TOLD: dict[type[Step], str] = {
    Collect: "odd (Odd) is chosen",
    Settle: "odd takes effect",
    Discussion: "each of the living speaks once",
}


def test_every_step_is_tried() -> None:
    kinds = {kind.__name__ for kind in Step.__subclasses__()} - {"Talk"}  # a part of a discussion
    assert {kind.__name__ for kind in STEPS} == kinds


@pytest.mark.parametrize("phase", ["night", "day"])
@pytest.mark.parametrize("kind", STEPS)
def test_a_step_runs_wherever_it_compiles_and_is_on_the_page(phase: str, kind: type[Step]) -> None:
    book = replace(with_odd("act by night", EFFECTS["Mark"]), titles=(Title("chair"),))
    steps = book.night if phase == "night" else book.day
    extra = (STEPS[kind], *AFTER.get(kind, ()))
    rules = replace(book, **{phase: (*steps, *extra)})
    if phase == "night" and kind in NOT_BY_NIGHT:
        with pytest.raises(RulesetError, match=f"a {kind.__name__} step stands by day"):
            compile_plan(rules)
        return
    assert (TOLD.get(kind) or action(STEPS[kind])).lower() in page(rules).lower()
    for seed in range(5):
        game = Game.start(rules, SEATS, seed=seed)
        finish(game, seat_players(game, "random"))
        assert game.over
