"""The override graph of a ruleset: which nodes wait for which, and the resolution order that follows."""

from __future__ import annotations

from duskfall.core.problem import meant
from duskfall.vocabulary.cards import Ability, Occasion, Role, Trigger
from duskfall.vocabulary.effects import Attack, Block, Effect, Guard, Link, Mark, ReadSide, Show, Until
from duskfall.vocabulary.ruleset import ROLE, At, Overturns, Ruleset, walk
from duskfall.vocabulary.ruleset_error import RulesetError
from duskfall.vocabulary.seats import DeadTonight, Survivors, Victims
from duskfall.vocabulary.steps import Settle

VOTE_OUT = "vote_out"
IN_SETTLEMENT = (Occasion.BLOCKED, Occasion.NAMED, Occasion.FAILED, Occasion.KILLED)  # while actions are resolved


class Graph:
    """The nodes of the override graph: actions, marks, links and triggers, each by its name."""

    def __init__(self, rules: Ruleset) -> None:
        self.abilities: list[Ability] = [ability for role in rules.roles for ability in role.abilities]
        self.abilities += [group.ability for group in rules.groups]
        self.verbs = tuple(dict.fromkeys(ability.verb for ability in self.abilities))
        self.triggers: dict[str, tuple[Role | None, Trigger]] = {t.name: (None, t) for t in rules.triggers}
        self.triggers |= {t.name: (role, t) for role in rules.roles for t in role.triggers}
        self._nodes: dict[str, tuple[str, ...]] = {}
        self.cards = {card.name for card in rules.cards}
        self.effects: dict[str, list[tuple[str, Effect]]] = {}  # node -> (action or trigger, effect)
        for ability in self.abilities:
            for effect in ability.does:
                entry = (ability.verb, effect)
                if entry not in self.effects.setdefault(node_of(ability.verb, effect), []):
                    self.effects[node_of(ability.verb, effect)].append(entry)
        for name, (_, trigger) in self.triggers.items():
            if trigger.on in IN_SETTLEMENT:
                self.effects.setdefault(name, []).extend((name, effect) for effect in trigger.does)
                later = [effect for effect in trigger.does if isinstance(effect, Attack) and effect.as_]
                for attack in later:
                    if attack.as_ in self.effects:
                        self.effects[attack.as_].append((attack.as_, attack))

    def nodes(self, name: str) -> tuple[str, ...]:
        """Return the nodes that a name in an edge stands for; an action stands for all its effects except links."""
        if name not in self._nodes:
            found = [name] if name in self.effects else []
            if name in self.verbs:
                every = ((node, *use) for node, uses in self.effects.items() for use in uses)
                found = [node for node, verb, effect in every if verb == name and not isinstance(effect, Link)]
            self._nodes[name] = tuple(dict.fromkeys(found))
        return self._nodes[name]

    def kind(self, node: str, kind: type[Effect]) -> list[Effect]:
        """Return the effects of one class at a node."""
        return [effect for _, effect in self.effects.get(node, ()) if isinstance(effect, kind)]

    def traces(self, name: str) -> tuple[str, ...]:
        """Return the nodes of a name that have effects other than guards."""
        return tuple(node for node in self.nodes(name) if len(self.kind(node, Guard)) < len(self.effects[node]))

    def deadly(self) -> list[str]:
        """Return all nodes that can cause a death."""
        return [node for node in self.effects if self.kind(node, Attack) or self.kind(node, Link)]


def node_of(verb: str, effect: Effect) -> str:
    """Return the name of an effect's node: a mark's or link's own name, else the action's verb."""
    return effect.name if isinstance(effect, Mark | Link) else verb


def turned(rules: Ruleset, graph: Graph) -> dict[str, bool]:
    """Return the actions that may be cancelled at their target before they take effect.

    The value is True if the action is cancelled as a whole. Attacks, readings and showings are not: they are overturned
    when they take effect, and turn back early only if cautious. Guards in a ring follow the ring's own rule.
    """
    rings = [{*ring.of} for ring in rules.rings]
    met = {
        what
        for edge in rules.overturns
        for what in edge.what
        if edge.at is At.TARGET and not any({edge.by, what} <= ring for ring in rings)
    }
    found: dict[str, bool] = {}
    for ability in graph.abilities:
        whole = not any(isinstance(effect, Attack | ReadSide | Show) for effect in ability.does)
        if ability.verb in met and (whole or ability.cautious):
            found[ability.verb] = found.get(ability.verb, True) and whole
    return found


def dependencies(rules: Ruleset, graph: Graph) -> dict[str, frozenset[str]]:
    """Return the nodes each node waits for: overturners, deaths in its conditions, causes of its triggers."""
    waits: dict[str, set[str]] = {node: set() for node in graph.effects}
    deadly = graph.deadly()
    attacks = [node for node in deadly if not graph.kind(node, Link)]
    for edge in rules.overturns:
        for what in edge.what:
            for node in graph.nodes(what):
                waits[node].update(graph.nodes(edge.by))
    for node, uses in graph.effects.items():
        if graph.kind(node, Link):
            waits[node].update(attacks)
        for source, effect in uses:
            part: object = effect
            if source in graph.triggers:
                trigger = graph.triggers[source][1]
                part = (effect, trigger.when, trigger.me)
                for verb in trigger.verbs:
                    waits[node].update(graph.nodes(verb))
                if not trigger.verbs and trigger.on in (Occasion.KILLED, Occasion.FAILED):
                    waits[node].update(other for other in deadly if other != node)
            for piece in walk(part):
                if isinstance(piece, Victims):
                    for verb in piece.verbs:
                        waits[node].update(graph.nodes(verb))
                elif isinstance(piece, Survivors | DeadTonight):
                    waits[node].update(deadly)
    return {node: frozenset(others) for node, others in waits.items()}


def settle_order(rules: Ruleset, before: dict[str, frozenset[str]]) -> tuple[str, ...]:
    """Return the nodes in resolution order, modifiers first; raise `RulesetError` for an undeclared ring."""
    rings = [frozenset(ring.of) for ring in rules.rings]
    waits = {
        node: {other for other in others if not any(node in ring and other in ring for ring in rings)}
        for node, others in before.items()
    }
    order: list[str] = []
    while waits:
        free = [node for node, others in waits.items() if not others]
        if not free:
            raise RulesetError(f"{rules.id}: undeclared ring of overturns among {', '.join(_ring(waits))}")
        order.append(free[0])
        del waits[free[0]]
        for others in waits.values():
            others.discard(free[0])
    return tuple(order)


def _ring(waits: dict[str, set[str]]) -> list[str]:
    """Return one ring among nodes that wait for each other."""
    path = [next(iter(waits))]
    while True:
        following = next(iter(waits[path[-1]]))
        if following in path:
            return path[path.index(following) :]
        path.append(following)


def check_edges(rules: Ruleset, graph: Graph) -> None:
    """Raise `RulesetError` for an edge with an unknown name, a repeated edge, or one that can never fire."""
    seen: set[tuple[str, str, At, object]] = set()
    names = dict.fromkeys((*graph.verbs, *graph.effects))
    for edge in rules.overturns:
        known = edge.by == ROLE or edge.by in graph.cards or bool(graph.nodes(edge.by))
        if not known:
            there = _named(edge.by, [ROLE, *graph.cards, *names])
            raise RulesetError(f"{rules.id}: overturns ({edge.rule or edge.by}): unknown name {there}")
        for what in edge.what:
            if what != VOTE_OUT and what not in graph.verbs and not graph.nodes(what):
                there = _named(what, [VOTE_OUT, *names])
                raise RulesetError(f"{rules.id}: overturns ({edge.rule or edge.by}): unknown name {there}")
            reason = _never(rules, graph, edge, what)
            if (edge.by, what, edge.at, edge.when) in seen:
                reason = "an earlier edge says the same"
            if reason:
                raise RulesetError(
                    f"{rules.id}: overturns ({edge.rule or edge.by}): {edge.by} over {what} can never fire: {reason}"
                )
            seen.add((edge.by, what, edge.at, edge.when))


def _named(name: str, known: list[str]) -> str:
    """Format an unknown name for an error message, with the most similar name and all known names."""
    return f"{name!r}{meant(name, known)} (there are: {', '.join(sorted({*known}))})"


def _never(rules: Ruleset, graph: Graph, edge: Overturns, what: str) -> str:
    """Return why an edge can never fire; empty if it can."""
    if edge.at is At.ACTOR:
        if not any(graph.kind(node, Block) for node in graph.nodes(edge.by)):
            return f"{edge.by} blocks nobody"
        return (
            "" if what in graph.verbs and _settled(rules, edge.by) <= _settled(rules, what) else f"{what} comes first"
        )
    attacks = [effect for node in graph.nodes(what) for effect in graph.kind(node, Attack)]
    tiers = [effect.tier for effect in attacks if isinstance(effect, Attack)]
    reads = any(graph.kind(node, ReadSide) for node in graph.nodes(what))
    if edge.by == ROLE:
        strong = any((tiers and role.defense >= min(tiers)) or what in role.proof for role in rules.roles)
        return "" if strong or (reads and any(role.seen for role in rules.roles)) else "no role is proof against it"
    guards = [effect for node in graph.nodes(edge.by) for effect in graph.kind(node, Guard)]
    if tiers and guards and not any(isinstance(guard, Guard) and guard.tier >= min(tiers) for guard in guards):
        return "the guard is too weak"
    marks = [effect for node in graph.nodes(edge.by) for effect in graph.kind(node, Mark)]
    lasting = any(isinstance(mark, Mark) and mark.until is not Until.DAWN for mark in marks)
    if (
        edge.by in graph.verbs
        and what in graph.verbs
        and not lasting
        and _settled(rules, edge.by) > _settled(rules, what)
    ):
        return f"{what} is settled before {edge.by}"
    if what == VOTE_OUT:
        return "" if edge.by in graph.cards or lasting else f"{edge.by} is gone by day"
    return ""


def check_turned(rules: Ruleset, graph: Graph) -> None:
    """Raise `RulesetError` if an action is overturned early by one that isn't resolved at an earlier step."""
    early = turned(rules, graph)
    for edge in rules.overturns:
        for what in edge.what if edge.at is At.TARGET and edge.by in graph.verbs else ():
            if what in early and _settled(rules, edge.by) == _settled(rules, what):
                where = f"{rules.id}: overturns ({edge.rule or edge.by}): {edge.by} over {what}"
                raise RulesetError(f"{where} can never fire: {edge.by} must be settled at an earlier step")


def _settled(rules: Ruleset, verb: str) -> int:
    """Return the index of the night step that resolves an action; -1 if there is none."""
    for index, step in enumerate(rules.night):
        if isinstance(step, Settle) and verb in step.verbs:
            return index
    return -1


def contradictions(rules: Ruleset, before: dict[str, frozenset[str]], graph: Graph) -> list[tuple[str, str]]:
    """Return pairs of nodes that the rulebook prints in the opposite order: (first in the graph, second)."""
    place = {node: number for number, names in enumerate(rules.prints) for name in names for node in graph.nodes(name)}
    return [
        (first, then)
        for then, others in before.items()
        for first in others
        if first in place and then in place and place[first] > place[then]
    ]
