"""Generated programs as functions: plain, or compiled for the processor; with room for a game."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from duskfall.batch import support
from duskfall.batch.program import Program
from duskfall.batch.table import Table

NAMES = ("MASK", "STRIDE", "first", "key", "mix", "nth", "popc")
Functions = dict[str, Callable[..., Any]]


@lru_cache(maxsize=8)
def plain(text: str) -> Functions:
    """The functions of a program, uncompiled."""
    scope: dict[str, Any] = {name: getattr(support, name) for name in NAMES}
    exec(compile(text, "<generated>", "exec"), scope)
    return scope


def room(program: Program, table: Table) -> tuple[Any, Any, Any]:
    """W, K and L for a game of a plain program."""
    return [0] * program.scratch, [*program.constants(table), 0], [1] + [0] * program.rows
