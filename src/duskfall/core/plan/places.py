"""Checks of where vocabulary may stand: each effect has a handler at its place, and no field is without effect."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product

from duskfall.core.night.executors import EXECUTORS, Place
from duskfall.core.plan.graph import IN_SETTLEMENT, Graph, turned
from duskfall.core.plan.votes import ballots, talks
from duskfall.vocabulary.cards import Ability, Occasion, Pick, Trigger
from duskfall.vocabulary.conditions import ALWAYS
from duskfall.vocabulary.effects import (
    Attack,
    Block,
    Effect,
    Guard,
    Link,
    Mark,
    Moment,
    ReadSide,
    Reveal,
    Show,
    Teach,
    Tell,
)
from duskfall.vocabulary.ruleset import ROLE, At, Ruleset, walk
from duskfall.vocabulary.ruleset_error import RulesetError
from duskfall.vocabulary.seats import (
    Actor,
    Assigned,
    Both,
    Either,
    Everyone,
    LastNight,
    Living,
    Removed,
    Self,
    Target,
    VotedOut,
    Who,
    Without,
)
from duskfall.vocabulary.steps import (
    Announce,
    Ballot,
    Banish,
    Chat,
    Check,
    Collect,
    Dawn,
    Discussion,
    Reactions,
    Settle,
    Step,
)

ON_LEAVING = (Occasion.DIED, Occasion.VOTED_OUT, Occasion.LEFT)
BY_THE_CLOCK = (Occasion.DUSK, Occasion.DAWN)
AFTER_DAWN = (Occasion.DAWN, Occasion.VOTED_OUT, Occasion.LEFT)
ON_THE_TARGET = (Mark, Teach, Reveal)
BY_DAY_ALONE = (Ballot, Banish, Reactions)


def check_places(rules: Ruleset, graph: Graph) -> None:
    """Raise `RulesetError` for the first part of a ruleset that would not run as it is written."""
    problems = (
        *_acts(rules, graph),
        *_proofs(rules, graph),
        *_triggers(rules, graph),
        *_steps(rules, graph),
        *ballots(rules),
        *talks(rules),
        *_whose(rules),
    )
    for problem in problems:
        raise RulesetError(f"{rules.id}: {problem}")


# -- acts ----------------------------------------------------------------------------------------------------


def _acts(rules: Ruleset, graph: Graph) -> Iterator[str]:
    for ability in graph.abilities:
        where = f"act {ability.verb!r}"
        if not ability.does:
            yield f"{where} does nothing"
        for steps, place in ((rules.night, Place.NIGHT_ACT), (rules.day, Place.DAY_ACT)):
            if settled := _settling(steps, ability.verb):
                yield from _taken(ability.does, place, where)
                yield from _told_at_dawn(rules, ability, steps, settled, where)
        yield from _act_effects(rules, ability, where)
        by_day = any(isinstance(step, Collect) and ability.verb in step.verbs for step in rules.day)
        if _offers_nobody(ability.pick, by_night=not by_day):
            yield f"{where}: its Pick offers nobody, since only the living can be named"


def _offers_nobody(pick: Pick, *, by_night: bool = False) -> bool:
    """Return whether a choice, as it is written, has nobody to offer: only the living can be named.

    Each set that may or may not hold a living player is tried both ways.
    """
    barred = [bar.who for bar in pick.bars if bar.when == ALWAYS]
    gone = (Removed, Actor, Target, VotedOut) if by_night else (Removed, Actor, Target)  # nobody acts on anybody yet
    sets = {part for who in (pick.among, *barred) for part in _simple_sets(who)}
    unsure = [part for part in sets if not isinstance(part, (Living, Everyone, *gone))]
    for chosen in product((True, False), repeat=len(unsure)):
        held = {part: isinstance(part, Living | Everyone) for part in sets} | dict(zip(unsure, chosen, strict=True))
        if _holds(pick.among, held) and not any(_holds(who, held) for who in barred):
            return False
    return True


def _simple_sets(who: Who) -> Iterator[Who]:
    """Yield the sets of which a set is combined by `|`, `&` and `-`."""
    if isinstance(who, Either | Both | Without):
        yield from _simple_sets(who.a)
        yield from _simple_sets(who.b)
    else:
        yield who


def _holds(who: Who, held: Mapping[Who, bool]) -> bool:
    """Return whether a set holds a player, given which simple sets do."""
    match who:
        case Either(a, b):
            return _holds(a, held) or _holds(b, held)
        case Both(a, b):
            return _holds(a, held) and _holds(b, held)
        case Without(a, b):
            return _holds(a, held) and not _holds(b, held)
        case _:
            return held[who]


def _act_effects(rules: Ruleset, ability: Ability, where: str) -> Iterator[str]:
    by = {(edge.by, edge.at) for edge in rules.overturns}
    marks = {effect.name for effect in ability.does if isinstance(effect, Mark)}
    for effect in ability.does:
        if isinstance(effect, Attack) and effect.as_:
            yield f"{where}: only a trigger's Attack is settled as another act"
        elif isinstance(effect, Block) and (ability.verb, At.ACTOR) not in by:
            yield f"{where}: its Block stops nothing: no Overturns by {ability.verb!r} at the actor"
        elif isinstance(effect, Guard) and (ability.verb, At.TARGET) not in by and not marks:
            yield f"{where}: its Guard stops nothing: no Overturns by {ability.verb!r} at the target"
        elif isinstance(effect, Show) and not effect.word and not ability.pick.names_role:
            yield f"{where}: Show has no word, and no role is named with the target"
        elif isinstance(effect, ReadSide) and not (effect.says and isinstance(effect.says[-1].who, Everyone)):
            yield f"{where}: ReadSide must have a word for everybody: let the last Says be of EVERYONE"
    met = [edge for edge in rules.overturns if ability.verb in edge.what and edge.at is At.TARGET and edge.by != ROLE]
    if ability.cautious and not met:
        yield f"{where}: its holder is cautious, and nothing that protects a target overturns it"
    if ability.cautious and ability.astral:
        yield f"{where}: it is astral, so that its holder has no visit to be cautious about"
    if ability.pick.unless_overturned and not any(ability.verb in edge.what for edge in rules.overturns):
        yield f"{where}: it is not asked where it is overturned, and nothing overturns it"


def _proofs(rules: Ruleset, graph: Graph) -> Iterator[str]:
    """Yield a problem for each immunity of a role that has no effect."""
    by_role = {what for edge in rules.overturns if edge.by == ROLE for what in edge.what}
    reads = {verb for verb in graph.verbs if any(graph.kind(node, ReadSide) for node in graph.nodes(verb))}
    for role in rules.roles:
        for verb in role.proof:
            if verb in reads:
                yield f"role {role.name!r}: how it reads to {verb!r} is said by seen, not by proof"
            elif verb not in by_role:
                yield f"role {role.name!r}: it is proof against {verb!r}, and no Overturns by ROLE names that"


def _told_at_dawn(
    rules: Ruleset, ability: Ability, steps: tuple[Step, ...], settled: list[int], where: str
) -> Iterator[str]:
    """Yield a problem if something is to be told at dawn and no Dawn step follows."""
    waits = any(_waits_for_dawn(each) and (steps is rules.night or isinstance(each, Tell)) for each in ability.does)
    for index in settled:
        step = steps[index]
        waits = waits or (isinstance(step, Settle) and step.tells is Moment.DAWN)
        if waits and not _dawn_after(rules, steps, index):
            yield f"{where}: something is told at dawn, and no Dawn step follows"


def _waits_for_dawn(effect: Effect) -> bool:
    """Return whether a player who is told of this effect at night learns of it at dawn."""
    return isinstance(effect, Teach) or (isinstance(effect, Tell) and effect.moment is Moment.DAWN)


def _dawn_after(rules: Ruleset, steps: tuple[Step, ...], index: int) -> bool:
    later = steps[index + 1 :] if steps is rules.day else (*steps[index + 1 :], *rules.day)
    return any(isinstance(step, Dawn) for step in later)


def _taken(effects: tuple[Effect, ...], place: Place | Occasion, where: str) -> Iterator[str]:
    for effect in effects:
        if type(effect) not in EXECUTORS[place]:
            yield f"{where}: {type(effect).__name__} cannot stand in {_called(place)}"
        if isinstance(effect, Tell) and effect.of is not None and not effect.about:
            yield f"{where}: Tell says with `of` whom it is about, and not that it is: write about=True"


def _called(place: Place | Occasion) -> str:
    return place.value if isinstance(place, Place) else f"a trigger on {place.name}"


# -- triggers ------------------------------------------------------------------------------------------------


def _triggers(rules: Ruleset, graph: Graph) -> Iterator[str]:
    for _, trigger in graph.triggers.values():
        where = f"trigger {trigger.name!r}"
        place = Place.LATER if trigger.nights else Place.ASKED if trigger.ask else trigger.on
        if not trigger.does:
            yield f"{where} does nothing"
        yield from _taken(trigger.does, place, where)
        for check in TRIGGER_CHECKS:
            for problem in check(rules, graph, trigger):
                yield f"{where}: {problem}"


def _no_dawn(rules: Ruleset, graph: Graph, trigger: Trigger) -> Iterator[str]:
    dawn = any(isinstance(step, Dawn) for step in (*rules.night, *rules.day))
    if not dawn and trigger.on not in AFTER_DAWN and any(map(_waits_for_dawn, trigger.does)):
        yield "something is told at dawn, and there is no Dawn step"


def _no_such_kill(rules: Ruleset, graph: Graph, trigger: Trigger) -> Iterator[str]:
    """Yield a problem if the awaited event can never happen, or happens too late."""
    for verb in trigger.verbs:
        kills = any(graph.kind(node, Attack) for node in graph.nodes(verb)) or bool(graph.kind(verb, Link))
        fails = trigger.on is Occasion.FAILED and verb in turned(rules, graph)
        if trigger.on in (Occasion.KILLED, Occasion.FAILED) and not (kills or fails):
            yield f"{verb!r} never attacks while acts are settled, so nothing of it can be {trigger.on.name}"
        elif trigger.on in (Occasion.NAMED, Occasion.BLOCKED) and verb not in graph.verbs:
            yield f"{verb!r} is no act, so it is never {trigger.on.name}"
    links = any(isinstance(node, Link) for node in walk(rules))
    attacks = any(isinstance(effect, Attack) for effect in trigger.does)
    if links and attacks and trigger.on in (Occasion.DIED, Occasion.LEFT) and not trigger.ask and not trigger.nights:
        yield f"its Attack on {trigger.on.name} comes when links are settled already, and could not spread along them"


def _wrong_fields(rules: Ruleset, graph: Graph, trigger: Trigger) -> Iterator[str]:
    """Yield a problem for each field that has no meaning on the trigger's occasion."""
    if trigger.verbs and trigger.on not in IN_SETTLEMENT:
        yield f"acts are named, but {trigger.on.name} waits for none"
    if trigger.nights and not any(trigger.name in step.verbs for step in rules.night if isinstance(step, Settle)):
        yield "it comes on a later night, and no Settle step of the night names it"
    if trigger.nights and trigger.ask:
        yield "a choice cannot be put off to a later night"


def _wrong_choice(rules: Ruleset, graph: Graph, trigger: Trigger) -> Iterator[str]:
    if trigger.ask is None:
        return
    if trigger.on not in ON_LEAVING:
        yield f"only who dies or is voted out may choose, not on {trigger.on.name}"
    elif _offers_nobody(trigger.ask):
        yield "its Pick offers nobody, since only the living can be named"
    elif not any(isinstance(step, Reactions) for step in rules.day):
        yield "it asks for a choice, and there is no Reactions step in the day"
    pick = trigger.ask
    if pick.names_role or pick.confirm or pick.shown is not None or pick.unless_overturned:
        yield "a choice on dying takes a player's name alone"


def _nobody_there(rules: Ruleset, graph: Graph, trigger: Trigger) -> Iterator[str]:
    """Yield a problem for ACTOR or TARGET where there is none: deaths have no actor, dusk and dawn neither."""
    spoken = [node for part in (trigger.me, trigger.when, trigger.does) for node in walk(part)]
    after_a_choice = trigger.ask is not None
    if trigger.on not in IN_SETTLEMENT and not after_a_choice and any(isinstance(node, Actor) for node in spoken):
        yield f"ACTOR is nobody on {trigger.on.name}"
    if trigger.on in BY_THE_CLOCK:
        about = any(isinstance(effect, Tell) and effect.about and effect.of is None for effect in trigger.does)
        if about or any(isinstance(node, (Target, *ON_THE_TARGET)) for node in spoken):
            yield f"TARGET is nobody on {trigger.on.name}"


def _too_late(rules: Ruleset, graph: Graph, trigger: Trigger) -> Iterator[str]:
    """Yield a problem if something to be told at dawn happens only after dawn."""
    late = trigger.on in AFTER_DAWN or trigger.ask is not None
    acts = trigger.verbs or tuple(verb for step in rules.day if isinstance(step, Settle) for verb in step.verbs)
    by_day = trigger.on in IN_SETTLEMENT and any(_settling(rules.day, verb) for verb in acts)
    for effect in trigger.does:
        if isinstance(effect, Tell) and effect.moment is Moment.DAWN and (late or by_day) and not trigger.nights:
            yield f"what happens on {trigger.on.name} is too late to be told at dawn: tell it at once"


def _settled_as(rules: Ruleset, graph: Graph, trigger: Trigger) -> Iterator[str]:
    """Yield a problem if an attack is to be resolved as an action that is not resolved later in the night."""
    for effect in trigger.does:
        if not isinstance(effect, Attack) or not effect.as_:
            continue
        if trigger.on not in IN_SETTLEMENT or trigger.nights:
            yield f"an Attack cannot be settled as {effect.as_!r} from here"
            continue
        first = [index for verb in trigger.verbs for index in _settling(rules.night, verb)]
        then = _settling(rules.night, effect.as_)
        if not first or not then or max(then) <= min(first):
            yield f"its Attack is settled as {effect.as_!r}, which no later Settle step names"


TRIGGER_CHECKS: tuple[Callable[[Ruleset, Graph, Trigger], Iterator[str]], ...] = (
    _wrong_fields,
    _wrong_choice,
    _no_dawn,
    _no_such_kill,
    _nobody_there,
    _too_late,
    _settled_as,
)


# -- steps ---------------------------------------------------------------------------------------------------


def _settling(steps: tuple[Step, ...], verb: str) -> list[int]:
    """Return the indexes of the steps of a phase that resolve an action."""
    return [index for index, step in enumerate(steps) if isinstance(step, Settle) and verb in step.verbs]


def _steps(rules: Ruleset, graph: Graph) -> Iterator[str]:
    for phase, its in (("night", rules.night), ("day", rules.day)):
        if not its:
            yield f"the {phase} has no steps"
    for step in rules.night:
        if isinstance(step, BY_DAY_ALONE):
            yield f"a {type(step).__name__} step stands by day, not by night"
    yield from _order(rules.night, rules.day, "night")
    yield from _order(rules.day, (), "day")
    if rules.wins and not any(isinstance(step, Check) for step in (*rules.night, *rules.day)):
        yield "sides can win, and no Check step looks whether one has"
    voted = False
    for index, step in enumerate(rules.day):
        voted = voted or isinstance(step, Ballot)
        if isinstance(step, Banish) and not voted:
            yield "a Banish step has no Ballot before it"
        if isinstance(step, Banish) and rules.wins and not any(isinstance(each, Check) for each in rules.day[index:]):
            yield "the vote sends somebody away, and no Check step follows it in the day (G5)"
    if _can_kill_by_night(rules, graph):
        yield from _unannounced(rules)


def _unannounced(rules: Ruleset) -> Iterator[str]:
    """Yield a problem if those who died at night are not announced, or only when they have talked or voted by day."""
    if not any(isinstance(step, Announce) for step in (*rules.night, *rules.day)):
        yield "somebody can die by night, and no Announce step tells the table: the dead would talk and vote on"
    steps = (*rules.night, *rules.day)
    first = next((index for index, step in enumerate(steps) if isinstance(step, Announce)), len(steps))
    for step in steps[:first]:
        if isinstance(step, Discussion | Ballot):
            yield f"the night's dead would take part in the {type(step).__name__}: put the Announce step before it"


def _can_kill_by_night(rules: Ruleset, graph: Graph) -> bool:
    """Return whether an action or a trigger can kill somebody at night."""
    settled = {verb for step in rules.night if isinstance(step, Settle) for verb in step.verbs}
    by_night = [ability.does for ability in graph.abilities if ability.verb in settled]
    by_night += [trigger.does for _, trigger in graph.triggers.values() if _fires_by_night(trigger, settled)]
    return any(isinstance(effect, Attack) for does in by_night for effect in does)


def _fires_by_night(trigger: Trigger, settled: set[str]) -> bool:
    """Return whether a trigger can take effect at night, where these actions and triggers are resolved."""
    if trigger.ask is not None:
        return False  # asked in a Reactions step, by day
    if trigger.nights or trigger.on is Occasion.DUSK:
        return True
    return trigger.on in IN_SETTLEMENT and bool(settled if not trigger.verbs else settled & set(trigger.verbs))


def _order(steps: tuple[Step, ...], after: tuple[Step, ...], phase: str) -> Iterator[str]:
    """Yield a problem for each action that no later step resolves, and each Chat whose pairs are not chosen yet."""
    for index, step in enumerate(steps):  # `after` is empty by day: its choices are gone by the next night
        later = (*steps[index + 1 :], *after)
        if isinstance(step, Collect):
            for verb in step.verbs:
                if not _settling(later, verb):
                    yield f"act {verb!r} is collected by {phase}, and no Settle step after it names it"
        if isinstance(step, Chat) and step.pairs:
            before = {verb for each in steps[:index] if isinstance(each, Collect) for verb in each.verbs}
            if step.pairs not in before:
                yield f"a Chat pairs those of act {step.pairs!r}, which has not been collected before"


def _whose(rules: Ruleset) -> Iterator[str]:
    """Yield a problem for SELF, ACTOR, TARGET and the like in rules of the whole table, which belong to no player."""
    of_all: tuple[tuple[str, object], ...] = (
        *(("Know", know) for know in rules.knows),
        *(("Deal", (deal.to, deal.among)) for deal in rules.deals),
        *((f"Wins {win.reason!r}", win) for win in rules.wins),
        *((f"{type(step).__name__} step", step) for step in (*rules.night, *rules.day)),
        *((f"Group {each.name!r}", (each.members, each.asked, each.leads, each.together)) for each in rules.groups),
        *((f"Title {title.name!r}", title.inherited) for title in rules.titles),
        ("max_rounds", rules.max_rounds),
        ("quiet_rounds", rules.quiet_rounds),
        ("shows_role", rules.shows_role),
        ("removal_cancels_vote", rules.removal_cancels_vote),
    )
    for where, part in of_all:
        for node in walk(part):
            if isinstance(node, Self | Actor | Target | LastNight | Assigned):
                yield f"{where}: {type(node).__name__} is nobody here"
