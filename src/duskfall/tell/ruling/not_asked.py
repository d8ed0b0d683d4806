"""Lines of a ruling about questions that were not asked, actions that were not stopped, and votes that were too few."""

from __future__ import annotations

from collections.abc import Iterator

from duskfall.core.facts import Became, Chose, Landed, NobodyOut, Silent, Void, Voted
from duskfall.core.play.state import NIGHT, State
from duskfall.study.rule_behind import UNANSWERED
from duskfall.tell.rules.seats import CAST
from duskfall.tell.ruling.matter import Matter
from duskfall.tell.ruling.only_if import cast_of, missing, needed
from duskfall.tell.tongue import row, say, together, word
from duskfall.vocabulary.cards import Ability
from duskfall.vocabulary.effects import Attack, Tier
from duskfall.vocabulary.masks import bits
from duskfall.vocabulary.ruleset import ROLE
from duskfall.vocabulary.scene import Scene
from duskfall.vocabulary.steps import Ballot, Collect, LastWords, Settle, Tally

Line = tuple[str, str]  # a sentence and the id of its rule


def not_asked(case: Matter, state: State) -> Iterator[Line]:
    """Yield actions that nobody was asked for or answered, and blocks and defenses that stopped nothing."""
    yield from _unasked(case, state)
    yield from _unanswered(case)
    yield from _unblocked(case)
    yield from _own_defense(case)


def by_day(case: Matter, state: State) -> Iterator[Line]:
    """Yield the votes and last words that did not take place, and the votes that were too few."""
    if case.phase.place[0] == NIGHT:
        return
    yield from _skipped(case, state)
    yield from _too_few(case, state)


# -- asking ----------------------------------------------------------------------------------------------


def _collected(case: Matter) -> list[tuple[str, ...]]:
    """Return the actions that a phase of this kind asks for, step by step."""
    steps = case.plan.rules.night if case.phase.place[0] == NIGHT else case.plan.rules.day
    return [step.verbs for step in steps if isinstance(step, Collect)]


def _unasked(case: Matter, state: State) -> Iterator[Line]:
    """Yield the living players who have an action in this phase and were not asked for it."""
    asked = {(fact.seat, fact.verb) for fact in case.phase.facts if isinstance(fact, Chose | Silent | Void)}
    overturned = {(fact.actor, fact.what) for fact in case.phase.overturns}
    for verbs in _collected(case):
        for seat in _there(case, state):
            for ability in case.plan.duties[verbs].get(case.role(seat), ()):
                if (seat, ability.verb) not in asked | overturned:
                    yield from _why_unasked(case, state, seat, ability)


def _there(case: Matter, state: State) -> list[int]:
    """Return the seats that were alive when this phase began and still hold the same role."""
    return sorted({*bits(state.alive), *case.phase.gone} - {fact.seat for fact in case.phase.of(Became)})


def _why_unasked(case: Matter, state: State, seat: int, ability: Ability) -> Iterator[Line]:
    text = say("{name} is not asked: {verb}.", name=case.name(seat), verb=word(ability.verb, "verb"))
    lacks = missing(ability.when, Scene(state, seat, seat))
    held = [(edge, act) for edge in case.plan.stops.get(ability.verb, ()) for act in case.phase.deeds
            if (act[0], act[2]) == (edge.by, seat)]  # fmt: skip
    if lacks:
        yield together([text, needed(lacks, cast_of(case.plan.roles[case.role(seat)]))]), ability.rule
    elif held:
        edge, (verb, actor, _) = held[0]
        yield together([text, say("Held back by {act}.", act=case.act(verb, actor))]), edge.rule
    elif seat in case.phase.deaths:
        yield together([text, say("Dead by then.")]), _rule_of_settling(case, case.phase.deaths[seat].causes)
    elif ability.pick.confirm:
        yield together([text, say("There is nobody to do it to.")]), ability.rule


def _rule_of_settling(case: Matter, causes: tuple[str, ...]) -> str:
    """Return the rule of the step that resolves one of these causes."""
    steps = [step for step in case.plan.rules.night if isinstance(step, Settle)]
    return next((step.rule for step in steps for cause in causes if cause in step.verbs), "")


def _unanswered(case: Matter) -> Iterator[Line]:
    """Yield the teams that had to act and gave no answer."""
    for fact in case.phase.of(Silent):
        group = case.plan.groups.get(fact.verb)
        if group and not group.ability.pick.decline:
            yield say("{act} is not made: there was no answer.", act=case.act(fact.verb, fact.seat)), UNANSWERED


# -- stopping --------------------------------------------------------------------------------------------


def _unblocked(case: Matter) -> Iterator[Line]:
    """Yield the actions that a block does not stop."""
    deeds = case.phase.deeds
    blocks = [act for act, deed in deeds.items() if act[0] in case.plan.blockers and not deed.fails()]
    for by, blocker, blocked in blocks:
        reach = [edge for edges in case.plan.stops.values() for edge in edges if edge.by == by]
        for (verb, actor, target), deed in deeds.items():
            if actor == blocked and not deed.fails() and not any(verb in edge.what for edge in reach):
                text = say("{by} does not stop {act}.", by=case.act(by, blocker), act=case.act(verb, actor, target))
                yield text, reach[0].rule if reach else ""


def _own_defense(case: Matter) -> Iterator[Line]:
    """Yield the attacks that landed on a role with a defense of its own."""
    for fact in case.phase.of(Landed):
        role = case.plan.roles.get(case.role(fact.on))
        if role and role.defense > Tier.NONE:
            own = [edge for edge in case.plan.rules.overturns if edge.by == ROLE]
            rules = [edge.rule for edge in own if fact.verb in edge.what]
            rules += [edge.rule for edge in own if any(_attacks(case, verb) for verb in edge.what)]
            text = say("{name}'s own role does not stop {act}.", name=case.name(fact.on),
                       act=case.act(fact.verb, fact.actor))  # fmt: skip
            yield text, rules[0] if rules else fact.rule


def _attacks(case: Matter, verb: str) -> bool:
    return any(case.plan.graph.kind(node, Attack) for node in case.plan.graph.nodes(verb))


# -- the day ---------------------------------------------------------------------------------------------


def _skipped(case: Matter, state: State) -> Iterator[Line]:
    """Yield the steps of the day that the rules leave out today."""
    scene = Scene(state)
    for step in case.plan.rules.day:
        lacks = missing(step.when, scene)
        if not lacks:
            continue
        if isinstance(step, Ballot):
            yield together([say("There is no vote today."), needed(lacks, CAST)]), step.rule
        elif isinstance(step, LastWords) and (silent := bits(step.who.mask(scene))):
            text = say("No last words: {names}.", names=row(map(case.name, silent)))
            yield together([text, needed(lacks, CAST)]), step.rule


def _too_few(case: Matter, state: State) -> Iterator[Line]:
    """Yield how many votes it took and how many there were, if that is why nobody is out."""
    ballots = {
        verb: step for step in case.plan.rules.day if isinstance(step, Ballot) for verb in (step.verb, step.again)
    }
    votes = [fact for fact in case.phase.of(Voted) if fact.verb in ballots and not fact.table]
    if not votes or not case.phase.of(NobodyOut):
        return
    last = votes[-1]
    step, counts = ballots[last.verb], [count for _, count in last.tally]
    whole = {Tally.HALF_OF_LIVING: state.public.bit_count(), Tally.HALF_OF_VOTES: sum(counts)}.get(step.tally)
    most = max((count for target, count in last.tally if isinstance(target, int)), default=0)
    if whole is not None and most < whole // 2 + 1:
        text = say("It takes {needed} votes; the most are {most}.", needed=int(whole // 2 + 1), most=most)
        yield text, step.rule
