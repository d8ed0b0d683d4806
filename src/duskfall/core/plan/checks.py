"""Checks of the names in a ruleset: each is declared once, and every action is both asked for and resolved."""

from __future__ import annotations

from difflib import get_close_matches

from duskfall.core.plan.graph import Graph
from duskfall.vocabulary.cards import Ability, Bar, Pick, Role, Trigger
from duskfall.vocabulary.conditions import FlagIs
from duskfall.vocabulary.effects import Attack, Become, Lose, Mark, Reveal, Tell
from duskfall.vocabulary.ruleset import DRAW, Decks, Quota, Ring, Ruleset, Wins, walk
from duskfall.vocabulary.ruleset_error import RulesetError
from duskfall.vocabulary.seats import Actors, Assigned, Holders, LastNight, Marked, Named, Team, Victims
from duskfall.vocabulary.steps import Chat, Collect, Elect, PassOn, Settle

USES: dict[type, tuple[tuple[str, str], ...]] = {  # class -> its fields that hold names, and what they name
    Become: (("role", "role"),),
    Holders: (("roles", "role"),),
    Quota: (("role", "role"),),
    Decks: (("evil", "role"), ("more", "role"), ("rest", "role")),
    Role: (("team", "team"), ("proof", "act")),
    Team: (("team", "team"),),
    Wins: (("side", "side"),),
    Marked: (("mark", "mark"),),
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
    Chat: (("pairs", "act"),),
    Trigger: (("verbs", "act"),),
    Ring: (("of", "act"),),
    Ability: (("not_after", "act"),),
    Pick: (("shown_as", "act"),),
    Attack: (("as_", "act"),),
}


def check_names(rules: Ruleset, graph: Graph) -> None:
    """Raise `RulesetError` if a name is used that the ruleset does not declare."""
    roles = {role.name for role in rules.roles}
    marks = {mark.name for mark in walk(rules) if isinstance(mark, Mark)}
    marks |= {reveal.mark for reveal in walk(rules) if isinstance(reveal, Reveal)}
    declared: dict[str, set[str]] = {
        "role": roles,
        "team": set(rules.teams),
        "side": {*rules.sides, DRAW},
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
                if name and name not in declared[what]:
                    where = f"{rules.id}: unknown {what} {name!r} in {type(value).__name__}"
                    raise RulesetError(f"{where}: {_declare(what, name, declared[what])}")


def _declare(what: str, name: str, known: set[str]) -> str:
    """Return a hint for an unknown name: where to declare it, the most similar name, and all known names."""
    place = {"reason": "reasons=", "notice": "notices=", "team": "teams=", "side": "sides=", "flag": "flags="}.get(what)
    close = get_close_matches(name, known, n=1)
    meant = f"did you mean {close[0]!r}? " if close else ""
    there = f"{meant}there are: {', '.join(sorted(known))}" if known else "there is none"
    return f"declare it in {place} ({there})" if place else there


def check_whole(rules: Ruleset, graph: Graph) -> None:
    """Raise `RulesetError` for incomplete or contradictory declarations.

    These are: a name declared twice, an action that is never asked for or never resolved, a house rule with a value it
    cannot take, an unknown name in `prints`.
    """
    for what, names in (
        ("role", [role.name for role in rules.roles]),
        ("flag", [flag.name for flag in rules.flags]),
        ("trigger", [t.name for t in rules.triggers] + [t.name for role in rules.roles for t in role.triggers]),
    ):
        twice = {name for name in names if names.count(name) > 1}
        if twice:
            raise RulesetError(f"{rules.id}: {what} {min(twice)!r} is declared twice")
    steps = (*rules.night, *rules.day)
    for kind in (Collect, Settle):
        found = {verb for step in steps if isinstance(step, kind) for verb in step.verbs}
        missing = [verb for verb in graph.verbs if verb not in found]
        if missing:
            raise RulesetError(f"{rules.id}: act {missing[0]!r} is in no {kind.__name__} step")
    for flag in rules.flags:
        if flag.values and flag.default not in flag.values:
            raise RulesetError(f"{rules.id}: flag {flag.name}: {flag.default!r} is none of its values")
        for value in (flag.hosted, flag.before):
            if value is not None and (
                type(value) is not type(flag.default) or (flag.values and value not in flag.values)
            ):
                raise RulesetError(f"{rules.id}: flag {flag.name}: {value!r} cannot be its value")
    for name in (name for names in rules.prints for name in names):
        if not graph.nodes(name):
            there = _declare("act", name, {*graph.verbs, *graph.triggers, *graph.effects})
            raise RulesetError(f"{rules.id}: unknown act {name!r} in prints: {there}")
