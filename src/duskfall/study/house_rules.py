"""Rules under known house rules: a condition that hangs on a switch alone is settled, and what never holds goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from duskfall.core.facts import Began, FlagSwitched
from duskfall.core.play.state import State
from duskfall.core.start.flags import unnamed
from duskfall.core.view import View
from duskfall.vocabulary.conditions import ALWAYS, NEVER, Binary, Const, Expr, FlagIs, IfElse, Not, Op
from duskfall.vocabulary.ruleset import Ruleset, parts_of
from duskfall.vocabulary.scene import Scene, Value

Node = TypeVar("Node")
KEPT = "does"  # an act that comes to nothing still says what it would do


def flags_of(view: View) -> dict[str, Value]:
    """The house rules of the game that is seen."""
    found: dict[str, Value] = {}
    for fact in view.facts:
        if isinstance(fact, Began):
            found |= fact.flags
        elif isinstance(fact, FlagSwitched):
            found[fact.flag] = fact.value
    return found


def bare_scene(rules: Ruleset, view: View) -> Scene:
    """A scene of which nothing is known but the house rules and the day."""
    state = State((), [], unnamed(rules) | flags_of(view), False)
    state.day = view.day
    return Scene(state)


def settled(node: Node, flags: Mapping[str, Value]) -> Node:
    """The same rules without the switches whose value is known."""
    found: Any = _settled(node, flags)
    return found  # type: ignore[no-any-return]


def _settled(node: Any, flags: Mapping[str, Value]) -> Any:
    if isinstance(node, tuple):
        return tuple(
            each for each in (_settled(each, flags) for each in node) if getattr(each, "when", ALWAYS) != NEVER
        )
    names = parts_of(node)
    if not names:
        return node
    parts = {name: getattr(node, name) for name in names}
    changed = {name: _settled(part, flags) for name, part in parts.items()}
    if KEPT in parts and not changed[KEPT]:
        changed[KEPT] = parts[KEPT]
    found = replace(node, **changed)
    return _simple(found, flags) if isinstance(found, Expr) else found


def _simple(expr: Expr, flags: Mapping[str, Value]) -> Expr:
    """The condition without what is known of it."""
    match expr:
        case FlagIs(flag):
            return Const(flags[flag]) if flag in flags else expr
        case Not(Const()) | Binary(_, Const(), Const()):
            return Const(expr.value(Scene(State((), [], {}, False))))
        case Binary(Op.AND | Op.OR as op, Const(value), other) | Binary(Op.AND | Op.OR as op, other, Const(value)):
            return other if bool(value) is (op is Op.AND) else Const(bool(value))
        case IfElse(Const(value), then, other):
            return then if value else other
        case _:
            return expr
