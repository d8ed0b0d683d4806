"""What the acts of a ruleset can tell those who do them: who may report what of whom."""

from __future__ import annotations

from collections.abc import Container

from duskfall.core.effects import ReadRole, ReadSeats, ReadSide
from duskfall.core.state import State
from duskfall.core.who import Scene
from duskfall.core.words import Ability, Overturns, Role, Ruleset

READS = (ReadSide, ReadRole, ReadSeats)


class Readings:
    """The readings of one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.roles = {role.name: role for role in rules.roles}

    def readers(self, verb: str) -> list[Ability]:
        """The acts of this name that tell their actor something; without a name, all of them."""
        every = [ability for role in self.rules.roles for ability in role.abilities]
        return [each for each in every if verb in ("", each.verb) and _reads(each)]

    def may_report(self, role: str, verb: str) -> bool:
        """Whether a role has such an act."""
        return any(ability in self.readers(verb) for ability in self.roles[role].abilities)

    def words(self, verb: str, role: str, deck: Container[str]) -> set[str]:
        """All that may be read of a role by such an act with these cards dealt, in small letters."""
        found = (self._words(ability, self.roles[role], deck) for ability in self.readers(verb))
        return {word.casefold() for words in found for word in words if word}

    def _words(self, ability: Ability, role: Role, deck: Container[str]) -> set[str]:
        scene = Scene(State(("",), [role], {}, False), 1, 1, 1)  # the role alone at a table
        found: set[str] = set()
        for effect in ability.does:
            if isinstance(effect, ReadRole):
                found.add(role.name)
            elif isinstance(effect, ReadSide):
                found.add(next(says.word for says in effect.says if says.who.mask(scene) >> 1 & 1))
                found.add(role.seen.word if role.seen else "")
                found |= {edge.shows for edge in self.rules.overturns if self._misleads(edge, ability, deck)}
        return found

    def _misleads(self, edge: Overturns, ability: Ability, deck: Container[str]) -> bool:
        """Whether somebody at the table can make the reading come out otherwise."""
        dealt = [other for role in self.rules.roles if role.name in deck for other in role.abilities]
        return ability.verb in edge.what and any(other.verb == edge.by for other in dealt)


def _reads(ability: Ability) -> bool:
    return any(isinstance(effect, READS) for effect in ability.does)
