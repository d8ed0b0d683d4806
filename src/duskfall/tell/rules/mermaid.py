"""Mermaid diagrams of a ruleset: the override graph, and the flow of a round."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce, singledispatch

from duskfall.core.plan.compile import Plan
from duskfall.tell.rules.conditions import holds
from duskfall.tell.rules.overrides import EDGE, kinds, overturner
from duskfall.tell.rules.seats import CAST, Cast
from duskfall.tell.rules.steps import action, chat
from duskfall.tell.text import capital, sentence
from duskfall.tell.tongue import WIDE_STOPS, listed, say, told, word
from duskfall.vocabulary.conditions import ALWAYS, Expr
from duskfall.vocabulary.ruleset import At, Overturns, Ruleset
from duskfall.vocabulary.steps import Ballot, Chat, Check, Collect, Discussion, Elect, Settle, Step

SHAPES = {
    "act": ("[", "]"),
    "mark": ("(", ")"),
    "trigger": ("{{", "}}"),
    "card": ("[/", "/]"),
    "role": ("([", "])"),
    "vote": ("[[", "]]"),
}
INDENT = "    "
DOWN, ACROSS = "TB", "LR"  # a round runs down; the override graph has two columns and fits the width of a page


def override_chart(plan: Plan) -> str:
    """Return the override graph as one diagram."""
    return "\n".join([f"flowchart {ACROSS}", *(INDENT + line for line in _overrides(plan))]) + "\n"


def round_chart(rules: Ruleset) -> str:
    """Return a round, night and day, as one diagram."""
    return "\n".join([f"flowchart {DOWN}", *(INDENT + line for line in _round(rules))]) + "\n"


def both_charts(plan: Plan) -> str:
    """Return both diagrams as one Mermaid document.

    The round has no frame of its own, because Mermaid would lay it out sideways in one.
    """
    overrides = [f'subgraph overrides["{say("What overturns what")}"]', f"{INDENT}direction {ACROSS}"]
    overrides += [*(INDENT + line for line in _overrides(plan)), "end"]
    lines = [*_round(plan.rules), *overrides, "overrides ~~~ start"]
    return "\n".join([f"flowchart {DOWN}", *(INDENT + line for line in lines)]) + "\n"


def quoted(text: str) -> str:
    """Return a label, quoted and escaped for Mermaid."""
    return '"' + text.replace("`", "").replace('"', "#quot;") + '"'


# -- what overturns what -----------------------------------------------------------------------------


def _overrides(plan: Plan) -> Iterator[str]:
    used = [name for edge in plan.rules.overturns for name in (edge.by, *edge.what)]
    ids = {name: f"n{number}" for number, name in enumerate(kinds(plan)) if name in used}
    for name, kind in kinds(plan).items():
        if name in ids:
            left, right = SHAPES[kind]
            yield f"{ids[name]}{left}{quoted(_label(name, kind))}{right}"
    for edge in plan.rules.overturns:
        arrow = "-.->" if edge.at is At.ACTOR else "-->"
        for what in edge.what:
            yield f"{ids[edge.by]} {arrow}|{quoted(_edge_label(edge))}| {ids[what]}"


def _label(name: str, kind: str) -> str:
    return overturner(name)


def _edge_label(edge: Overturns) -> str:
    return edge.rule if edge.when == ALWAYS else f"{edge.rule}: {condition(edge.when, EDGE)}"


def condition(when: Expr, cast: Cast = CAST) -> str:
    """Return a condition as "if …" in the current language."""
    return say("if {condition}", condition=told(holds(when, cast)))


# -- a round -----------------------------------------------------------------------------------------


def _round(rules: Ruleset) -> Iterator[str]:
    yield f'start(["{say("The cards are dealt")}"])'
    yield f'over(["{say("The game is over")}"])'
    phases = [("night", rules.night), ("day", rules.day)]
    if rules.day_first:
        phases.reverse()
    for name, steps in phases:
        yield from _phase(name, steps)
    (first, steps), (second, others) = phases
    yield f"start --> {first}0"
    yield _onward(first, steps, f"{second}0")
    yield _onward(second, others, f"{first}0")


def _phase(name: str, steps: tuple[Step, ...]) -> Iterator[str]:
    """Yield one phase as a subgraph, and the arrows from its checks to the end of the game."""
    yield f'subgraph {name}["{capital(word(name, "phase"))}"]'
    yield f"{INDENT}direction {DOWN}"
    for number, step in enumerate(steps):
        left, right = ("{", "}") if isinstance(step, Check) else ("[", "]")
        yield f"{INDENT}{name}{number}{left}{quoted(_title(step))}{right}"
    for number in range(len(steps) - 1):
        yield INDENT + _onward(name, steps[: number + 1], f"{name}{number + 1}")
    yield "end"
    for number, step in enumerate(steps):
        if isinstance(step, Check):
            yield f"{name}{number} -->|{say('yes')}| over"


def _onward(name: str, steps: tuple[Step, ...], to: str) -> str:
    """Return the arrow from the last of these steps to a node."""
    arrow = f"-->|{say('no')}|" if isinstance(steps[-1], Check) else "-->"
    return f"{name}{len(steps) - 1} {arrow} {to}"


def _title(step: Step) -> str:
    title = capital(brief(step))
    if step.when == ALWAYS:
        return title
    return say("{step} (only if {condition})", step=title, condition=told(holds(step.when)))


@singledispatch
def brief(step: Step) -> str:
    """Return a step in a few words."""
    return _short(action(step))


def _short(text: str) -> str:
    """Return a translated sentence without its stop."""
    return told(sentence(text)).removesuffix(".").removesuffix(WIDE_STOPS[0])


@brief.register
def _(step: Collect) -> str:
    return say("choose {acts}", acts=_acts(step.verbs))


@brief.register
def _(step: Settle) -> str:
    return say("settle {acts}", acts=_acts(step.verbs))


def _acts(verbs: tuple[str, ...]) -> str:
    return listed(word(verb, "verb") for verb in verbs)


@brief.register
def _(step: Chat) -> str:
    return _short(chat(step))


@brief.register
def _(step: Discussion) -> str:
    parts = [word(part.name, "part") for part in step.parts]
    then = reduce(lambda some, each: say("{some}, then {next}", some=some, next=each), parts)
    return say("discussion: {parts}", parts=then)


@brief.register
def _(step: Ballot) -> str:
    return say("{vote}; on a tie: {then}", vote=word(step.verb, "verb"), then=word(step.tie.value, "word"))


@brief.register
def _(step: Elect) -> str:
    return say("election of the {title}", title=word(step.title, "title"))


@brief.register
def _(step: Check) -> str:
    return say("has a side won?")
