"""A posterior as data, for other programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from duskfall.core.view import view
from duskfall.detect.moments import Moment
from duskfall.detect.posterior import Posterior
from duskfall.detect.sight import Sight
from duskfall.detect.why import Reason
from duskfall.tell.detect.found import ASSUMPTION
from duskfall.tell.detect.why import Because, told

DIGITS = 9


def as_data(
    sight: Sight, found: Posterior, when: Moment, by_rules: Posterior, reasons: Sequence[Reason]
) -> dict[str, Any]:
    """Return everything known at a moment as JSON-ready data; chances of zero are left out."""
    names = view(sight.facts, sight.seat).names
    return {
        "rules": sight.rules.id,
        "viewer": names[sight.seat - 1] if sight.seat else "public",
        "at": when.name,
        "layer": found.layer,
        "known": found.known,
        "assumption": ASSUMPTION,
        "reason": found.reason,
        "exact": found.exact,
        "worlds": found.worlds,
        "missing": found.missing,
        "error": round(found.error, DIGITS),
        "seats": _by_name(names, found.roles),
        "sides": _by_name(names, found.sides),
        "why": [_why(each, names) for each in told(sight, by_rules, reasons)],
    }


def _why(because: Because, names: Sequence[str]) -> dict[str, Any]:
    return {
        "seats": [names[seat - 1] for seat in because.seats],
        because.of.value: list(because.what),
        "holds": because.holds,
        "how": because.how.value,
        "certain": because.certain,
        "because": list(because.clauses),
    }


def _by_name(names: Sequence[str], chances: Sequence[Mapping[str, float]]) -> dict[str, dict[str, float]]:
    return {
        name: {what: round(chance, DIGITS) for what, chance in each.items()}
        for name, each in zip(names, chances, strict=False)
    }
