"""Case files: a list of cases, each with a table, its nights and days, and what must come of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from duskfall.cases.acts import Acts, read_acts
from duskfall.cases.start import read_setup
from duskfall.cases.terms import CaseError, Terms, keys, listing, mapping, one_line, text, word
from duskfall.cases.verify import read_expect
from duskfall.cases.yaml12 import YamlError, load
from duskfall.core.plan import compile_plan
from duskfall.core.setup import Setup
from duskfall.core.state import DAY, NIGHT
from duskfall.core.words import Ruleset
from duskfall.rules import BOOKS, ruleset

KEYS = ("name", "rules", "flags", "seats", "target", "immune", "start", "play")
NEEDED = ("name", "rules", "seats", "play")


@dataclass(slots=True)
class Item:
    """One night or one day: what is written, and what must come of it."""

    phase: str
    written: dict[str, Acts]
    expect: dict[str, Any] | None


@dataclass(slots=True)
class Case:
    """A scripted game."""

    name: str
    rules: Ruleset
    setup: Setup
    items: list[Item] = field(default_factory=list)


def read_file(path: Path) -> list[Case]:
    """The cases of a file; CaseError with file, case and key."""
    try:
        value = load(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        case = f"case {one_line(error.case)}: " if isinstance(error, YamlError) and error.case else ""
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise CaseError(one_line(f"{path}: {case}{reason}")) from None
    if not isinstance(value, list):
        raise CaseError(f"{path}: a case file holds a list of cases")
    cases = []
    for number, raw in enumerate(value, 1):
        name = raw.get("name") if isinstance(raw, dict) else None
        title = number if name is None or isinstance(name, list | dict) else one_line(str(name))
        try:
            cases.append(_case(raw))
        except ValueError as error:
            raise CaseError(one_line(f"{path}: case {title}: {error}")) from None
    return cases


def _case(raw: Any) -> Case:
    if not isinstance(raw, dict):
        raise CaseError("a case is a mapping with name, rules, seats and play")
    keys(raw, KEYS)
    for key in NEEDED:
        if raw.get(key) is None:
            raise CaseError(f"{key}: missing")
    rules = ruleset(word(raw["rules"], BOOKS, "ruleset", "rules"))
    plan = compile_plan(rules)
    case = Case(text(raw["name"], "name"), rules, read_setup(raw, plan))
    terms = Terms(plan, case.setup.names)
    for number, item in enumerate(listing(raw["play"], "play"), 1):
        try:
            case.items.append(_item(item, terms))
        except CaseError as error:
            raise CaseError(f"play {number}: {error}") from None
    return case


def _item(raw: Any, terms: Terms) -> Item:
    value = mapping(raw, "an item")
    keys(value, (NIGHT, DAY, "expect"))
    phases = [phase for phase in (NIGHT, DAY) if phase in value]
    if len(phases) != 1:
        raise CaseError("an item is one night or one day")
    phase = phases[0]
    return Item(phase, read_acts(terms, phase, value[phase]), read_expect(terms, value.get("expect")))
