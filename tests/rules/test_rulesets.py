"""Rulesets are data: frozen, without callables, every string a declared name, every part with its rule."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import duskfall
from duskfall.core.plan.compile import RulesetError, compile_plan, fingerprint, walk
from duskfall.core.plan.graph import contradictions
from duskfall.rules import BOOKS, ruleset
from duskfall.vocabulary.cards import Ability, Role, Trigger
from duskfall.vocabulary.ruleset import DRAW, Flag, Overturns, Ring, Ruleset, Text, Wins
from duskfall.vocabulary.steps import Collect, Settle, Step
from tests.rules.declared import RULE_IDS, USES, Names, strings, undeclared

every_ruleset = pytest.mark.parametrize("rules", [ruleset(book) for book in BOOKS], ids=list(BOOKS))
PLAIN = (bool, int, float, Fraction, str, Enum)
CITED = (Ability, Overturns, Step, Flag, Wins, Trigger, Ring, Role)


@every_ruleset
def test_all_is_frozen_and_nothing_can_be_called(rules: Ruleset) -> None:
    for part in walk(rules):
        assert not callable(part), part
        if is_dataclass(part):
            assert type(part).__dataclass_params__.frozen, part
        else:
            assert part is None or isinstance(part, (*PLAIN, tuple)), part


@every_ruleset
def test_every_string_is_a_declared_name_or_a_text(rules: Ruleset) -> None:
    assert undeclared(rules) == []


@every_ruleset
def test_nothing_is_declared_in_vain(rules: Ruleset) -> None:
    used: dict[tuple[str, str], set[str]] = {}
    for part in walk(rules):
        for field in fields(part) if is_dataclass(part) else ():
            place = (type(part).__name__, field.name)
            used.setdefault(place, set()).update(strings(getattr(part, field.name)))
    assert used.get(("Tell", "notice"), set()) == set(rules.notices)
    assert used.get(("Bar", "reason"), set()) == set(rules.reasons)
    assert used[("Role", "team")] == set(rules.teams)
    assert used[("Wins", "side")] - {DRAW} == set(rules.sides)
    assert used[("FlagIs", "flag")] == {flag.name for flag in rules.flags}
    collected = {verb for part in walk(rules) if isinstance(part, Collect) for verb in part.verbs}
    settled = {verb for part in walk(rules) if isinstance(part, Settle) for verb in part.verbs}
    assert Names(rules).verbs == collected
    assert Names(rules).verbs <= settled


def altered(value: Any, place: tuple[str, str], change: Callable[[Any], Any]) -> Any:
    """The same data with the first field at this place changed."""
    done = False

    def rebuild(part: Any) -> Any:
        nonlocal done
        if isinstance(part, tuple):
            return tuple(map(rebuild, part))
        if not is_dataclass(part):
            return part
        new = {}
        for field in fields(part):
            old = getattr(part, field.name)
            if not done and (type(part).__name__, field.name) == place and any(strings(old)):
                done, new[field.name] = True, change(old)
            else:
                new[field.name] = rebuild(old)
        return replace(part, **new)

    made = rebuild(value)
    return made if done else None


def mistyped(value: Any) -> Any:
    """The first word with a slip of the pen."""
    if isinstance(value, tuple):
        return (mistyped(value[0]), *value[1:])
    return value + "x"


@pytest.mark.parametrize("place", USES, ids=".".join)
def test_a_slip_of_the_pen_is_found(place: tuple[str, str]) -> None:
    slips = [made for book in BOOKS if (made := altered(ruleset(book), place, mistyped)) is not None]
    for rules in slips:
        assert any(f"{'.'.join(place)}: " in line for line in undeclared(rules)), rules.id
    unused = {("Titled", "title"), ("Ruleset", "plays_as")}  # words of the vocabulary that no book uses today
    assert slips or place in unused


@every_ruleset
def test_every_part_cites_a_rule_that_exists(rules: Ruleset) -> None:
    for part in walk(rules):
        if isinstance(part, CITED) or (is_dataclass(part) and "rule" in {f.name for f in fields(part)}):
            assert part.rule in RULE_IDS, part


@every_ruleset
def test_the_derived_order_never_contradicts_the_book(rules: Ruleset) -> None:
    plan = compile_plan(rules)
    assert contradictions(rules, plan.before, plan.graph) == []
    assert set(plan.order) == set(plan.before)


def test_a_contradiction_with_the_book_is_found() -> None:
    rules = ruleset("ai-mafia")
    plan = compile_plan(rules)
    backwards = replace(rules, prints=tuple(reversed(rules.prints)))
    assert ("protect", "kill") in contradictions(backwards, plan.before, plan.graph)


def test_words_for_people_do_not_count_in_the_fingerprint() -> None:
    rules = ruleset("werewolf")
    assert fingerprint(replace(rules, title=Text("狼人杀"))) == fingerprint(rules)
    assert fingerprint(replace(rules, version=2)) != fingerprint(rules)
    assert len({fingerprint(ruleset(book)) for book in BOOKS}) == len(BOOKS)


def test_an_unknown_ruleset_is_refused() -> None:
    with pytest.raises(KeyError, match="unknown ruleset 'chess'"):
        ruleset("chess")


# -- the core knows no ruleset, no role and no team --------------------------------------------------------

CORE = sorted((Path(duskfall.__file__).parent / "core").glob("*.py"))
EXAMPLES = {"deck.py": {"Cop", "Villager"}}  # how a deck is written, in an error message


def said_in(path: Path) -> set[str]:
    """The words in the string constants of a file, docstrings left out."""
    tree = ast.parse(path.read_text())
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    constants = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and id(n) not in docs]
    return {word for text in constants if isinstance(text, str) for word in re.findall(r"[\w-]+", text)}


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.name)
def test_the_core_knows_no_ruleset_role_or_team(path: Path) -> None:
    books = [ruleset(book) for book in BOOKS]
    known = {*BOOKS, *(role.name for rules in books for role in rules.roles)}
    known |= {team for rules in books for team in rules.teams}
    assert said_in(path) & known <= EXAMPLES.get(path.name, set())


def test_a_plan_is_made_for_every_ruleset() -> None:
    for book in BOOKS:
        assert compile_plan(ruleset(book)).rules.id == book
    assert issubclass(RulesetError, ValueError)
