"""The reason why a condition of the rules does not hold: a house rule that is off, or what it takes."""

from __future__ import annotations

from collections.abc import Iterator

from duskfall.tell import phrases
from duskfall.tell.rules.conditions import holds
from duskfall.tell.rules.seats import CAST, Cast
from duskfall.tell.tongue import say, together, told
from duskfall.vocabulary.cards import Role
from duskfall.vocabulary.conditions import ALWAYS, Binary, Expr, FlagIs, Not, Op
from duskfall.vocabulary.scene import Scene


def cast_of(role: Role | None) -> Cast:
    """Return the words for a rule's owner: the name of its role, or the general words if it has no role."""
    return Cast(f"the {role.name}", f"the {role.name}") if role else CAST


def missing(expr: Expr, scene: Scene) -> list[Expr]:
    """Return the parts of a condition that do not hold; empty if all of it holds."""
    return [part for part in parts(expr) if not part.holds(scene)]


def parts(expr: Expr) -> Iterator[Expr]:
    """Yield the parts of a condition that are joined by "and"."""
    if isinstance(expr, Binary) and expr.op is Op.AND:
        yield from parts(expr.a)
        yield from parts(expr.b)
    elif expr != ALWAYS:
        yield expr


def is_house_rule(expr: Expr) -> bool:
    """Return whether a condition only says that a house rule is on or off."""
    return isinstance(expr.of if isinstance(expr, Not) else expr, FlagIs)


def needed(exprs: list[Expr], cast: Cast) -> str:
    """Return what it takes for these conditions to hold, one sentence each."""
    return together(_needed(each, cast) for each in exprs)


def _needed(expr: Expr, cast: Cast) -> str:
    match expr:
        case FlagIs(flag):
            return say('The house rule "{flag}" is off.', flag=phrases.house_rule(flag))
        case Not(FlagIs(flag)):
            return say('The house rule "{flag}" is on.', flag=phrases.house_rule(flag))
        case Not(of):
            return told(f"Not if {holds(of, cast)}.")
        case _:
            return told(f"Only if {holds(expr, cast)}.")
