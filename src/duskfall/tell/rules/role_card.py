"""Role cards: what the rules say to the holder of a role."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from duskfall.core.facts import Began
from duskfall.core.view import View
from duskfall.rules.registry import known
from duskfall.study.house_rules import settled
from duskfall.tell.paper import bare
from duskfall.tell.rules import acts, setting
from duskfall.tell.rules.conditions import holds
from duskfall.tell.rules.seats import YOU
from duskfall.tell.text import sentence
from duskfall.tell.tongue import say, told, word
from duskfall.vocabulary.cards import Deal, Group, Know, Role, Trigger
from duskfall.vocabulary.conditions import FlagIs
from duskfall.vocabulary.ruleset import Ruleset, Wins, walk
from duskfall.vocabulary.scene import Value
from duskfall.vocabulary.seats import Both, Either, Everyone, FirstOf, Holders, Team, Who, Without


def book(view: View) -> Ruleset | None:
    """Return the ruleset of the game in this view; None if it isn't available."""
    began = next((fact for fact in view.facts if isinstance(fact, Began)), None)
    return known(began.rules) if began else None


def card(rules: Ruleset, role: str, flags: Mapping[str, Value] | None = None) -> list[str]:
    """Return the lines of a role's card: team, actions, triggers, shared actions, knowledge, and how its side wins.

    With the house rules of a game, only what holds under them is included. An unknown role has no lines.
    """
    rules = _under(rules, tuple(flags.items())) if flags else rules
    mine = next((each for each in rules.roles if each.name == role), None)
    return [bare(line) for line in _lines(rules, mine)] if mine else []


@lru_cache(maxsize=64)  # a table has one set of house rules for all its cards
def _under(rules: Ruleset, flags: tuple[tuple[str, Value], ...]) -> Ruleset:
    return settled(rules, dict(flags))


def hangs_on(rules: Ruleset, role: str) -> list[str]:
    """Return the house rules that a role's card depends on."""
    mine = next(each for each in rules.roles if each.name == role)
    parts = (mine, *_beside(rules, mine))
    named = {node.flag for part in parts for node in walk(part) if isinstance(node, FlagIs)}
    return [flag.name for flag in rules.flags if flag.name in named]


def bearer(role: str, team: str) -> str:
    """Return the sentence that tells players their role and team."""
    return say("You are {role}, of team {team}.", role=word(role, "role"), team=word(team, "team"))


def _lines(rules: Ruleset, role: Role) -> Iterator[str]:
    yield bearer(role.name, role.team)
    yield from map(told, _rules_of(rules, role))


def _rules_of(rules: Ruleset, role: Role) -> Iterator[str]:
    """Yield what the rules say about a role, in English sentences."""
    beside = list(_beside(rules, role))
    if acts.has_lines(role) or not any(isinstance(part, Group) for part in beside):
        yield from acts.role_lines(_uncited(role), YOU)
    for part in beside:
        match part:
            case Group():
                yield acts.group(_quiet(part))
            case Trigger():
                yield acts.trigger(replace(part, rule=""))
            case Know():
                yield setting.know(replace(part, rule=""))
            case Deal():
                yield setting.deal(replace(part, rule=""), YOU)
            case Wins():
                yield sentence(f"your side wins if {holds(part.when)}")


def shared(rules: Ruleset, role: Role) -> list[Group]:
    """Return the groups in whose action a role takes part."""
    return [each for each in rules.groups if _may_be(each.members, role)]


def _beside(rules: Ruleset, role: Role) -> Iterator[Group | Trigger | Know | Deal | Wins]:
    """Yield the parts of the rules outside a role that also concern it."""
    yield from shared(rules, role)
    yield from (each for each in rules.triggers if _its_own(each, role))
    yield from (each for each in rules.knows if _may_be(each.who, role))
    yield from (each for each in rules.deals if _may_be(each.to, role))
    yield from (each for each in rules.wins if each.side == role.team)


def _uncited(role: Role) -> Role:
    abilities = tuple(replace(each, rule="") for each in role.abilities)
    return replace(role, rule="", abilities=abilities, triggers=tuple(replace(each, rule="") for each in role.triggers))


def _quiet(group: Group) -> Group:
    return replace(group, rule="", ability=replace(group.ability, rule=""))


def _its_own(trigger: Trigger, role: Role) -> bool:
    """Return whether a trigger of the whole table is for some roles only, this one among them."""
    return isinstance(trigger.me, FirstOf | Holders | Team) and _may_be(trigger.me, role)


def _may_be(who: Who, role: Role) -> bool:
    """Return whether a holder of this role can belong to the set."""
    match who:
        case Everyone():
            return True
        case Team(team):
            return role.team == team
        case Holders(names):
            return role.name in names
        case Either(a, b):
            return _may_be(a, role) or _may_be(b, role)
        case Both(a, b):
            return _may_be(a, role) and _may_be(b, role)
        case Without(a, b):
            return _may_be(a, role) and not _may_be(b, role)
        case FirstOf(sets):
            return any(_may_be(each, role) for each in sets)
        case _:
            return False
