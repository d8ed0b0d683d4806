"""Conditions and numbers as data: they can be evaluated, put into words, and drawn."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from math import floor
from typing import Any, NoReturn

from duskfall.vocabulary.ruleset_error import RulesetError
from duskfall.vocabulary.scene import Scene, Value
from duskfall.vocabulary.seats import Who

TINY = 1e-9  # halves round up despite inexact binary fractions


class Op(StrEnum):
    """An operation that compares or combines two values."""

    AND, OR = "and", "or"
    EQ, GE, GT = "=", ">=", ">"
    ADD, SUB, MUL, DIV, MOD = "+", "-", "*", "/", "mod"


@dataclass(frozen=True, slots=True)
class Expr:
    """A value that a rule computes from the game: compared by `.eq()`, `>=`, `<=`, `>`, combined by `&`, `|`, `~`."""

    def value(self, scene: Scene) -> Value:
        """Return the value in this scene."""
        raise NotImplementedError

    def number(self, scene: Scene) -> int | float:
        """Return the value in this scene as a number; raise `RulesetError` if it is text."""
        value: Any = self.value(scene)
        if type(value) is str:
            raise RulesetError(f"{value!r} is no number")
        return value  # type: ignore[no-any-return]

    def holds(self, scene: Scene) -> bool:
        """Return whether the value in this scene is true, or not zero."""
        return bool(self.value(scene))

    def __bool__(self) -> NoReturn:
        raise TypeError("conditions are combined by & | ~, not by and, or, not")

    def __and__(self, other: Expr) -> Expr:
        return Binary(Op.AND, self, other)

    def __or__(self, other: Expr) -> Expr:
        return Binary(Op.OR, self, other)

    def __invert__(self) -> Expr:
        return Not(self)

    def __ge__(self, other: Expr | int) -> Expr:
        return Binary(Op.GE, self, expr(other))

    def __le__(self, other: Expr | int) -> Expr:
        return Binary(Op.GE, expr(other), self)

    def __gt__(self, other: Expr | int) -> Expr:
        return Binary(Op.GT, self, expr(other))

    def __add__(self, other: Expr | int) -> Expr:
        return Binary(Op.ADD, self, expr(other))

    def __sub__(self, other: Expr | int) -> Expr:
        return Binary(Op.SUB, self, expr(other))

    def __mul__(self, other: Expr | int) -> Expr:
        return Binary(Op.MUL, self, expr(other))

    def __truediv__(self, other: Expr | int) -> Expr:
        return Binary(Op.DIV, self, expr(other))

    def __mod__(self, other: Expr | int) -> Expr:
        return Binary(Op.MOD, self, expr(other))

    def eq(self, other: Expr | Value) -> Expr:
        """Return the condition that both values are equal."""
        return Binary(Op.EQ, self, expr(other))


@dataclass(frozen=True, slots=True)
class Const(Expr):
    """A fixed value."""

    const: Value

    def value(self, scene: Scene) -> Value:
        return self.const


@dataclass(frozen=True, slots=True)
class FlagIs(Expr):
    """The value of a house rule."""

    flag: str

    def value(self, scene: Scene) -> Value:
        return scene.state.flags[self.flag]


@dataclass(frozen=True, slots=True)
class Night(Expr):
    """The number of the night."""

    def value(self, scene: Scene) -> Value:
        return scene.state.night


@dataclass(frozen=True, slots=True)
class Day(Expr):
    """The number of the day."""

    def value(self, scene: Scene) -> Value:
        return scene.state.day


@dataclass(frozen=True, slots=True)
class Seats(Expr):
    """The number of seats at the table, dead or alive."""

    def value(self, scene: Scene) -> Value:
        return scene.state.everyone.bit_count()


@dataclass(frozen=True, slots=True)
class Count(Expr):
    """The number of living seats in a set."""

    who: Who

    def value(self, scene: Scene) -> Value:
        return (self.who.mask(scene) & scene.state.alive).bit_count()


@dataclass(frozen=True, slots=True)
class Some(Expr):
    """True if a set has any seat, dead or alive."""

    who: Who

    def value(self, scene: Scene) -> Value:
        return self.who.mask(scene) != 0


@dataclass(frozen=True, slots=True)
class Not(Expr):
    """The opposite of a condition."""

    of: Expr

    def value(self, scene: Scene) -> Value:
        return not self.of.value(scene)


@dataclass(frozen=True, slots=True)
class Binary(Expr):
    """Two values, compared or combined."""

    op: Op
    a: Expr
    b: Expr

    def value(self, scene: Scene) -> Value:
        combine = COMBINE.get(self.op)
        if combine:
            try:
                value: Value = combine(self.a.value(scene), self.b.value(scene))
            except (ArithmeticError, TypeError):
                a, b = self.a.value(scene), self.b.value(scene)
                raise RulesetError(f"{a!r} {self.op} {b!r} cannot be computed") from None
            return value
        first = bool(self.a.value(scene))
        return bool(self.b.value(scene)) if first is (self.op is AND) else first


AND = Op.AND  # cached: enum lookups are slow, and every condition needs it
COMBINE: dict[Op, Callable[[Any, Any], Any]] = {  # all but `and` and `or`, which may skip the second value
    Op.EQ: operator.eq,
    Op.GE: operator.ge,
    Op.GT: operator.gt,
    Op.ADD: operator.add,
    Op.SUB: operator.sub,
    Op.MUL: operator.mul,
    Op.DIV: operator.truediv,
    Op.MOD: operator.mod,
}


@dataclass(frozen=True, slots=True)
class Clamp(Expr):
    """A number limited to two bounds: first the lower, then the upper, which also holds if it is below the lower."""

    of: Expr
    low: Expr
    high: Expr

    def value(self, scene: Scene) -> Value:
        of: Any = self.of.value(scene)
        low: Any = self.low.value(scene)
        high: Any = self.high.value(scene)
        floored: Any = low if of < low else of
        return high if floored > high else floored  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class Rounded(Expr):
    """A number rounded to the nearest whole number, halves up."""

    of: Expr

    def value(self, scene: Scene) -> Value:
        of: Any = self.of.value(scene)
        whole: int = floor(of + 0.5 + TINY)
        return whole


@dataclass(frozen=True, slots=True)
class IfElse(Expr):
    """One value if a condition holds, else another."""

    when: Expr
    then: Expr
    other: Expr

    def value(self, scene: Scene) -> Value:
        return (self.then if self.when.holds(scene) else self.other).value(scene)


def expr(value: Expr | Value) -> Expr:
    """Return a plain value as a constant; an expression is returned unchanged."""
    return value if isinstance(value, Expr) else Const(value)


ALWAYS, NEVER, ZERO, ONE = Const(True), Const(False), Const(0), Const(1)
NIGHT, DAY, SEATS = Night(), Day(), Seats()
