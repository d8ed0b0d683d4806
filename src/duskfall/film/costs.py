"""What the models of a game took, seat by seat, out of the lines of their calls."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from duskfall.film.opened import lines
from duskfall.tell.text import safe
from duskfall.tell.tongue import say
from duskfall.wire.film import FilmCost

CALL = "outcome"  # the mark of a call among what else is written down
DAMAGE = (ValueError, KeyError, TypeError, ArithmeticError, RecursionError)


def costs(text: object, seats: Collection[int]) -> list[FilmCost]:
    """The sums of these seats, each under the model that answered last."""
    found: dict[int, FilmCost] = {}
    try:
        for call in map(_call, lines(text)):
            if CALL in call and call["seat"] in seats:
                _add(found.setdefault(call["seat"], _nothing(call["seat"])), call)
    except DAMAGE:
        raise ValueError(say("The calls of this game cannot be read: their file is damaged.")) from None
    return [found[seat] for seat in sorted(found)]


def _call(line: str) -> dict[str, Any]:
    found = json.loads(line, parse_constant=_no_number)
    if not isinstance(found, dict):
        raise TypeError
    return found


def _no_number(name: str) -> float:
    raise ValueError(name)


def _nothing(seat: int) -> FilmCost:
    return {"seat": seat, "model": "", "calls": 0, "read": 0, "written": 0, "cost": 0.0}


def _add(total: FilmCost, call: dict[str, Any]) -> None:
    total["model"] = safe(call["model"])
    total["calls"] += 1
    total["read"] += int(call["prompt"] or 0)
    total["written"] += int(call["answer"] or 0)
    before, more = total["cost"], call["cost"]
    total["cost"] = None if before is None or more is None else round(before + float(more), 9)
