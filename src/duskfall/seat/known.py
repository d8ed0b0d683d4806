"""What can be known from a seat, out of what it was shown and nothing else; worked out only when somebody asks."""

from __future__ import annotations

from collections.abc import Mapping

from duskfall.core.view import View, view
from duskfall.detect.posterior import Posterior
from duskfall.detect.sight import Sight
from duskfall.detect.waiting import COUNTING, means
from duskfall.tell.detect.certain import certain
from duskfall.tell.detect.found import GETTING_READY, assumption, how, layer, missing
from duskfall.tell.text import safe
from duskfall.tell.tongue import later, say, word
from duskfall.wire.known import RoleChance, SeatKnown, SideChance, WhatIsKnown

TOO_MUCH = later("Not known: more is open than can be counted here.")
DIGITS = 4  # of a chance: more than anybody looks at


def known(seen: Sight) -> WhatIsKnown:
    """What can be known, ready for JSON."""
    with COUNTING:
        have = means(seen)
        found = have(seen)
        sure = certain(seen, found, have)
    shown = view(seen.facts, seen.seat)
    return {
        "known": found.known,
        "coming": have.coming and not found.known,
        "seats": [_seat(seat, seen, shown, found) for seat in range(1, len(found.roles) + 1)],
        "certain": sure,
        "found": [_how(found, have.coming), *_missing(found), layer(found), *_assumption(found)],
    }


def _how(found: Posterior, coming: bool) -> str:
    if found.known:
        return how(found)
    return say(GETTING_READY if coming else TOO_MUCH)


def _assumption(found: Posterior) -> list[str]:
    return [assumption()] if found.known else []


def _missing(found: Posterior) -> list[str]:
    return [missing(found)] if found.missing else []


def _seat(seat: int, seen: Sight, shown: View, found: Posterior) -> SeatKnown:
    roles, sides = found.roles[seat - 1], found.sides[seat - 1]
    return {
        "seat": seat,
        "name": safe(shown.names[seat - 1]),
        "alive": seat not in shown.dead,
        "you": seat == seen.seat,
        "sides": _sides(seen, sides),
        "roles": _roles(roles),
        "certain": _only(roles, "role") or _only(sides, "team") if found.exact else "",
    }


def _sides(seen: Sight, chances: Mapping[str, float]) -> list[SideChance]:
    """In the order of the book."""
    order = enumerate(seen.rules.teams, 1)
    return [
        {"side": word(team, "team"), "team": number, "chance": round(chances[team], DIGITS)}
        for number, team in order
        if team in chances
    ]


def _roles(chances: Mapping[str, float]) -> list[RoleChance]:
    """The likeliest first."""
    order = sorted(chances, key=lambda role: (-round(chances[role], 9), role))
    return [{"role": word(role, "role"), "chance": round(chances[role], DIGITS)} for role in order]


def _only(chances: Mapping[str, float], kind: str) -> str:
    return word(next(iter(chances)), kind) if len(chances) == 1 else ""
