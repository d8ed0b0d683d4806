"""A case: a table, its nights and days, and what must come of them; read from plain data, wherever that is from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from duskfall.cases.start import read_setup
from duskfall.cases.terms import CaseError, CaseTerms, keys, listing, mapping, text
from duskfall.cases.verify import read_expect
from duskfall.cases.written import COUNTS, LOT, Acts, Counts, read_acts, read_counts, read_lots
from duskfall.core.plan.compile import compile_plan
from duskfall.core.play.state import DAY, NIGHT
from duskfall.core.start.setup import Setup
from duskfall.rules.outside import NoRuleset
from duskfall.rules.registry import book, find_told, located
from duskfall.vocabulary.ruleset import Ruleset

KEYS = ("name", "rules", "flags", "seats", "target", "immune", "talk", "start", "play")
NEEDED = ("name", "rules", "seats", "play")


@dataclass(slots=True)
class CaseItem:
    """One night or one day: what is written, and what must come of it."""

    phase: str
    written: dict[str, Acts]
    expect: dict[str, Any] | None
    counts: dict[str, Counts] = field(default_factory=dict)  # votes of which only the counts are known
    lots: list[str] = field(default_factory=list)  # on whom they fall


@dataclass(slots=True)
class Case:
    """A scripted game."""

    name: str
    rules: Ruleset
    setup: Setup
    items: list[CaseItem] = field(default_factory=list)


def read_case(raw: Any, folder: Path | None = None, tell: Callable[[str], None] | None = None) -> Case:
    """The case that this data is; CaseError with the key where it is wrong.

    With the folder of its file, it may bring its ruleset by a path from there, or as `module:NAME`; what has come from
    elsewhere may not. `tell` gets a line before code is run for that.
    """
    if not isinstance(raw, dict):
        raise CaseError("a case is a mapping with name, rules, seats and play")
    keys(raw, KEYS)
    for key in NEEDED:
        if raw.get(key) is None:
            raise CaseError("{key}: missing", key=key)
    rules = _rules(text(raw["rules"], "rules"), folder, tell)
    plan = compile_plan(rules)
    case = Case(text(raw["name"], "name"), rules, read_setup(raw, plan))
    terms = CaseTerms(plan, case.setup.names)
    for number, item in enumerate(listing(raw["play"], "play"), 1):
        try:
            case.items.append(_item(item, terms))
        except CaseError as error:
            raise CaseError("play {number}: {problem}", number=number, problem=error) from None
    if case.setup.start and any(item.expect and "detect" in item.expect for item in case.items):
        raise CaseError("expect: detect: a game that starts in the middle has a past that nobody was shown")
    return case


def _rules(name: str, folder: Path | None, tell: Callable[[str], None] | None) -> Ruleset:
    try:
        return find_told(located(name, folder), tell) if folder else book(name)
    except NoRuleset as error:
        raise CaseError("rules: {problem}", problem=str(error)) from None


def _item(raw: Any, terms: CaseTerms) -> CaseItem:
    value = mapping(raw, "an item")
    keys(value, (NIGHT, DAY, "expect"))
    phases = [phase for phase in (NIGHT, DAY) if phase in value]
    if len(phases) != 1:
        raise CaseError("an item is one night or one day")
    phase = phases[0]
    written = read_acts(terms, phase, value[phase])
    beside = value[phase] or {}
    counts, lots = read_counts(terms, beside.get(COUNTS), written), read_lots(terms, beside.get(LOT))
    return CaseItem(phase, written, read_expect(terms, value.get("expect")), counts, lots)
