"""Lines of a ruling about what did not follow, and why: triggers, marks, links, and guards that cancel each other."""

from __future__ import annotations

from collections.abc import Iterator

from duskfall.core.facts import Landed, Out, Overturned, Removed
from duskfall.core.plan.graph import VOTE_OUT
from duskfall.core.play.state import NIGHT, State
from duskfall.study.rule_behind import MODERATED
from duskfall.tell.ruling.matter import Matter
from duskfall.tell.ruling.only_if import cast_of, is_house_rule, missing, needed
from duskfall.tell.tongue import say, together, word
from duskfall.vocabulary.cards import Ability, Occasion, Role, Trigger
from duskfall.vocabulary.conditions import Expr
from duskfall.vocabulary.effects import Effect, Link, Mark, Show, Teach, Tell
from duskfall.vocabulary.masks import bits
from duskfall.vocabulary.scene import Scene
from duskfall.vocabulary.seats import Target

Line = tuple[str, str]  # a sentence and the id of its rule
Event = tuple[Occasion, str, int, int]  # an occasion, the verb of the action, its actor, and its target
GOING = (Occasion.KILLED, Occasion.DIED, Occasion.VOTED_OUT, Occasion.LEFT)


def not_set_off(case: Matter, state: State) -> Iterator[Line]:
    """Yield everything that could have followed from this phase and did not."""
    happened = list(events(case))
    yield from _conditions(case, state, happened)
    yield from _other_ways_out(case, happened)
    yield from _rings(case, state)
    yield from _effects(case, state)


def events(case: Matter) -> Iterator[Event]:
    """Yield everything in this phase that may set off a trigger."""
    by_night = case.phase.place[0] == NIGHT
    for act, actor, target in case.phase.deeds:
        yield Occasion.NAMED, act, actor, target
    for fact in case.phase.facts:
        match fact:
            case Landed():
                yield Occasion.KILLED, fact.verb, fact.actor, fact.on
            case Overturned() if _blocked(case, fact):
                yield Occasion.BLOCKED, fact.what, fact.actor, fact.on
            case Overturned() if fact.what in case.attacks():
                yield Occasion.FAILED, fact.what, fact.actor, fact.on
            case Out(seat=seat):
                yield Occasion.VOTED_OUT, "", 0, seat
                yield Occasion.LEFT, "", 0, seat
            case _:
                pass
    for seat in case.phase.deaths if by_night else ():
        yield Occasion.DIED, "", 0, seat
        yield Occasion.LEFT, "", 0, seat


def _blocked(case: Matter, fact: Overturned) -> bool:
    return any((edge.by, edge.rule) == (fact.by, fact.rule) for edge in case.plan.stops.get(fact.what, ()))


# -- triggers --------------------------------------------------------------------------------------------


def _conditions(case: Matter, state: State, happened: list[Event]) -> Iterator[Line]:
    """Yield the triggers whose occasion arose but whose condition does not hold."""
    for role, trigger in case.plan.triggers.values():
        for occasion, verb, actor, target in happened:
            if occasion is not trigger.on or (trigger.verbs and verb not in trigger.verbs):
                continue
            for me in _owners(case, role, trigger, Scene(state, 0, actor, target)):
                lacks = missing(trigger.when, Scene(state, me, actor, target))
                if lacks and _worth_saying(trigger, lacks):
                    yield _not_set_off(case, trigger, me, needed(lacks, cast_of(role))), trigger.rule


def _owners(case: Matter, role: Role | None, trigger: Trigger, scene: Scene) -> list[int]:
    """Return the seats whose trigger it would be, by their roles before this phase."""
    return [seat for seat in bits(trigger.me.mask(scene)) if role is None or case.role(seat) == role.name]


def _worth_saying(trigger: Trigger, lacks: list[Expr]) -> bool:
    """Return whether it is worth saying that a trigger was not set off.

    Of two notices, one is always the wrong one; a missing notice is mentioned only if a house rule is the reason.
    """
    return any(map(is_house_rule, lacks)) or not all(isinstance(effect, Tell) for effect in trigger.does)


def _other_ways_out(case: Matter, happened: list[Event]) -> Iterator[Line]:
    """Yield the players who left in another way than their trigger waits for: by vote, by removal, by another cause."""
    for seat, cause in _gone(case):
        role = case.plan.roles.get(case.role(seat))
        for trigger in role.triggers if role else ():
            if trigger.on not in GOING or not isinstance(trigger.me, Target):
                continue
            met = [verb for occasion, verb, _, target in happened if (occasion, target) == (trigger.on, seat)]
            if not any(not trigger.verbs or verb in trigger.verbs for verb in met):
                why = say("It does not follow from this: {cause}.", cause=word(cause, "cause"))
                yield _not_set_off(case, trigger, seat, why), MODERATED if _removed(case, seat) else trigger.rule


def _gone(case: Matter) -> Iterator[tuple[int, str]]:
    yield from ((fact.seat, cause) for fact in case.phase.deaths.values() for cause in fact.causes[:1])
    yield from ((fact.seat, VOTE_OUT) for fact in case.phase.of(Out))
    yield from ((fact.seat, fact.cause) for fact in case.phase.of(Removed))


def _removed(case: Matter, seat: int) -> bool:
    return any(fact.seat == seat for fact in case.phase.of(Removed))


def _not_set_off(case: Matter, trigger: Trigger, me: int, why: str) -> str:
    text = say("{name}: {what} does not happen.", name=case.name(me), what=word(trigger.name, "verb"))
    return together([text, why])


# -- actions ---------------------------------------------------------------------------------------------


def _rings(case: Matter, state: State) -> Iterator[Line]:
    """Yield the guards on the same player that would overturn each other, and do not."""
    standing = [act for act, deed in case.phase.deeds.items() if not deed.fails()]
    for ring in case.plan.guard_rings:
        lacks = missing(ring.fails, Scene(state))
        for target in dict.fromkeys(target for verb, _, target in standing if verb in ring.of and lacks):
            met = [(verb, actor) for verb, actor, on in standing if on == target and verb in ring.of]
            if {verb for verb, _ in met} == set(ring.of):
                one, other, *_ = (case.act(verb, actor) for verb, actor in met)
                both = say("{one} and {other} do not cancel each other on {name}.", one=one, other=other,
                           name=case.name(target))  # fmt: skip
                yield together([both, needed(lacks, cast_of(None))]), ring.rule


def _effects(case: Matter, state: State) -> Iterator[Line]:
    """Yield the actions that stood, but with a part that did not come about."""
    for (verb, actor, target), deed in case.phase.deeds.items():
        role = case.plan.roles.get(case.role(actor))
        ability = case.plan.abilities.get((verb, role.name)) if role else None
        if ability is None or deed.fails():
            continue
        scene = Scene(state, actor, actor, target)
        for effect, when in conditional(ability):
            lacks = missing(when, scene)
            if lacks and not (isinstance(effect, Link) and actor not in case.phase.deaths):
                said = _without(case.act(verb, actor, target), effect)
                yield together([said, needed(lacks, cast_of(role))]), ability.rule


def conditional(ability: Ability) -> Iterator[tuple[Effect, Expr]]:
    """Yield the effects of an ability that can have a condition of their own, with that condition."""
    for effect in ability.does:
        if isinstance(effect, Mark | Link | Show | Teach):
            yield effect, effect.when


def _without(act: str, effect: Effect) -> str:
    if isinstance(effect, Mark | Link):
        kind = "mark" if isinstance(effect, Mark) else "verb"
        return say("{act} does not bring this: {what}.", act=act, what=word(effect.name, kind))
    return say("{act} comes to nothing.", act=act)
