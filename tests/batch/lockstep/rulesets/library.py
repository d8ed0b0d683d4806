"""All rulesets of the lockstep by id: the five books, those from outside, effects in all places, written, grown."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product

from duskfall.rules import BOOKS, ruleset
from duskfall.rules.registry import find
from duskfall.vocabulary import Ruleset
from tests.batch.lockstep.rulesets.grown import grow
from tests.batch.lockstep.rulesets.written import written
from tests.core.test_what_is_written_runs import EFFECTS, PLACES, REFUSED, with_odd
from tests.outside import CULT, MINI, forgetting

GROWN = "grown-"


@cache
def outside() -> dict[str, Ruleset]:
    """The examples of rulesets from outside."""
    with forgetting():
        return {rules.id: rules for rules in map(find, (MINI, CULT))}


@cache
def odd() -> dict[str, Ruleset]:
    """Each effect in each place that takes it."""
    found = {}
    for place, name in product(PLACES, EFFECTS):
        if name not in REFUSED[place]:
            rules_id = f"{place} {name}".lower().replace(",", "").replace(" ", "-").replace("_", "-")
            rules = with_odd(place, EFFECTS[name])
            found[rules_id] = replace(rules, id=rules_id, decks=replace(rules.decks, seats=(3, 20)))
    return found


@cache
def small() -> dict[str, Ruleset]:
    """All that are neither books nor grown."""
    return outside() | odd() | written()


@cache
def named(rules_id: str) -> Ruleset:
    """The ruleset of this id."""
    if rules_id in BOOKS:
        return ruleset(rules_id)
    if rules_id in outside():  # without the others, which take a second to be written
        return outside()[rules_id]
    return grow(int(rules_id.removeprefix(GROWN))) if rules_id.startswith(GROWN) else small()[rules_id]
