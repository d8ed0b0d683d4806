"""A host who taps through a game of a ruleset: every screen can be shown, and whatever it offers is taken."""

from __future__ import annotations

from random import Random
from typing import Any

from duskfall.host.evening.evening import Evening
from duskfall.host.service import Service
from duskfall.tell.tongue import LANGUAGES
from duskfall.testing.contract import ContractError, held
from duskfall.testing.tables import RandomTable
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.wire.forms import QuestionForm
from duskfall.wire.screens import HostScreen

MOST = 5000  # taps


def walk_through(table: RandomTable) -> None:
    """Host a game at a table of this size to its end."""
    evening, random = Evening(), Random(table.seed)
    language = random.choice(list(LANGUAGES))
    for key, value in (
        ("rules", table.rules.id),
        ("names", [""] * len(table.roles)),
        ("deal", "phone"),
        ("language", language),
    ):
        _tap(table, evening, {"do": "set", "key": key, "value": value})
    with held(f"{table.where}: hosted in {language}"):
        for _ in range(MOST):
            screen = evening.screen()
            if screen["place"] == "over":
                return _call(table.rules.id, "protocol", {"actions": evening.log, "form": "html", "language": language})
            _step(table, evening, screen, random)
    raise ContractError(f"{table.where}: a hosted game does not end")


def check_service(rules: Ruleset) -> None:
    """What a page asks for besides an evening: the rules, the rulings desk, a scoring, a game against bots."""
    for language in LANGUAGES:
        _call(rules.id, "rules", {"id": rules.id, "language": language})
        for name in ("position", "scoring", "solo"):
            _call(rules.id, name, {"rules": rules.id, "name": "Robin", "language": language})


def _call(rules_id: str, name: str, params: dict[str, Any]) -> None:
    found: object = Service().call(name, params)
    if isinstance(found, dict) and "error" in found:
        raise ContractError(f"{rules_id}: the page asks for {name}: {found['error']}")


def _step(table: RandomTable, evening: Evening, screen: HostScreen, random: Random) -> None:
    if screen["place"] == "table":
        _tap(table, evening, {"do": "deal", "seed": table.seed})
        return
    for form in screen["forms"]:
        if form["kind"] != "speech" and random.random() < 0.85:
            _pick(table, evening, form, random)
    _tap(table, evening, {"do": "next"})


def _pick(table: RandomTable, evening: Evening, form: QuestionForm, random: Random) -> None:
    """One of the options of a form that is not barred."""
    options = [option["value"] for option in form["options"] if not option["barred"]]
    if not options:
        return
    value: object = random.choice(options)
    if form["roles"]:
        value = {"target": value, "as": random.choice(form["roles"])["value"]}
    _tap(table, evening, {"do": "pick", "seat": form["seat"], "verb": form["verb"], "value": value})


def _tap(table: RandomTable, evening: Evening, action: dict[str, Any]) -> None:
    """One tap, which must be taken."""
    if refused := evening.do(action):
        raise ContractError(f"{table.where}: the host cannot {action}: {refused}")
