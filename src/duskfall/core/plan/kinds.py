"""Type checks of a ruleset: it consists of vocabulary classes, and each field holds a value of its type."""

from __future__ import annotations

from dataclasses import is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from duskfall import vocabulary
from duskfall.vocabulary.conditions import Expr
from duskfall.vocabulary.ruleset import Ruleset, parts_of, walk
from duskfall.vocabulary.ruleset_error import RulesetError


def check_kinds(rules: Ruleset) -> None:
    """Raise `RulesetError` for a node from outside the vocabulary, or a field of the wrong type."""
    for node in walk(rules):
        if not is_dataclass(node):
            continue
        kind: type = type(node)
        if not kind.__module__.startswith(vocabulary.__name__):
            raise RulesetError(f"{rules.id}: {kind.__name__} is no word of the vocabulary")
        for name in parts_of(node):
            value = getattr(node, name)
            if not _fits(value, _hints(kind)[name]):
                wrong = f"{kind.__name__}.{name}: {_short(value)} is no {_called(kind, name)}"
                raise RulesetError(f"{rules.id}: {wrong}{_hint(value, _hints(kind)[name])}")


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _fits(value: object, hint: Any) -> bool:
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return any(_fits(value, part) for part in parts)
    if origin is tuple:
        if not isinstance(value, tuple):
            return False
        if parts[-1] is Ellipsis:
            return all(_fits(item, parts[0]) for item in value)
        return len(value) == len(parts) and all(map(_fits, value, parts))
    return isinstance(value, hint)


def _hint(value: object, hint: Any) -> str:
    """Return what to write instead of a wrong value; empty if that isn't known."""
    if get_origin(hint) is tuple and not isinstance(value, tuple):
        return ": a tuple is needed, as in (one,)" if not isinstance(value, list) else ": write () instead of []"
    if hint is Expr and isinstance(value, bool):
        return ": compare by .eq(...), combine by & | ~"
    return f": write Const({value!r})" if hint is Expr and isinstance(value, int | float | str) else ""


def _called(kind: type, name: str) -> str:
    hint = _hints(kind)[name]
    return hint.__name__ if isinstance(hint, type) and not get_args(hint) else str(hint).replace("duskfall.", "")


def _short(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."
