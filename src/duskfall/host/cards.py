"""All cards of a ruleset in one language: a page that knows a seat's card by name finds its words without an engine."""

from __future__ import annotations

from itertools import product
from typing import Any

from duskfall.host.card import known
from duskfall.tell.rules.role_card import card, hangs_on
from duskfall.vocabulary.ruleset import Flag, Ruleset
from duskfall.vocabulary.scene import Value

Json = dict[str, Any]
SLOT = "{name}"


def cards(rules: Ruleset) -> Json:
    """By role: the house rules on which its card hangs, as they usually are, and its lines for all their values.

    Beside them the sentences on players of whom a card's holder knows something, by role and by what was dealt.
    """
    return {
        "known": {role.name: known(SLOT, role.name, "") for role in rules.roles},
        "dealt": {deal.name: known(SLOT, "", deal.name) for deal in rules.deals},
        "cards": {role.name: _card(rules, role.name) for role in rules.roles},
    }


def _card(rules: Ruleset, role: str) -> Json:
    flags = [flag for name in hangs_on(rules, role) for flag in rules.flags if flag.name == name]
    usual = {flag.name: flag.default for flag in rules.flags}
    lines = {}
    for values in product(*map(_values, flags)):
        held = dict(zip((flag.name for flag in flags), values, strict=True))
        lines[",".join(map(_word, values))] = card(rules, role, usual | held)
    return {"on": [[flag.name, flag.default] for flag in flags], "lines": lines}


def _values(flag: Flag) -> tuple[Value, ...]:
    """All that a house rule may be; of numbers only the usual one, with any other the engine is asked."""
    if flag.values:
        return flag.values
    return (False, True) if isinstance(flag.default, bool) else (flag.default,)


def _word(value: Value) -> str:
    """A value as JavaScript writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
