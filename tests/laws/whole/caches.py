"""What the program keeps of texts that it has made; without it they are made anew."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

from .clock import modules

ROOMS = (
    "tell", "draw", "terminal", "replay", "film", "players", "host.solo", "host.seat_card", "table", "seat", "room",
    "mcp",
)  # fmt: skip


@cache
def owners() -> tuple[Any, ...]:
    """Modules and classes, whatever holds functions."""
    loaded = [module for module in modules() if module.__name__ in sys.modules]
    classes = [each for module in loaded for each in vars(module).values() if isinstance(each, type)]
    return (*loaded, *{each for each in classes if each.__module__.startswith("duskfall.")})


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
