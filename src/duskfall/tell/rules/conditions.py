"""Conditions and numbers in English: "nobody of team town is alive", "it is day 2 or later", "seats ÷ 4"."""

from __future__ import annotations

from collections.abc import Iterator

from duskfall.tell.phrases import quoted_rule
from duskfall.tell.rules.seats import CAST, Cast, agree, counted, fits, is_one, no_words, oneself, seats
from duskfall.tell.text import listing, plural, quote, shown, spaced
from duskfall.vocabulary.conditions import (
    ALWAYS,
    Binary,
    Clamp,
    Const,
    Count,
    Day,
    Expr,
    FlagIs,
    IfElse,
    Night,
    Not,
    Op,
    Rounded,
    Seats,
    Some,
)
from duskfall.vocabulary.seats import Both, Everyone, Holders, LastNight, Named, Self, Who

SIGNS = {Op.ADD: "+", Op.SUB: "−", Op.MUL: "×", Op.DIV: "÷", Op.MOD: "modulo"}
CALENDAR = {Night: "night", Day: "day"}


def given(expr: Expr, cast: Cast = CAST, when: str = "if") -> str:
    """Return the condition as it follows a clause: " if …", " unless …", or nothing. `when` replaces "if"."""
    if expr == ALWAYS:
        return ""
    if isinstance(expr, Not) and not isinstance(expr.of, FlagIs):
        return f" unless {holds(expr.of, cast)}"
    return f" {when} {holds(expr, cast)}"


def holds(expr: Expr, cast: Cast = CAST) -> str:
    """Return the condition as a clause."""
    match expr:
        case Const(value):
            return "always" if value else "never"
        case FlagIs(flag):
            return f"the house rule {quoted_rule(flag)} is on"
        case Not(FlagIs(flag)):
            return f"the house rule {quoted_rule(flag)} is off"
        case Not(of):
            return f"it is not so that {_grouped(of, cast)}"
        case Some(who):
            return _some(who, cast)
        case Binary(Op.AND) if (gone := _died_out(expr)) is not None:
            return f"the last {counted(gone, cast)} is dead"
        case Binary(Op.AND):
            return _and(list(_operands(Op.AND, expr)), cast)
        case Binary(Op.OR):
            return listing([_grouped(part, cast) for part in _operands(Op.OR, expr)], "or")
        case Binary(Op.EQ | Op.GE | Op.GT as op, a, b):
            return _compared(op, a, b, cast)
        case _:
            return f"{number(expr, cast)} is not 0"


def _operands(op: Op, expr: Expr) -> Iterator[Expr]:
    """Yield the conditions that a chain of "and" or of "or" joins."""
    if isinstance(expr, Binary) and expr.op is op:
        yield from _operands(op, expr.a)
        yield from _operands(op, expr.b)
    elif expr != ALWAYS:
        yield expr


def _and(parts: list[Expr], cast: Cast) -> str:
    barred = [part.of for part in parts if isinstance(part, Not) and not isinstance(part.of, FlagIs)]
    needed = [part for part in parts if not (isinstance(part, Not) and part.of in barred)]
    clause = listing([_grouped(part, cast) for part in needed])
    unless = listing([_grouped(part, cast) for part in barred], "or")
    return f"{clause}, unless {unless}" if unless and clause else clause or f"it is not so that {unless}"


def _died_out(expr: Expr) -> Who | None:
    """Return the roles that somebody had and nobody alive has, if the condition says just that; None otherwise."""
    match expr:
        case Binary(Op.AND, Some(Holders() as who), Binary(Op.EQ, Count(alive), Const(0))) if alive == who:
            return who
        case _:
            return None


def _grouped(expr: Expr, cast: Cast) -> str:
    """Return the condition as a clause, in brackets if it is itself a chain."""
    clause = holds(expr, cast)
    joined = isinstance(expr, Binary) and expr.op in (Op.AND, Op.OR)
    return f"({clause})" if joined and _died_out(expr) is None else clause


def _some(who: Who, cast: Cast) -> str:
    match who:
        case Both(Self(), LastNight(verb)):
            return f"{cast.me} named {oneself(cast.me)} for {spaced(verb)} the night before"
        case Named(verb, Self()):
            return f"{cast.me} used {spaced(verb)} tonight"
    if isinstance(who, Both) and is_one(who.a):
        return agree(seats(who.a, cast), fits(who.b, cast))
    if isinstance(who, Both) and is_one(who.b):
        return agree(seats(who.b, cast), fits(who.a, cast))
    if isinstance(who, Holders):
        return f"somebody, dead or alive, {fits(who, cast)}"
    return f"somebody {fits(who, cast)}"


def _compared(op: Op, a: Expr, b: Expr, cast: Cast) -> str:
    match op, a, b:
        case Op.GE, Count(one), Binary(Op.SUB, Count(Everyone()), Count(other)) if one == other:
            return f"at least as many of {counted(one, cast)} are alive as all others together"
        case Op.GE, Count(one), Count(other):
            return f"at least as many of {counted(one, cast)} as of {counted(other, cast)} are alive"
        case _, Count(who), Const(int(n)):
            return _so_many(op, who, n, cast)
        case Op.GE | Op.GT, Const(int(n)), Count(who):
            return f"at most {_heads(n if op is Op.GE else n - 1, who, cast)} alive"
        case Op.EQ, Binary(Op.MOD, of, Const(2)), Const(int(n)):
            parity = "odd" if n else "even"
            noun = CALENDAR.get(type(of))
            return f"it is an {parity} {noun}" if noun else f"{number(of, cast)} is {parity}"
        case _, Night() | Day(), Const(int(n)):
            return _calendar(op, CALENDAR[type(a)], n)
        case Op.EQ, FlagIs(flag), Const(str(word)):
            return f"the house rule {quoted_rule(flag)} is {quote(spaced(word))}"
        case _:
            return f"{number(a, cast)} {_relation(op)} {number(b, cast)}"


def _so_many(op: Op, who: Who, n: int, cast: Cast) -> str:
    if (op, n) in ((Op.GE, 1), (Op.GT, 0)) and isinstance(who, Everyone):
        return "somebody is alive"
    if op is not Op.EQ:
        return f"at least {_heads(n if op is Op.GE else n + 1, who, cast)} alive"
    if n:
        return f"exactly {_heads(n, who, cast)} alive"
    if isinstance(who, Everyone):
        return "nobody is alive"
    return f"{'no' if isinstance(who, Holders) else 'nobody of'} {counted(who, cast)} is alive"


def _heads(n: int, who: Who, cast: Cast) -> str:
    """Return a number of players, with its verb."""
    noun = plural(n, "player") if isinstance(who, Everyone) else f"{n} of {counted(who, cast)}"
    return f"{noun} {'is' if n == 1 else 'are'}"


def _calendar(op: Op, noun: str, n: int) -> str:
    if op is Op.EQ:
        return f"it is {noun} {n}"
    return f"it is {noun} {n if op is Op.GE else n + 1} or later"


def _relation(op: Op) -> str:
    return {Op.EQ: "is", Op.GE: "is at least"}.get(op, "is more than")


def number(expr: Expr, cast: Cast = CAST) -> str:
    """Return a number as a noun phrase."""
    match expr:
        case Const(value):
            return shown(value)
        case FlagIs(flag):
            return quoted_rule(flag)
        case Night():
            return "the night's number"
        case Day():
            return "the day's number"
        case Seats():
            return "seats"
        case Count(Everyone()):
            return "living players"
        case Count(who):
            return f"living players of {counted(who, cast)}"
        case Clamp(of, low, high):
            return f"{number(of, cast)}, kept between {number(low, cast)} and {number(high, cast)}"
        case Rounded(of):
            return f"{number(of, cast)}, rounded with halves up"
        case IfElse(when, then, other):
            return f"{number(then, cast)}{given(when, cast)}, else {number(other, cast)}"
        case Binary(op, a, b) if op in SIGNS:
            return f"{_term(a, cast)} {SIGNS[op]} {_term(b, cast)}"
        case Binary() | Not() | Some():
            return f"1 if {holds(expr, cast)}, else 0"
        case _:
            raise no_words(expr)


def _term(expr: Expr, cast: Cast) -> str:
    """Return a number as part of a sum or product, in brackets if it isn't simple."""
    simple = isinstance(expr, Const | FlagIs | Night | Day | Seats | Count)
    return number(expr, cast) if simple else f"({number(expr, cast)})"


def expression(expr: Expr, cast: Cast = CAST) -> str:
    """Return a number as a noun phrase, and anything else as a clause."""
    match expr:
        case Const(bool()):
            return holds(expr, cast)
        case Const() | Night() | Day() | Seats() | Count() | Clamp() | Rounded() | IfElse():
            return number(expr, cast)
        case Binary(op) if op in SIGNS:
            return number(expr, cast)
        case _:
            return holds(expr, cast)
