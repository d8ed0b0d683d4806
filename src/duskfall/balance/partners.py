"""Roles that are useless without a partner: their card does nothing but tell who else holds it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from duskfall.core.play.state import State
from duskfall.vocabulary.cards import Group, Role
from duskfall.vocabulary.effects import Tier
from duskfall.vocabulary.ruleset import Ruleset, walk
from duskfall.vocabulary.scene import Scene
from duskfall.vocabulary.seats import Holders


@lru_cache(maxsize=16)
def paired_roles(rules: Ruleset) -> frozenset[str]:
    """Return the roles of which a deck should have none or at least two.

    Such a card does nothing by itself or with its team, no other rule names it, and all that its holder learns at the
    deal is who else holds it.
    """
    seated = [role for role in rules.roles for _ in range(2)]
    flags = {flag.name: flag.default for flag in rules.flags}
    scene = Scene(State(tuple(role.name for role in seated), seated, flags, False))
    return frozenset(
        role.name
        for at, role in enumerate(rules.roles)
        if _is_bare(role, rules)
        and _known_to(2 * at + 1, rules, scene) == {2 * at + 2}
        and not _acts(2 * at + 1, scene, rules)
    )


def _is_bare(role: Role, rules: Ruleset) -> bool:
    """Return whether a card has nothing of its own, and no rule names it except for what is known at the deal."""
    has_something = role.abilities or role.triggers or role.seen or role.proof or role.defense is not Tier.NONE
    elsewhere = walk(replace(rules, knows=()))
    return not has_something and not any(isinstance(node, Holders) and role.name in node.roles for node in elsewhere)


def _acts(seat: int, scene: Scene, rules: Ruleset) -> bool:
    """Return whether a seat acts with a team."""
    return any(isinstance(node, Group) and node.members.mask(scene) >> seat & 1 for node in walk(rules))


def _known_to(seat: int, rules: Ruleset, scene: Scene) -> set[int]:
    """Return the seats whose roles a seat is told, at a table with two of every role."""
    known = 0
    for each in rules.knows:
        if each.who.mask(scene) >> seat & 1:
            known |= each.of.mask(scene)
    return {other for other in range(1, 2 * len(rules.roles) + 1) if other != seat and known >> other & 1}
