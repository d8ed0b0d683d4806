"""What can be known from a seat, out of its view and nothing else; worked out only when somebody asks for it."""

from __future__ import annotations

import sys

from duskfall.detect.posterior import Budget, posterior
from duskfall.detect.sight import Sight
from duskfall.tell.detect.brief import SeatBrief, brief
from duskfall.wire.known import SeatKnown, WhatIsKnown

IN_A_PAGE = Budget(steps=20_000, samples=0)  # where nothing is compiled, and somebody waits with a phone in hand


def budget() -> Budget:
    """How much may be counted: less where the engine runs in a page."""
    return IN_A_PAGE if sys.platform == "emscripten" else Budget()


def known(seen: Sight) -> WhatIsKnown:
    """What can be known, ready for JSON."""
    told = brief(seen, posterior(seen, budget=budget()))
    return {
        "known": told.known,
        "seats": [_seat(each) for each in told.seats],
        "certain": list(told.certain),
        "found": list(told.found),
    }


def _seat(each: SeatBrief) -> SeatKnown:
    return {
        "seat": each.seat,
        "name": each.name,
        "alive": each.alive,
        "you": each.you,
        "sides": [{"side": side, "team": team, "chance": _rounded(chance)} for side, team, chance in each.sides],
        "roles": [{"role": role, "chance": _rounded(chance)} for role, chance in each.roles],
        "certain": each.certain,
    }


def _rounded(chance: float) -> float:
    """No more digits than anybody looks at."""
    return round(chance, 4)
