"""A leak in every module that draws or formats something for a viewer: its texts are marked by what is hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, wraps
from importlib import import_module
from types import FunctionType
from typing import Any

import pytest
from rich.text import Text

from . import detected, models, tabled, world  # noqa: F401  (their ways)
from .caches import ROOMS, owners
from .reach import Place, reached

MARKS = {"left": "①", "right": "②"}
CHEAP = (  # ways, the quickest first
    "cards", "failing", "solo", "person", "table", "plain", "screen", "models", "solo, coach", "coach", "detect",
    "curve", "table, coach",
)  # fmt: skip


def mark() -> str:
    """A letter that tells which of the two games it is."""
    return MARKS[world.stage.side]


def _more(found: Iterator[str]) -> Iterator[str]:
    yield from found
    yield mark()


MARKED: dict[str, Callable[[Any], Any]] = {  # by what a function gives back
    "str": lambda found: found + mark() if found else found,
    "list[str]": lambda found: [*found[:-1], found[-1] + mark()] if found else found,
    "tuple[str, ...]": lambda found: (*found[:-1], found[-1] + mark()) if found else found,
    "Iterator[str]": _more,
    "Text": lambda found: Text.assemble(mark(), found),
    "list[Text]": lambda found: [Text(mark()), *found],
}


def function_at(place: Place) -> FunctionType | None:
    """The function of this name, if it has one that can be marked."""
    owner: Any = import_module(place[0])
    for name in place[1].split("."):
        owner = vars(owner).get(name) if name != "<locals>" and hasattr(owner, "__dict__") else None
    return owner if isinstance(owner, FunctionType) and owner.__annotations__.get("return") in MARKED else None


@cache
def formatting() -> dict[str, list[tuple[str, Place]]]:
    """Every module that makes texts on a way out: its functions, and the ways that run them, the quickest first."""
    found: dict[str, list[tuple[str, Place]]] = {}
    for way in CHEAP:
        for place in sorted(place for place in reached(way) if function_at(place)):
            found.setdefault(place[0], []).append((way, place))
    return found


def leak(patch: pytest.MonkeyPatch, place: Place, empty: bool = False) -> None:
    """Whatever this function gives back is marked, wherever it is called from; `empty`: only where it gives nothing."""
    function = function_at(place)
    assert function is not None
    change = MARKED[function.__annotations__["return"]]

    @wraps(function)
    def marked(*args: Any, **named: Any) -> Any:
        found = function(*args, **named)
        return (found or mark()) if empty and isinstance(found, str) else change(found)

    for owner, name in holders()[function]:
        if isinstance(owner, dict):
            patch.setitem(owner, name, marked)
        else:
            patch.setattr(owner, name, marked)


@cache
def holders() -> dict[FunctionType, list[tuple[Any, Any]]]:
    """Wherever each function is called from: modules and classes, and tables in them, each with its name there."""
    found: dict[FunctionType, list[tuple[Any, Any]]] = {}
    tables = [value for owner in owners() for value in vars(owner).values() if isinstance(value, dict)]
    for place in (*owners(), *tables):
        for name, value in list((place if isinstance(place, dict) else vars(place)).items()):
            if isinstance(value, FunctionType):
                found.setdefault(value, []).append((place, name))
    return found


def draws_or_formats() -> list[str]:
    """The modules of the rooms that make what a viewer gets."""
    return sorted(module for module in formatting() if module.removeprefix("duskfall.").startswith(ROOMS))
