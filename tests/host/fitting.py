"""Whether an answer is what its declaration says: keys, kinds, closed lists of words, all the way down."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict


def misfits(value: object, hint: Any, where: str = "") -> list[str]:
    """Where a value is not of its type, a line each."""
    return list(_misfits(value, hint, where))


def _misfits(value: object, hint: Any, where: str) -> Iterator[str]:
    table, origin, args = _taken_apart(hint)
    if table:
        yield from _table(value, hint, where)
    elif origin is NotRequired:
        yield from _misfits(value, args[0], where)
    elif origin in (Union, UnionType):
        tried: list[list[str]] = []
        for each in args:
            tried.append(misfits(value, each, where))
            if not tried[-1]:
                break
        else:
            yield f"{where}: {value!r:.80} is none of {hint}, nearest: {min(tried, key=len)}"
    elif origin is Literal:
        if value not in args or type(value) is not type(args[0]):
            yield f"{where}: {value!r:.80} is none of {args}"
    elif origin is Annotated:
        yield from _misfits(value, args[0], where)
        if isinstance(value, list) and len(value) != args[1]:
            yield f"{where}: {args[1]} are needed, not {len(value)}"
    elif origin is list:
        yield from _each(value, list, lambda each: enumerate(each), args[0], where)
    elif origin is dict:
        yield from _each(value, dict, lambda each: each.items(), args[1], where)
    elif origin is tuple:
        if not isinstance(value, tuple) or len(value) != len(args):
            yield f"{where}: {value!r:.80} is not {hint}"
        else:
            yield from (line for each, kind in zip(value, args, strict=True) for line in misfits(each, kind, where))
    elif not _is_plain(value, hint):
        yield f"{where}: {value!r:.80} is not {hint}"


@cache
def _taken_apart(hint: Any) -> tuple[bool, Any, tuple[Any, ...]]:
    """Whether a hint is a table with named keys, what it is of, and its parts."""
    return is_typeddict(hint), get_origin(hint), get_args(hint)


def _table(value: object, hint: Any, where: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{where}: {value!r:.80} is not {hint.__name__}"
        return
    hints = _hints(hint)
    yield from (f"{where}.{key}: missing" for key in sorted(hint.__required_keys__ - set(value)))
    yield from (f"{where}.{key}: unknown to {hint.__name__}" for key in value if key not in hints)
    for key, each in value.items():
        if key in hints:
            yield from _misfits(each, hints[key], f"{where}.{key}")


@cache
def _hints(table: Any) -> dict[str, Any]:
    return get_type_hints(table, include_extras=True)


def _each(value: object, kind: type, parts: Any, hint: Any, where: str) -> Iterator[str]:
    if not isinstance(value, kind):
        yield f"{where}: {value!r:.80} is not a {kind.__name__}"
        return
    for key, each in parts(value):
        yield from _misfits(each, hint, f"{where}[{key}]")


def _is_plain(value: object, hint: Any) -> bool:
    """True is no number; a whole number is one with a fraction, too."""
    if hint in (object, str):
        return isinstance(value, hint)
    if hint is float:
        return type(value) in (int, float)
    return type(value) is (NoneType if hint is None else hint)
