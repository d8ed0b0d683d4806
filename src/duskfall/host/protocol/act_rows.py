"""Rows of a score sheet for the actions of a phase: actor, action, target, result, and the rule that decided it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeGuard

from duskfall.core.facts import Chose, Fact, Overturned, Silent, Told, Void
from duskfall.core.plan.compile import Plan
from duskfall.core.plan.graph import VOTE_OUT
from duskfall.study.deeds import DeedFate, DeedKey, deeds
from duskfall.study.phases import Phase
from duskfall.wire.phases import KeptAct, KeptNothing, KeptShown

Nothing = Silent | Chose | Void


def acts(phase: Phase, plan: Plan) -> list[KeptAct | KeptNothing]:
    """Return the actions of a phase in the ruleset's order, with passes; automatic effects come last."""
    roles = phase.before.roles if phase.before else {}
    chosen = {(fact.verb, fact.seat, fact.target): fact for fact in phase.of(Chose)}
    done = deeds(_deeds(phase.facts, plan))
    found = {act: _act(act, deed, chosen.get(act), plan, roles) for act, deed in done.items()}
    missing = [_nothing(fact, plan, roles) for fact in phase.facts if _is_nothing(fact, plan)]
    return sorted([*found.values(), *missing], key=lambda act: _place(act["verb"], plan))


def shown(phase: Phase) -> Iterator[KeptShown]:
    """Yield what seats were shown before they chose."""
    for fact in phase.of(Told):
        if not fact.target:
            yield {"verb": fact.verb, "seat": fact.seat, "seats": list(fact.seats), "word": fact.word}


def _deeds(facts: Sequence[Fact], plan: Plan) -> Iterator[Fact]:
    """Yield the events without void ballots and overturned vote-outs: those are recorded with the vote."""
    for fact in facts:
        vote = isinstance(fact, Void) and fact.verb in plan.votes
        spared = isinstance(fact, Overturned) and fact.what == VOTE_OUT
        if not vote and not spared:
            yield fact


def _act(act: DeedKey, deed: DeedFate, chose: Chose | None, plan: Plan, roles: Mapping[int, str]) -> KeptAct:
    verb, seat, target = act
    told = deed.told
    by = dict.fromkeys((each.by, each.by_actor, each.rule) for each in deed.overturned)  # equal reasons are listed once
    return {
        "verb": verb,
        "seat": seat,
        "role": roles.get(seat, ""),
        "team": plan.groups[verb].name if verb in plan.groups else "",
        "with": [other for other in deed.by if other != seat],
        "target": target,
        "as": chose.role if chose else "",
        "void": "passed-over" if deed.passed_over else deed.void,
        "told": (told.word or list(told.seats)) if told else None,
        "overturned": [{"by": what, "seat": actor, "rule": rule} for what, actor, rule in by],
        "landed": deed.landed[0].rule if deed.landed else "",
    }


def _is_nothing(fact: Fact, plan: Plan) -> TypeGuard[Nothing]:
    """Return whether a seat was asked for an action and took none."""
    match fact:
        case Silent(verb=verb) | Chose(verb=verb, target=0) | Void(verb=verb, target=0):
            return verb not in plan.votes
        case _:
            return False


def _nothing(fact: Nothing, plan: Plan, roles: Mapping[int, str]) -> KeptNothing:
    deed = DeedFate([fact.seat], void=fact.reason if isinstance(fact, Void) else "")
    return {**_act((fact.verb, fact.seat, 0), deed, None, plan, roles), "silent": isinstance(fact, Silent)}


def _place(verb: str, plan: Plan) -> int:
    """Return the sort key of an action: the order in which the ruleset asks for it; automatic effects come last."""
    order = [each for step in (*plan.rules.night, *plan.rules.day) for each in getattr(step, "verbs", ())]
    return order.index(verb) if verb in order else len(order)
