"""From a ruleset to a plan: names resolved, the order of settlement derived, contradictions refused."""

from __future__ import annotations

import json
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from hashlib import sha256
from typing import Any

from duskfall.core.plan.checks import check_names, check_whole
from duskfall.core.plan.declared import check_declared
from duskfall.core.plan.graph import IN_SETTLEMENT, Graph, check_edges, check_turned, dependencies, settle_order, turned
from duskfall.core.plan.kinds import check_kinds
from duskfall.core.plan.places import check_places
from duskfall.core.start.flags import defaults, unnamed
from duskfall.vocabulary.cards import Ability, Group, Occasion, Role, Trigger
from duskfall.vocabulary.conditions import Const, FlagIs
from duskfall.vocabulary.effects import Block, Effect, Mark, Reveal, Until
from duskfall.vocabulary.ruleset import At, Overturns, Ring, Ruleset, Text, parts_of, walk
from duskfall.vocabulary.ruleset_error import RulesetError
from duskfall.vocabulary.scene import Value
from duskfall.vocabulary.steps import Ballot, Collect, Elect


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """A ruleset, ready to run."""

    rules: Ruleset
    roles: dict[str, Role]
    abilities: dict[tuple[str, str], Ability]  # (act, role)
    duties: dict[tuple[str, ...], dict[str, tuple[Ability, ...]]]  # by the acts collected, by role: what it is asked
    groups: dict[str, Group]  # by act
    stops: dict[str, tuple[Overturns, ...]]  # by act: the edges that meet it at its actor
    edges: dict[str, tuple[Overturns, ...]]  # by what is overturned: the edges that meet it at its target
    traces: dict[str, tuple[str, ...]]  # by overturner: under which names it may be on a target
    blockers: tuple[str, ...]  # acts that block
    turned: dict[str, bool]  # acts that may come to nothing as they set out, and whether as a whole
    cautious: frozenset[str]  # acts whose holders do not visit a protected target
    guard_rings: tuple[Ring, ...]  # rings in which nobody is blocked
    order: tuple[str, ...]  # the nodes of the override graph, modifiers first
    program: tuple[tuple[str, Trigger | None, tuple[tuple[str, Effect], ...]], ...]  # what is at each node
    before: dict[str, frozenset[str]]  # what each node waits for
    graph: Graph
    triggers: dict[str, tuple[Role | None, Trigger]]
    reacting: dict[Occasion, tuple[tuple[Role | None, Trigger], ...]]  # outside the settlement of acts
    until: dict[str, Until]  # how long each mark stays
    ballots: frozenset[str]  # the acts of voting somebody out
    votes: frozenset[str]  # those, and elections
    others: frozenset[str]  # votes in which nobody may name themselves
    notes_names: bool  # whether any trigger waits for an act to name somebody
    defaults: dict[str, Value]  # of the house rules
    unnamed: dict[str, Value]  # the same for games that do not name them
    hash: str


def plain(value: Any) -> Any:
    """The value as JSON-ready data, each node under its class name."""
    if is_dataclass(value) and not isinstance(value, type):
        return {"is": type(value).__name__} | {name: plain(getattr(value, name)) for name in parts_of(value)}
    if isinstance(value, Enum):
        return value.name.lower()
    return [plain(item) for item in value] if isinstance(value, tuple) else value


UNTOLD = (
    "rule",
    "called",
    "decks",
    "flags",
    "unique",
    "sheet",
    "plays_as",
)  # of a node: what does not count for its hash


def fingerprint(rules: Ruleset) -> str:
    """A stable hash of all that a ruleset does.

    Words for people and the book's own decks do not count, nor does a field at its default, so that a word added to the
    vocabulary changes no ruleset that does not use it. House rules count where they are read, and only if their default
    says more than the field's own: a record names the value of each, and one that was added later has changed nothing.
    """
    return sha256(json.dumps(_bare(rules, defaults(rules)), sort_keys=True).encode()).hexdigest()[:16]


def _bare(value: Any, flags: dict[str, Value]) -> Any:
    """What counts of a value under these house rules, as JSON-ready data."""
    if isinstance(value, tuple):
        return [_bare(item, flags) for item in value]
    if not is_dataclass(value):
        return None if isinstance(value, Text) else plain(value)
    bare: dict[str, Any] = {"is": type(value).__name__}
    for each in fields(value):
        part = getattr(value, each.name)
        usual = Const(flags[part.flag]) if isinstance(part, FlagIs) and part.flag in flags else part
        if each.name not in UNTOLD and (each.default is MISSING or usual != each.default):
            bare[each.name] = _bare(part, flags)
    return bare


_PLANS: dict[int, Plan] = {}  # by identity: hashing a whole ruleset takes longer than a night


def compile_plan(rules: Ruleset) -> Plan:
    """The plan of a ruleset, compiled once; one clear error if it contradicts itself."""
    plan = _PLANS.get(id(rules))
    if plan is None or plan.rules is not rules:
        plan = _PLANS[id(rules)] = _compile(rules)
    return plan


def _compile(rules: Ruleset) -> Plan:
    check_kinds(rules)
    graph = Graph(rules)
    check_names(rules, graph)
    check_whole(rules, graph)
    check_declared(rules, graph)
    check_edges(rules, graph)
    check_places(rules, graph)
    before = dependencies(rules, graph)
    order = settle_order(rules, before)
    check_turned(rules, graph)
    stops: dict[str, tuple[Overturns, ...]] = {}
    edges: dict[str, tuple[Overturns, ...]] = {}
    for edge in rules.overturns:
        meets = edges if edge.at is At.TARGET else stops
        for what in edge.what:
            meets[what] = (*meets.get(what, ()), edge)
    abilities = {(ability.verb, role.name): ability for role in rules.roles for ability in role.abilities}
    blocks = [ability.verb for ability in graph.abilities if any(isinstance(e, Block) for e in ability.does)]
    until = {mark.name: mark.until for mark in walk(rules) if isinstance(mark, Mark)}
    until |= {reveal.mark: Until.FOREVER for reveal in walk(rules) if isinstance(reveal, Reveal)}
    ballots = frozenset(v for step in rules.day if isinstance(step, Ballot) for v in (step.verb, step.again) if v)
    return Plan(
        rules=rules,
        roles={role.name: role for role in rules.roles},
        abilities=abilities,
        duties={step.verbs: _duties(rules, step) for step in (*rules.night, *rules.day) if isinstance(step, Collect)},
        groups={group.ability.verb: group for group in rules.groups},
        stops=stops,
        edges=edges,
        traces={edge.by: graph.traces(edge.by) for edge in rules.overturns},
        blockers=tuple(dict.fromkeys(blocks)),
        turned=turned(rules, graph),
        cautious=frozenset(ability.verb for ability in graph.abilities if ability.cautious),
        guard_rings=tuple(ring for ring in rules.rings if not set(ring.of) & set(blocks)),
        order=order,
        program=tuple(
            (node, graph.triggers[node][1] if node in graph.triggers else None, tuple(graph.effects[node]))
            for node in order
        ),
        before=before,
        graph=graph,
        triggers=graph.triggers,
        reacting={
            occasion: tuple((role, t) for role, t in graph.triggers.values() if _reacts(t, occasion))
            for occasion in Occasion
        },
        until=until,
        ballots=ballots,
        votes=ballots.union(step.verb for step in rules.day if isinstance(step, Elect)),
        others=frozenset(
            verb for step in rules.day if isinstance(step, Ballot) and step.others for verb in (step.verb, step.again)
        ),
        notes_names=any(t.on is Occasion.NAMED for _, t in graph.triggers.values()),
        defaults=defaults(rules),
        unnamed=unnamed(rules),
        hash=fingerprint(rules),
    )


def _duties(rules: Ruleset, step: Collect) -> dict[str, tuple[Ability, ...]]:
    """What the holders of each role are asked at this step; roles that are asked nothing are left out."""
    asked = {
        role.name: tuple(a for verb in step.verbs for a in role.abilities if a.verb == verb) for role in rules.roles
    }
    return {role: abilities for role, abilities in asked.items() if abilities}


def _reacts(trigger: Trigger, occasion: Occasion) -> bool:
    """Whether a trigger waits for this occasion outside the settlement of acts."""
    left = occasion in (Occasion.DIED, Occasion.VOTED_OUT) and trigger.on is Occasion.LEFT
    return left or (trigger.on is occasion and occasion not in IN_SETTLEMENT)


__all__ = ["Plan", "RulesetError", "compile_plan", "plain", "walk"]
