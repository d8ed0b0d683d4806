"""The names of a ruleset: every one that is used must be declared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from duskfall.core.effects import Become, Lose, Mark, Reveal, Tell
from duskfall.core.expr import FlagIs
from duskfall.core.order import Graph
from duskfall.core.steps import Collect, Elect, PassOn, Settle
from duskfall.core.who import Actors, Assigned, Holders, LastNight, Marked, Named, Team, Titled, Victims
from duskfall.core.words import Bar, Decks, Quota, Role, Ruleset, Wins


class RulesetError(ValueError):
    """A ruleset that contradicts itself."""


def walk(value: Any) -> Iterator[Any]:
    """A ruleset and all that it is made of."""
    yield value
    if is_dataclass(value) and not isinstance(value, type):
        for each in fields(value):
            yield from walk(getattr(value, each.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from walk(item)


USES: dict[type, tuple[tuple[str, str], ...]] = {  # by word: its attribute, and what that names
    Become: (("role", "role"),),
    Holders: (("roles", "role"),),
    Quota: (("role", "role"),),
    Decks: (("evil", "role"), ("more", "role"), ("rest", "role")),
    Role: (("team", "team"),),
    Team: (("team", "team"),),
    Wins: (("side", "side"),),
    Marked: (("mark", "mark"),),
    Titled: (("title", "title"),),
    Elect: (("title", "title"),),
    PassOn: (("title", "title"),),
    Assigned: (("deal", "deal"),),
    FlagIs: (("flag", "flag"),),
    Bar: (("reason", "reason"),),
    Tell: (("notice", "notice"),),
    Lose: (("verb", "act"),),
    Named: (("verb", "act"),),
    Actors: (("verb", "act"),),
    LastNight: (("verb", "act"),),
    Victims: (("verbs", "act"),),
    Collect: (("verbs", "act"),),
    Settle: (("verbs", "act"),),
}


def check_names(rules: Ruleset, graph: Graph) -> None:
    """Every name that is used must be declared."""
    roles = {role.name for role in rules.roles}
    marks = {mark.name for mark in walk(rules) if isinstance(mark, Mark)}
    marks |= {reveal.mark for reveal in walk(rules) if isinstance(reveal, Reveal)}
    declared: dict[str, set[str]] = {
        "role": roles,
        "team": set(rules.teams),
        "side": set(rules.sides),
        "act": {*graph.verbs, *graph.triggers, *graph.effects},
        "mark": marks,
        "title": {title.name for title in rules.titles},
        "deal": {deal.name for deal in rules.deals},
        "flag": {flag.name for flag in rules.flags},
        "reason": set(rules.reasons),
        "notice": set(rules.notices),
    }
    for value in walk(rules):
        for attribute, what in USES.get(type(value), ()):
            found = getattr(value, attribute)
            for name in found if isinstance(found, tuple) else (found,):
                if name not in declared[what]:
                    raise RulesetError(f"{rules.id}: unknown {what} {name!r} in {type(value).__name__}")
