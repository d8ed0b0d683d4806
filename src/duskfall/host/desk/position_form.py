"""The form of the rulings desk: everything that can be set, generated from the ruleset, with its current values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from duskfall.cases.case import Case
from duskfall.cases.start import mark_keys
from duskfall.core.plan.compile import Plan, compile_plan
from duskfall.core.play.state import DAY, NIGHT, State
from duskfall.rules.registry import rulesets
from duskfall.tell.text import capital
from duskfall.tell.tongue import say, word
from duskfall.vocabulary.cards import Ability
from duskfall.vocabulary.effects import Until
from duskfall.vocabulary.masks import bits
from duskfall.vocabulary.ruleset import walk
from duskfall.vocabulary.scene import Scene
from duskfall.vocabulary.seats import LastNight
from duskfall.wire.desk import (
    DeskAimed,
    DeskCase,
    DeskHeld,
    DeskParams,
    DeskPosition,
    DeskRole,
    DeskRow,
    DeskRule,
    DeskStart,
    DeskUsed,
)

WHEN = {Until.DAWN: NIGHT, Until.NEXT_DUSK: DAY}  # marks that can exist only at the start of one phase


def filled(case: Case, given: DeskCase) -> DeskPosition:
    """Return the form: the position in `params`, and everything that may be chosen."""
    plan = compile_plan(case.rules)
    start = given["start"] or _beginning(plan)
    params: DeskParams = {**given, "start": start}
    cards = [(row["card"], row["seat"]) for row in params["cards"]]
    marks = [(row["mark"], row["seat"]) for row in start["marks"]]
    titles = [(row["title"], row["seat"]) for row in start["titles"]]
    return {
        "params": params,
        "rulesets": [{"id": each.id, "title": say(each.title)} for each in rulesets()],
        "title": say(case.rules.title),
        "roles": [_role(plan, name) for name in plan.roles],
        "phases": [{"value": phase, "label": capital(word(phase, "phase"))} for phase in (NIGHT, DAY)],
        "flags": list(_flags(case)),
        "cards": [_held(card.name, "card", cards) for card in case.rules.cards],
        "marks": [_held(mark, "mark", marks) for mark in _marks(plan, start["phase"])],
        "titles": [_held(title.name, "title", titles) for title in case.rules.titles],
        "deals": list(_deals(case, plan, params)),
        "used": list(_counted(case, plan, start)),
        "last": list(_named_before(case, plan, start)),
    }


def _beginning(plan: Plan) -> DeskStart:
    phase = DAY if plan.rules.day_first else NIGHT
    return {"phase": phase, "number": 1, "dead": [], "marks": [], "used": [], "last": [], "titles": []}


def _role(plan: Plan, name: str) -> DeskRole:
    team = plan.roles[name].team
    return {"value": name, "label": word(name, "role"), "team": team, "teamLabel": word(team, "team")}


def _held(name: str, kind: str, holders: Iterable[tuple[str, int]]) -> DeskHeld:
    """Return a card, mark or title with the seats that have it."""
    return {"name": name, "label": word(name, kind), "seats": [seat for held, seat in holders if held == name]}


def _flags(case: Case) -> Iterator[DeskRule]:
    for flag in case.rules.flags:
        yield {
            "name": flag.name,
            "about": say(flag.about),
            "rule": flag.rule,
            "value": case.setup.flags[flag.name],
            "default": flag.default,
            "values": list(flag.values),
            "labels": [word(each, "flag") for each in flag.values],
            "pending": None,
        }


def _marks(plan: Plan, phase: str) -> list[str]:
    """Return the marks that a position at the start of this phase may have."""
    return [
        mark for mark in mark_keys(plan).values() if mark in plan.until and WHEN.get(plan.until[mark], phase) == phase
    ]


def _deals(case: Case, plan: Plan, params: DeskParams) -> Iterator[DeskAimed]:
    """Yield the assignments of the deal, a row for each seat that may get one."""
    roles = [plan.roles[role] for role in case.setup.roles]
    scene = Scene(State(case.setup.names, roles, dict(case.setup.flags), talk=True))
    for deal in case.rules.deals:
        for seat in bits(deal.to.mask(scene)):
            given = [row["target"] for row in params["assign"] if (row["deal"], row["seat"]) == (deal.name, seat)]
            yield {**_row(case, seat, deal.name, word(deal.name, "title")), "target": given[0] if given else 0}


def _row(case: Case, seat: int, name: str, label: str) -> DeskRow:
    return {"name": name, "label": label, "seat": seat, "who": case.setup.names[seat - 1]}


def _abilities(case: Case, plan: Plan) -> Iterator[tuple[int, Ability]]:
    """Yield each ability held at the table, with its seat."""
    for seat, role in enumerate(case.setup.roles, 1):
        for ability in plan.roles[role].abilities:
            yield seat, ability


def _counted(case: Case, plan: Plan, start: DeskStart) -> Iterator[DeskUsed]:
    """Yield how often actions with limited uses were done."""
    for seat, ability in _abilities(case, plan):
        if ability.uses:
            done = [row["count"] for row in start["used"] if (row["verb"], row["seat"]) == (ability.verb, seat)]
            row = _row(case, seat, ability.verb, word(ability.verb, "verb"))
            yield {**row, "count": done[0] if done else 0, "most": ability.uses}


def _named_before(case: Case, plan: Plan, start: DeskStart) -> Iterator[DeskAimed]:
    """Yield the targets of the night before, for actions whose choice depends on them."""
    for seat, ability in _abilities(case, plan):
        if any(isinstance(part, LastNight) for part in walk(ability.pick)):
            named = [row["target"] for row in start["last"] if (row["verb"], row["seat"]) == (ability.verb, seat)]
            row = _row(case, seat, ability.verb, word(ability.verb, "verb"))
            yield {**row, "target": named[0] if named else 0}
