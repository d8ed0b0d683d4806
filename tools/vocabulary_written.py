"""A node of a ruleset as it is written in a rule book: `Count(Team("mafia")).eq(0)`, not its repr."""

from __future__ import annotations

import json
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from typing import Any

from duskfall import vocabulary
from duskfall.vocabulary import DRAW, ROLE, Binary, Const, Not, Op, Overturns, Text, Wins
from duskfall.vocabulary.seats import Both, Either, Without

WIDE = 100
JOINED = {Either: "|", Both: "&", Without: "-"}
SIGNS = {Op.AND: "&", Op.OR: "|", Op.GE: ">=", Op.GT: ">", Op.ADD: "+", Op.SUB: "-", Op.MUL: "*", Op.DIV: "/"}
SIGNS |= {Op.MOD: "%"}
NAMED_VALUES = {(Wins, "side", DRAW): "DRAW", (Overturns, "by", ROLE): "ROLE"}


def written(node: Any) -> str:
    """The node as Python, in terms of `duskfall.vocabulary` alone."""
    if named := constant(node):
        return named
    match node:
        case Enum():
            return f"{type(node).__name__}.{node.name}"
        case Text():
            return f"Text({json.dumps(str(node), ensure_ascii=False)})"
        case str():
            return json.dumps(node, ensure_ascii=False)
        case tuple():
            return f"({', '.join(map(written, node))}{',' * (len(node) == 1)})"
        case Either() | Both() | Without():
            return f"{_part(node.a)} {JOINED[type(node)]} {_part(node.b)}"
        case Binary(op, a, b):
            return _compared(op, a, b)
        case Not(of):
            return f"~{_part(of)}"
    return _call(node) if is_dataclass(node) else repr(node)


def constant(node: object) -> str:
    """The name under which the vocabulary has just this value."""
    names = (name for name in vocabulary.__all__ if name.isupper() and name != "ONE")
    return next((name for name in names if _same(getattr(vocabulary, name), node)), "")


def _same(one: object, other: object) -> bool:
    """Equal, and of one kind all through: 1 is not True."""
    return is_dataclass(one) and type(one) is type(other) and repr(one) == repr(other)


def _compared(op: Op, a: object, b: object) -> str:
    if op is Op.EQ:
        return f"{_part(a)}.eq({written(b.const) if isinstance(b, Const) else written(b)})"
    logic = op in (Op.AND, Op.OR)
    left = written(a) if logic and isinstance(a, Binary) and a.op is op else _part(a)
    return f"{left} {SIGNS[op]} {written(b.const) if isinstance(b, Const) and not logic else _part(b)}"


def _part(node: object) -> str:
    """In brackets where a sign would tear it apart."""
    loose = isinstance(node, Either | Both | Without) or (isinstance(node, Binary) and node.op is not Op.EQ)
    return f"({written(node)})" if loose else written(node)


def arguments(node: Any) -> list[str]:
    """What a word is written with: a field at its default is left out."""
    found, by_name = [], False
    for each in sorted(fields(node), key=lambda each: bool(each.kw_only)):
        value = getattr(node, each.name)
        by_name = by_name or bool(each.kw_only) or isinstance(value, bool)
        if _is_default(each, value):
            by_name = True
            continue
        told = NAMED_VALUES.get((type(node), each.name, value)) if isinstance(value, str) else None
        found.append(f"{f'{each.name}=' * by_name}{told or written(value)}")
    return found


def _is_default(each: Field[Any], value: object) -> bool:
    if each.default_factory is not MISSING:
        return bool(each.default_factory() == value)
    return each.default is not MISSING and type(each.default) is type(value) and repr(each.default) == repr(value)


def _call(node: Any) -> str:
    return f"{type(node).__name__}({', '.join(arguments(node))})"


def laid_out(node: Any) -> str:
    """The same, an argument a line where one line would be long."""
    short = written(node)
    if len(short) <= WIDE or not is_dataclass(node) or isinstance(node, Either | Both | Without | Binary | Not):
        return short
    inner = "".join(f"    {each},\n" for each in arguments(node))
    return f"{type(node).__name__}(\n{inner})"
