"""Compilation of a ruleset into a plan: checks, lookup tables, the resolution order, and a hash of the rules."""

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
    """A ruleset compiled for play: lookup tables and the order in which actions are resolved."""

    rules: Ruleset
    roles: dict[str, Role]
    abilities: dict[tuple[str, str], Ability]  # by (action, role)
    duties: dict[tuple[str, ...], dict[str, tuple[Ability, ...]]]  # actions asked together -> role -> what it is asked
    groups: dict[str, Group]  # by action
    stops: dict[str, tuple[Overturns, ...]]  # by action: edges that stop it at its actor
    edges: dict[str, tuple[Overturns, ...]]  # by what is overturned: edges that apply at its target
    traces: dict[str, tuple[str, ...]]  # by overturner: graph nodes that put it on a target
    blockers: tuple[str, ...]  # actions that block
    turned: dict[str, bool]  # actions cancelled before they take effect; True: as a whole
    cautious: frozenset[str]  # actions whose actors stay home if the target is protected
    guard_rings: tuple[Ring, ...]  # declared rings without blocks
    order: tuple[str, ...]  # graph nodes in resolution order
    program: tuple[tuple[str, Trigger | None, tuple[tuple[str, Effect], ...]], ...]  # at each node: trigger, effects
    before: dict[str, frozenset[str]]  # nodes that each node waits for
    graph: Graph
    triggers: dict[str, tuple[Role | None, Trigger]]
    reacting: dict[Occasion, tuple[tuple[Role | None, Trigger], ...]]  # outside the resolution of actions
    until: dict[str, Until]  # how long each mark lasts
    ballots: frozenset[str]  # verbs of votes that send somebody out
    votes: frozenset[str]  # the same and the verbs of elections
    others: frozenset[str]  # verbs of votes in which nobody may vote for themselves
    notes_names: bool  # whether any trigger fires when an action names its target
    defaults: dict[str, Value]  # default values of the house rules
    unnamed: dict[str, Value]  # their values in games that do not name them
    hash: str


def plain(value: Any) -> Any:
    """Convert a value to JSON-ready data; each node becomes an object with its class name under "is"."""
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
)  # fields of nodes that do not count for the hash


def fingerprint(rules: Ruleset) -> str:
    """Return a stable hash of everything in a ruleset that affects play.

    Text for people and the ruleset's own decks don't count, nor does a field at its default, so a field added to the
    vocabulary changes no ruleset that does not use it. A house rule counts only where it is read, and only if its
    default differs from the default of that field: records name the value of every house rule, so a rule that was added
    later has changed nothing.
    """
    return sha256(json.dumps(_bare(rules, defaults(rules)), sort_keys=True).encode()).hexdigest()[:16]


def _bare(value: Any, flags: dict[str, Value]) -> Any:
    """Return the parts of a value that count for the hash, as JSON-ready data; `flags` are the default house rules."""
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


_PLANS: dict[int, Plan] = {}  # by id(): hashing a whole ruleset takes longer than playing a night


def compile_plan(rules: Ruleset) -> Plan:
    """Return the plan of a ruleset, compiled once; raise `RulesetError` if the ruleset is invalid."""
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
    """Return what the holders of each role are asked at this step; roles that are asked nothing are left out."""
    asked = {
        role.name: tuple(a for verb in step.verbs for a in role.abilities if a.verb == verb) for role in rules.roles
    }
    return {role: abilities for role, abilities in asked.items() if abilities}


def _reacts(trigger: Trigger, occasion: Occasion) -> bool:
    """Return whether a trigger fires on this occasion outside the resolution of actions."""
    left = occasion in (Occasion.DIED, Occasion.VOTED_OUT) and trigger.on is Occasion.LEFT
    return left or (trigger.on is occasion and occasion not in IN_SETTLEMENT)


__all__ = ["Plan", "RulesetError", "compile_plan", "plain", "walk"]
