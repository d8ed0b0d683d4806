"""Changes to a ruleset: acts of roles and of teams, triggers."""

from __future__ import annotations

from dataclasses import replace

from duskfall.vocabulary import (
    Ability,
    At,
    Attack,
    Ballot,
    Block,
    Collect,
    Dawn,
    FirstOf,
    Group,
    Guard,
    Mark,
    Moment,
    Occasion,
    Reactions,
    Ruleset,
    RulesetError,
    Settle,
    Team,
    Tier,
    Trigger,
)
from tests.batch.lockstep.rulesets.edges import overturn
from tests.batch.lockstep.rulesets.growing import Growing
from tests.batch.lockstep.rulesets.pieces import (
    TEAMS,
)

# -- acts ----------------------------------------------------------------------------------------------------


def _ability(growing: Growing, verb: str, by_night: bool, of_group: bool = False) -> Ability:
    random, pieces = growing.random, growing.pieces
    pick = pieces.pick(of_group=of_group)
    does = tuple(
        pieces.effect(act=True, by_night=by_night, role_named=pick.names_role)
        for _ in range(random.choice((1, 1, 2, 3)))
    )
    _mention(growing, does)
    return Ability(
        verb,
        does,
        pick,
        astral=pieces.chance(20),
        cautious=pieces.chance(15),
        uses=random.choice((0, 0, 0, 1, 2)),
        when=pieces.maybe(25, me=True),
        not_after=random.choice(pieces.verbs) if pieces.verbs and pieces.chance(15) else "",
    )


def _mention(growing: Growing, does: tuple[object, ...]) -> None:
    growing.pieces.marks += [effect.name for effect in does if isinstance(effect, Mark)]


def _asked_and_settled(growing: Growing, rules: Ruleset, verb: str, phase: str) -> Ruleset:
    """The ruleset with a step that asks for an act and one that settles it, new or there already."""
    random = growing.random
    steps = getattr(rules, phase)
    asking = [at for at, step in enumerate(steps) if isinstance(step, Collect)]
    if asking and random.random() < 0.6:
        at = random.choice(asking)
        rules = _extended(rules, phase, at, verb)
    else:
        limit = next((index for index, step in enumerate(steps) if isinstance(step, Ballot)), None)
        dawn = next((index for index, step in enumerate(steps) if isinstance(step, Dawn)), 0)
        before = limit if phase == "day" else dawn
        rules = growing.with_step(rules, phase, Collect((verb,), when=growing.pieces.maybe(10)), before=before)
        at = next(k for k, step in enumerate(getattr(rules, phase)) if isinstance(step, Collect) and verb in step.verbs)
    steps = getattr(rules, phase)
    settling = [index for index in range(at + 1, len(steps)) if isinstance(steps[index], Settle)]
    if settling and random.random() < 0.6:
        return _extended(rules, phase, random.choice(settling), verb)
    tells = random.choice((Moment.AT_ONCE, Moment.DAWN)) if phase == "night" else Moment.AT_ONCE
    room = at + 3 if random.random() < 0.2 else next((k for k, s in enumerate(steps) if isinstance(s, Dawn)), at + 1)
    return growing.with_step(rules, phase, Settle((verb,), tells), after=at, before=min(max(room, at + 1), len(steps)))


def _extended(rules: Ruleset, phase: str, at: int, verb: str) -> Ruleset:
    steps = list(getattr(rules, phase))
    if verb in steps[at].verbs:
        raise RulesetError("once in a step is enough")
    steps[at] = replace(steps[at], verbs=(*steps[at].verbs, verb))
    return replace(rules, **{phase: tuple(steps)})


def act(growing: Growing) -> Ruleset:
    """An act of a role, by night or by day."""
    verb, by_night = growing.name("act"), growing.pieces.chance(80)
    at = growing.some_role()
    ability = _ability(growing, verb, by_night)
    rules = growing.with_role(at, abilities=(*growing.rules.roles[at].abilities, ability))
    growing.pieces.verbs.append(verb)
    rules = _asked_and_settled(growing, rules, verb, "night" if by_night else "day")
    if any(isinstance(effect, Block) for effect in ability.does):
        return overturn(growing, rules, verb, At.ACTOR)
    if any(isinstance(effect, Guard) for effect in ability.does):
        return overturn(growing, rules, verb, At.TARGET)
    return rules


def shared_act(growing: Growing) -> Ruleset:
    """An act that another role has already, in another form."""
    alone = [ability.verb for role in growing.rules.roles for ability in role.abilities]
    verb = growing.random.choice(alone or ["none"])
    at = growing.some_role()
    by_night = any(isinstance(step, Settle) and verb in step.verbs for step in growing.rules.night)
    return growing.with_role(at, abilities=(*growing.rules.roles[at].abilities, _ability(growing, verb, by_night)))


def team_act(growing: Growing) -> Ruleset:
    """An act of several as one."""
    verb, pieces = growing.name("team-act"), growing.pieces
    members = Team(growing.random.choice(TEAMS)) if pieces.chance(60) else pieces.who(1)
    ability = _ability(growing, verb, True, of_group=True)
    asked = members if pieces.chance(70) else pieces.who(1)
    leads = pieces.who(1) if pieces.chance(40) else None
    if pieces.chance(25):
        asked = FirstOf((members,))
    group = Group(growing.name("team"), members, ability, asked, leads, pieces.rarely(40))
    growing.pieces.verbs.append(verb)
    rules = replace(growing.rules, groups=(*growing.rules.groups, group))
    return _asked_and_settled(growing, rules, verb, "night")


def again(growing: Growing) -> Ruleset:
    """An act is asked for once more, and settled once more."""
    return _asked_and_settled(growing, growing.rules, growing.random.choice(growing.pieces.verbs or ["none"]), "night")


# -- triggers ------------------------------------------------------------------------------------------------


def trigger(growing: Growing) -> Ruleset:
    """Something that happens by itself."""
    random, pieces = growing.random, growing.pieces
    occasion, name = random.choice(list(Occasion)), growing.name("trigger")
    clock = occasion in (Occasion.DUSK, Occasion.DAWN)
    settled = occasion in (Occasion.BLOCKED, Occasion.NAMED, Occasion.FAILED, Occasion.KILLED)
    does = tuple(pieces.effect(act=False, by_night=pieces.chance(60)) for _ in range(random.choice((1, 1, 2))))
    verbs = tuple(random.sample(pieces.verbs, min(len(pieces.verbs), random.randrange(3)))) if settled else ()
    asks = pieces.pick(on_dying=True) if pieces.chance(30) and not settled and not clock else None
    nights = random.choice((1, 2)) if pieces.chance(15) and asks is None else 0
    me = pieces.who(2, acted=settled) if clock or pieces.chance(40) else None
    if settled and pieces.verbs and pieces.chance(15):
        does = (Attack(random.choice(list(Tier)[1:]), pieces.who(1, me=True, acted=True), random.choice(pieces.verbs)),)
    _mention(growing, does)
    made = Trigger(name, occasion, does, verbs, nights=nights, ask=asks, when=pieces.maybe(40, me=True, acted=settled))
    made = made if me is None else replace(made, me=me)
    if pieces.chance(40):
        at = growing.some_role()
        rules = growing.with_role(at, triggers=(*growing.rules.roles[at].triggers, made))
    else:
        rules = replace(growing.rules, triggers=(*growing.rules.triggers, made))
    if nights:
        settles = [at for at, step in enumerate(rules.night) if isinstance(step, Settle)]
        rules = _extended(rules, "night", random.choice(settles), name) if settles else rules
    if asks and not any(isinstance(step, Reactions) for step in rules.day):
        rules = growing.with_step(rules, "day", Reactions())
    return rules
