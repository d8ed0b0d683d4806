"""The smallest ruleset that still fails: pieces are taken out of a ruleset one by one as long as the fault stays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, is_dataclass, replace
from typing import Any

from duskfall.batch.table import Table
from duskfall.core.plan.compile import compile_plan
from duskfall.vocabulary import ALWAYS, LIVING, Expr, Ruleset, RulesetError, Who

Fails = Callable[[Table], bool]


def smaller(node: Any) -> Iterator[Any]:
    """The same node with one thing less, anywhere in it."""
    if isinstance(node, tuple):
        for at in range(len(node)):
            yield (*node[:at], *node[at + 1 :])
        for at, item in enumerate(node):
            for less in smaller(item):
                yield (*node[:at], less, *node[at + 1 :])
    if not is_dataclass(node) or isinstance(node, type):
        return
    for each in fields(node):
        value = getattr(node, each.name)
        if each.name in ("roles", "teams", "sides", "id", "title", "decks", "flags"):  # what the table is made of
            if isinstance(node, Ruleset) and each.name == "roles":
                for at, role in enumerate(value):
                    for less in smaller(role):
                        yield replace(node, roles=(*value[:at], less, *value[at + 1 :]))
            continue
        if each.default is not MISSING and value != each.default:
            yield replace(node, **{each.name: each.default})
        if isinstance(value, Expr) and value != ALWAYS:
            yield replace(node, **{each.name: ALWAYS})
            for other in fields(value):
                if isinstance(part := getattr(value, other.name), Expr):
                    yield replace(node, **{each.name: part})
        if isinstance(value, Who) and value != LIVING:
            for other in fields(value):
                if isinstance(part := getattr(value, other.name), Who):
                    yield replace(node, **{each.name: part})
        for less in smaller(value):
            yield replace(node, **{each.name: less})


def shrink(table: Table, fails: Fails) -> Table:
    """The table with the smallest ruleset with which it still fails."""
    shrinking = True
    while shrinking:
        shrinking = False
        for rules in smaller(table.plan.rules):
            less = _table(rules, table)
            if less and fails(less):
                table, shrinking = less, True
                break
    return table


def _table(rules: Ruleset, table: Table) -> Table | None:
    try:
        compile_plan(rules)
        cards = [f"{card}*{count}" for card, count in table.cards if card in {each.name for each in rules.cards}]
        return Table.make(rules, deck=table.deck, flags=table.flags, cards=", ".join(cards) or None)
    except (RulesetError, TypeError, ValueError):
        return None


def told(rules: Ruleset) -> str:
    """A ruleset in few lines: what differs from the words' defaults."""
    return "\n".join(
        f"  {each.name}: {short(getattr(rules, each.name))}" for each in fields(rules) if each.name in TOLD
    )


TOLD = (
    "roles",
    "groups",
    "triggers",
    "overturns",
    "rings",
    "night",
    "day",
    "wins",
    "weights",
    "titles",
    "knows",
    "deals",
)


def short(node: Any) -> str:
    """A node as it would be written."""
    if isinstance(node, tuple):
        return f"({', '.join(map(short, node))}{',' if len(node) == 1 else ''})"
    if not is_dataclass(node) or isinstance(node, type):
        return repr(node)
    said = [(each.name, getattr(node, each.name)) for each in fields(node) if not _usual(node, each.name)]
    return f"{type(node).__name__}({', '.join(f'{name}={short(value)}' for name, value in said)})"


def _usual(node: Any, name: str) -> bool:
    return bool(getattr(node, name) == type(node).__dataclass_fields__[name].default)
