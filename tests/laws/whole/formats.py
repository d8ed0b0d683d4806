"""A leak in every module that draws or formats something for a viewer: its texts are marked by what is hidden."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache, wraps
from importlib import import_module
from types import FunctionType
from typing import Any

import pytest
from rich.text import Text

from . import detected, models, tabled, world  # noqa: F401  (their ways)
from .clock import modules
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

    for owner in owners():
        for name, value in list(vars(owner).items()):
            if value is function:
                patch.setattr(owner, name, marked)
            elif isinstance(value, dict) and any(each is function for each in value.values()):
                for key in [key for key, each in value.items() if each is function]:
                    patch.setitem(value, key, marked)


@cache
def owners() -> tuple[Any, ...]:
    """Modules and classes, whatever holds functions."""
    loaded = [module for module in modules() if module.__name__ in sys.modules]
    classes = [each for module in loaded for each in vars(module).values() if isinstance(each, type)]
    return (*loaded, *{each for each in classes if each.__module__.startswith("duskfall.")})


ROOMS = (
    "tell", "draw", "terminal", "replay", "film", "players", "host.solo", "host.seat_card", "table", "seat", "room",
    "mcp",
)  # fmt: skip


def draws_or_formats() -> list[str]:
    """The modules of the rooms that make what a viewer gets."""
    return sorted(module for module in formatting() if module.removeprefix("duskfall.").startswith(ROOMS))


@cache
def caches() -> tuple[Any, ...]:
    """Whatever keeps what was made of texts."""
    rooms = (*ROOMS, "study", "host")
    named = [(each, getattr(each, "__module__", None) or each.__name__) for each in owners()]
    ours = [each for each, name in named if name.removeprefix("duskfall.").startswith(rooms)]
    return tuple(each for owner in ours for each in vars(owner).values() if hasattr(each, "cache_clear"))


def forget() -> None:
    """What was made of texts before is made anew."""
    for each in caches():
        each.cache_clear()
