"""The rules of one table: without roles that are not in its deck and never come into play, and what hangs on them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from duskfall.study.house_rules import settled
from duskfall.vocabulary.cards import Bar, Deal, Group, Know, Occasion, Role, Trigger, Weight
from duskfall.vocabulary.conditions import NEVER, Const, Count, FlagIs, Some
from duskfall.vocabulary.effects import Become, Block, Link, Mark, Reveal, Tier
from duskfall.vocabulary.ruleset import ROLE, Overturns, Ring, Ruleset, parts_of, walk
from duskfall.vocabulary.scene import Value
from duskfall.vocabulary.seats import (
    Both,
    Either,
    FirstOf,
    Holders,
    Marked,
    Named,
    Team,
    Visited,
    Visitors,
    Who,
    Without,
)
from duskfall.vocabulary.steps import Chat, Collect, Settle

ACTS: dict[type, str] = {Collect: "verbs", Settle: "verbs", Trigger: "verbs", Overturns: "what", Ring: "of"}
GONE: Any = object()


def at_table(rules: Ruleset, flags: Mapping[str, Value], deck: Mapping[str, int]) -> Ruleset:
    """The rules as they hold under these house rules with so many cards of each; nothing in them cites a book."""
    rules = settled(rules, flags)
    found: Ruleset = Met(rules, deck).without(rules)
    return settled(found, flags)


def switches(rules: Ruleset, flags: Mapping[str, Value], deck: Mapping[str, int]) -> set[str]:
    """The house rules on which something hangs that can be met with these cards."""
    met: Ruleset = Met(settled(rules, flags), deck).without(rules)
    return {node.flag for node in walk(settled(met, {})) if isinstance(node, FlagIs)}


class Met:
    """Which roles and acts can be met at a table."""

    def __init__(self, rules: Ruleset, deck: Mapping[str, int]) -> None:
        self.deck, self.roles = deck, _roles(rules, deck)
        self.teams = {role.team for role in self.roles.values()}
        self.lasting = {name for name, role in self.roles.items() if name in deck and not _becomes(role, rules)}
        here = {verb for role in self.roles.values() for verb in _acts(role)}
        here |= {group.ability.verb for group in rules.groups if not self.nobody(group.members)}
        every = {verb for role in rules.roles for verb in _acts(role)} | {each.ability.verb for each in rules.groups}
        self.absent = every - here
        parts = [node for role in self.roles.values() for node in walk(role)]
        self.blocks = any(isinstance(node, Block) for node in parts)
        self.marks = {node.name for node in parts if isinstance(node, Mark)}
        self.marks |= {node.mark for node in parts if isinstance(node, Reveal)}
        self.visited = any(isinstance(node, Visitors | Visited) for node in parts)
        self.shielded = any(role.seen or role.defense is not Tier.NONE for role in self.roles.values())
        self.rings = [set(ring.of) for ring in rules.rings if ring.fails == NEVER]

    def without(self, node: Any) -> Any:
        """The same part of the rules, less what has no place here."""
        if isinstance(node, tuple):
            return tuple(part for part in map(self.without, node) if part is not GONE)
        names = parts_of(node)
        if not names:
            return node
        if self.is_gone(node):
            return GONE
        kept = {name: self._part(node, name) for name in names}
        acts = ACTS.get(type(node), "")
        if acts and getattr(node, acts) and not kept[acts]:
            return GONE
        return self._simple(replace(node, **kept))

    def _part(self, node: Any, name: str) -> Any:
        value = getattr(node, name)
        if name == "rule":
            return ""
        if name == "astral" and not self.visited:
            return False  # nobody sees visits, so that there is nothing to say of them
        if name == ACTS.get(type(node)):
            return tuple(verb for verb in value if verb not in self.absent and not self._stand(node, verb))
        kept = self.without(value)
        return value if kept is GONE else kept

    def is_gone(self, node: object) -> bool:
        """Whether a part of the rules speaks of nobody who can be met here."""
        match node:
            case Role(name):
                return name not in self.roles
            case Know(who) | Deal(to=who) | Group(members=who) | Trigger(me=Holders() | FirstOf() as who) | Weight(who):
                return self.nobody(who)
            case Bar(Marked() as who):
                return self.nobody(who)
            case Overturns(by):
                return by in self.absent or (by == ROLE and not self.shielded)
            case Ring():
                return node.fails == NEVER or self._hands(node) < 2
            case Chat(pairs=pairs, who=who):
                return pairs in self.absent if pairs else self.nobody(who)
            case Trigger(on=Occasion.BLOCKED):
                return not self.blocks
            case _:
                return False

    def _stand(self, node: Any, verb: str) -> bool:
        """Whether an overturn is one of a ring in which all stand."""
        return isinstance(node, Overturns) and any({node.by, verb} <= ring for ring in self.rings)

    def _hands(self, ring: Ring) -> int:
        """How many cards can take part in a ring."""
        return sum(self.deck.get(name, 1) for name, role in self.roles.items() if _acts(role) & set(ring.of))

    def nobody(self, who: Who) -> bool:
        """Whether no card of this table can belong to the set."""
        match who:
            case Team(team):
                return team not in self.teams
            case Holders(roles):
                return not self.roles.keys() & set(roles)
            case Marked(mark):
                return mark not in self.marks
            case FirstOf(sets):
                return all(map(self.nobody, sets))
            case Either(a, b):
                return self.nobody(a) and self.nobody(b)
            case Both(a, b):
                return self.nobody(a) or self.nobody(b)
            case Without(a):
                return self.nobody(a)
            case Named(verb):
                return verb in self.absent
            case _:
                return False

    def _simple(self, node: Any) -> Any:
        """Sets without those who are not here, and what is known of them beforehand."""
        match node:
            case Holders(roles):
                return Holders(tuple(role for role in roles if role in self.roles) or roles)
            case FirstOf(sets):
                return FirstOf(tuple(each for each in sets if not self.nobody(each)) or sets)
            case Either(a, b) if self.nobody(a) or self.nobody(b):
                return b if self.nobody(a) else a
            case Without(a, b) if self.nobody(b):
                return a
            case Count(who) if self.nobody(who):
                return Const(0)
            case Some(who) if self.nobody(who):
                return Const(False)
            case Some(Holders(roles)) if self.lasting & set(roles):
                return Const(True)
            case _:
                return node


def _roles(rules: Ruleset, deck: Collection[str]) -> dict[str, Role]:
    """The roles of the deck, and those that they can turn into."""
    found = {role.name: role for role in rules.roles if role.name in deck}
    while more := {name for role in found.values() for name in _becomes(role, rules)} - found.keys():
        found |= {role.name: role for role in rules.roles if role.name in more}
    return found


def _becomes(role: Role, rules: Ruleset) -> set[str]:
    """What a role can turn into, by a trigger of its own or of the whole table."""
    shared = [each for each in rules.triggers if _names(each.me, role.name)]
    return {node.role for each in (*role.triggers, *shared) for node in walk(each.does) if isinstance(node, Become)}


def _names(who: Who, role: str) -> bool:
    return any(isinstance(node, Holders) and role in node.roles for node in walk(who))


def _acts(role: Role) -> set[str]:
    """What a role does, and the bonds and marks that come of it."""
    made = {node.name for node in walk(role) if isinstance(node, Link | Mark)}
    return {each.verb for each in role.abilities} | {each.name for each in role.triggers} | made
