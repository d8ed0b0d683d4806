"""Conditions and counts: the translation of each `Expr` to integers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod
from typing import Any

from duskfall.batch.making.maker import CannotCompile, Here, Maker, value_at
from duskfall.batch.making.write import Code, Test, all_of, any_of, as_number, both, no, some
from duskfall.batch.table import Table
from duskfall.batch.words.who import mask
from duskfall.vocabulary import conditions as c
from duskfall.vocabulary.ruleset import walk
from duskfall.vocabulary.scene import Value

VARYING = (c.Night, c.Day, c.Count, c.Some)  # expressions that change during a game; all others are known before it
SIZES = {c.Night: 1002, c.Day: 1002, c.Count: 32, c.Some: 2}  # how many values each of them can have
TABLE = 1 << 16  # the most entries in a table
WEIGHT_BITS = 6  # bits of a ballot's weight, after scaling to a whole number


def test(m: Maker, expr: c.Expr, here: Here) -> Test:
    """Translate a condition, for the players in `here`."""
    if known(expr):
        value = m.constant(("holds", expr), lambda table: int(bool(value_at(table, expr))))
        return bool(value) if isinstance(value, int) else f"({value} != 0)"
    match expr:
        case c.Some():
            return some(mask(m, expr.who, here))
        case c.Not():
            return no(test(m, expr.of, here))
        case c.Binary(op=c.Op.AND):
            return all_of(test(m, expr.a, here), test(m, expr.b, here))
        case c.Binary(op=c.Op.OR):
            return any_of(test(m, expr.a, here), test(m, expr.b, here))
        case c.Binary() if expr.op in COMPARE and not _compares_fractions(expr):
            a, b = number(m, expr.a, here), number(m, expr.b, here)
            if isinstance(a, int) and isinstance(b, int):
                return bool(c.COMBINE[expr.op](a, b))
            return f"({a} {COMPARE[expr.op]} {b})"
    found = number(m, expr, here)
    return bool(found) if isinstance(found, int) else f"({found} != 0)"


def number(m: Maker, expr: c.Expr, here: Here) -> Code:
    """Translate an expression that has a whole number as its value, for the players in `here`."""
    if known(expr):
        return m.constant(("number", expr), lambda table: _whole(value_at(table, expr)))
    if _fractional(expr) or _compares_fractions(expr):
        return _from_table(m, expr, here)
    return NUMBERS[type(expr)](m, expr, here)


def known(expr: c.Expr) -> bool:
    """Return whether an expression depends only on house rules and the number of seats."""
    return not any(isinstance(part, VARYING) for part in walk(expr))


def scale(table: Table, weights: tuple[c.Expr, ...]) -> int:
    """Return the factor that makes all these weights of ballots whole numbers.

    Raises CannotCompile for a fractional weight that changes during the game.
    """
    found = 1
    for expr in weights:
        if known(expr):
            found *= (Fraction(str(value_at(table, expr))) * found).denominator
        elif _fractional(expr):
            raise CannotCompile(
                f"{table.plan.rules.id}: a vote's weight that is no whole number changes during the game"
            )
    return found


def scaled(m: Maker, expr: c.Expr, here: Here, weights: tuple[c.Expr, ...]) -> Code:
    """Return a weight times the factor of `scale`."""
    if known(expr):
        return m.constant(("scaled", expr), lambda table: _weight(table, expr, weights))
    return f"({number(m, expr, here)} * {m.constant('scale', lambda table: scale(table, weights))})"


def _weight(table: Table, expr: c.Expr, weights: tuple[c.Expr, ...]) -> int:
    value = value_at(table, expr)
    found = int(Fraction(str(value)) * scale(table, weights))
    if not 0 <= found < 1 << WEIGHT_BITS:
        raise CannotCompile(f"{table.plan.rules.id}: a vote's weight of {value} is out of reach of the simulator")
    return found


def _whole(value: Value) -> int:
    if isinstance(value, str) or value != int(value):
        raise CannotCompile(f"{value!r} is no whole number")
    return int(value)


def _fractional(expr: c.Expr) -> bool:
    """Return whether an expression may have a fractional value.

    Comparisons of fractional values, and whole numbers computed from them, are looked up in a table.
    """
    match expr:
        case c.Const():
            return isinstance(expr.const, float)
        case c.Binary(op=c.Op.DIV):
            return True
        case c.Binary() if expr.op in ARITHMETIC:
            return _fractional(expr.a) or _fractional(expr.b)
        case c.Clamp():
            return any(map(_fractional, (expr.of, expr.low, expr.high)))
        case c.IfElse():
            return _fractional(expr.then) or _fractional(expr.other)
    return False


def _compares_fractions(expr: c.Expr) -> bool:
    return isinstance(expr, c.Binary) and expr.op in COMPARE and (_fractional(expr.a) or _fractional(expr.b))


def _from_table(m: Maker, expr: c.Expr, here: Here) -> Code:
    """Return the value of an expression from a table over everything that it can depend on.

    The table is computed by the vocabulary's own evaluation.
    """
    leaves = list(dict.fromkeys(part for part in walk(expr) if isinstance(part, VARYING)))
    sizes = [SIZES[type(leaf)] for leaf in leaves]
    if prod(sizes) > TABLE:
        raise CannotCompile(f"{m.plan.rules.id}: a condition with fractions that depends on too much")
    begin = len(m.recipes)
    for values in product(*map(range, sizes)):
        at = _with(expr, dict(zip(leaves, values, strict=True)))
        m.recipes.append(partial(_entry, at))
    place: Code = 0
    for leaf, size in zip(leaves, sizes, strict=True):
        place = f"({place} * {size} + {number(m, leaf, here)})"
    return f"K[{begin} + {place}]"


def _entry(expr: c.Expr, table: Table) -> int:
    return _whole(value_at(table, expr))


def _with(expr: Any, values: dict[c.Expr, int]) -> Any:
    if isinstance(expr, VARYING):
        return c.Const(values[expr])
    if not isinstance(expr, c.Expr):
        return expr
    return type(expr)(*(_with(getattr(expr, name), values) for name in expr.__dataclass_fields__))


COMPARE = {c.Op.EQ: "==", c.Op.GE: ">=", c.Op.GT: ">"}
ARITHMETIC = {c.Op.ADD: "+", c.Op.SUB: "-", c.Op.MUL: "*", c.Op.MOD: "%"}


def _binary(m: Maker, expr: c.Binary, here: Here) -> Code:
    if expr.op not in ARITHMETIC:
        return as_number(test(m, expr, here))
    a, b = number(m, expr.a, here), number(m, expr.b, here)
    if isinstance(a, int) and isinstance(b, int):
        return int(c.COMBINE[expr.op](a, b))
    return f"({a} {ARITHMETIC[expr.op]} {b})"


def _count(m: Maker, expr: c.Count, here: Here) -> Code:
    found = both(mask(m, expr.who, here), "alive")
    return found.bit_count() if isinstance(found, int) else f"popc({found})"


def _clamp(m: Maker, expr: c.Clamp, here: Here) -> Code:
    of, low, high = (number(m, part, here) for part in (expr.of, expr.low, expr.high))
    name = m.out.let("clamped", of)
    with m.out.block(f"if {name} < {low}"):
        m.out.line(f"{name} = {low}")
    with m.out.block(f"if {name} > {high}"):
        m.out.line(f"{name} = {high}")
    return name


def _if_else(m: Maker, expr: c.IfElse, here: Here) -> Code:
    when = test(m, expr.when, here)
    then, other = number(m, expr.then, here), number(m, expr.other, here)
    if isinstance(when, bool):
        return then if when else other
    return f"({then} if {when} else {other})"


NUMBERS: dict[type[c.Expr], Callable[[Maker, Any, Here], Code]] = {
    c.Night: lambda m, expr, here: "night",
    c.Day: lambda m, expr, here: "day",
    c.Count: _count,
    c.Some: lambda m, expr, here: as_number(test(m, expr, here)),
    c.Not: lambda m, expr, here: as_number(test(m, expr, here)),
    c.Binary: _binary,
    c.Clamp: _clamp,
    c.IfElse: _if_else,
    # known before the game, or found in a table:
    c.Const: lambda m, expr, here: _whole(expr.const),
    c.FlagIs: lambda m, expr, here: m.constant(("number", expr), lambda table: _whole(value_at(table, expr))),
    c.Seats: lambda m, expr, here: m.seats,
    c.Rounded: _from_table,
}
