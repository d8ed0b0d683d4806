"""The override graph in words and as data: what overturns what, where, on which condition, by which rule."""

from __future__ import annotations

from typing import Any

from duskfall.core.plan.compile import Plan, plain
from duskfall.core.plan.graph import VOTE_OUT
from duskfall.tell.rules.conditions import holds
from duskfall.tell.rules.seats import Cast
from duskfall.tell.text import capital, cite, quote, sentence, spaced, spacings
from duskfall.tell.tongue import later, listed, named, say, told, word
from duskfall.vocabulary.conditions import ALWAYS, NEVER
from duskfall.vocabulary.effects import Block
from duskfall.vocabulary.ruleset import ROLE, At, Overturns, Ring, Ruleset

PLACES = {At.TARGET: "on the same player", At.ACTOR: "done by the one it names"}
EDGE = Cast(me="the actor")
BY_DAY = {VOTE_OUT: later("being voted out")}


def overturn(node: Overturns) -> str:
    """Return an override as a sentence in the current language; the list of what it overturns is a slot."""
    place = f" {PLACES[node.at]}" if node.by != ROLE and node.what != (VOTE_OUT,) else ""
    instead = ', which then shows "{word}"' if node.shows else ""
    when = "" if node.when == ALWAYS else told(holds(node.when, EDGE))
    text = f"{{by}} overturns {{acts}}{place}{instead}{' if {condition}' if when else ''}."
    acts = listed(say(BY_DAY[name]) if name in BY_DAY else word(name, "verb") for name in node.what)
    slots = {"by": overturner(node.by), "acts": acts, "word": word(node.shows, "word"), "condition": when}
    return capital(say(text, **slots)) + cite(node.rule)


def overturner(by: str) -> str:
    """Return the source of an override in the current language."""
    return say("the target's own role") if by == ROLE else word(by, "verb")


def overturn_row(node: Overturns) -> tuple[str, ...]:
    """Return an override as a table row: its source, its targets, the place, the condition and the rule."""
    when = "" if node.when == ALWAYS else holds(node.when, EDGE)
    shows = f"the answer becomes {quote(node.shows)}" if node.shows else ""
    place = "" if node.by == ROLE else PLACES[node.at]
    condition = "; ".join(map(told, filter(None, (shows, when))))
    by = overturner(node.by)
    return by, named(node.what, "verb"), told(place) if place else "", condition, cite(node.rule).strip()


def ring(node: Ring) -> str:
    """Return what happens if actions overturn each other in a ring."""
    names = spacings(node.of)
    who = (
        f"where {names} meet each other in a ring"
        if len(node.of) > 1
        else f"where each {names} meets another in a ring"
    )
    if node.fails == ALWAYS:
        comes = "they all fail"
    else:
        comes = f"they all fail if {holds(node.fails)}, else all stand"
    return sentence(f"{who}, {comes}{_higher(node)}", node.rule)


def _higher(node: Ring) -> str:
    if node.higher == NEVER:
        return ""
    when = "" if node.higher == ALWAYS else f"if {holds(node.higher)}, "
    mutual = "unless the two block each other"
    return f"; {when}a block of lower priority does not stop a higher one, {mutual}"


def priorities(rules: Ruleset, node: Ring) -> str:
    """Return the priorities of the blocks in a ring, highest first; empty if they don't matter."""
    if node.higher == NEVER:
        return ""
    ranks = [
        (each.priority, role.name)
        for role in rules.roles
        for ability in role.abilities
        if ability.verb in node.of
        for each in ability.does
        if isinstance(each, Block)
    ]
    ranked = listed(f"{word(name, 'role')} {rank}" for rank, name in sorted(ranks, reverse=True))
    return say("The priorities are {roles}.", roles=ranked) + cite(node.rule)


def kinds(plan: Plan) -> dict[str, str]:
    """Return the nodes of the override graph by name, with their kinds, in the order of resolution."""
    found = {node: _kind(plan, node) for node in plan.order}
    for edge in plan.rules.overturns:
        for name in (edge.by, *edge.what):
            found.setdefault(name, _kind(plan, name))
    return found


def _kind(plan: Plan, name: str) -> str:
    if name in plan.graph.cards:
        return "card"
    if name in plan.triggers:
        return "trigger"
    if name == ROLE:
        return "role"
    if name == VOTE_OUT:
        return "vote"
    return "act" if name in plan.graph.verbs else "mark"


def graph_data(plan: Plan) -> dict[str, Any]:
    """Return the override graph as JSON-ready nodes and edges, for other programs to draw."""
    nodes = [{"id": name, "kind": kind, "label": spaced(name)} for name, kind in kinds(plan).items()]
    edges = [
        {
            "by": edge.by,
            "what": what,
            "at": edge.at.value,
            "when": None if edge.when == ALWAYS else plain(edge.when),
            "if": "" if edge.when == ALWAYS else holds(edge.when, EDGE),
            "shows": edge.shows,
            "rule": edge.rule,
        }
        for edge in plan.rules.overturns
        for what in edge.what
    ]
    rings = [{"of": list(each.of), "words": ring(each), "rule": each.rule} for each in plan.rules.rings]
    waits = {node: sorted(plan.before[node]) for node in plan.order}
    return {"nodes": nodes, "edges": edges, "rings": rings, "waits_for": waits}
