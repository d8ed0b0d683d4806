"""The refutation of claims: a claim is refuted if none of the roles that a seat still considers possible allows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from duskfall.core.facts import Claim
from duskfall.study.readings import Readings
from duskfall.vocabulary.cards import Trigger
from duskfall.vocabulary.effects import Become
from duskfall.vocabulary.ruleset import Ruleset, walk
from duskfall.vocabulary.seats import Holders

Roles = tuple[Mapping[str, float], ...]
"""For each seat, the roles that are still possible."""


class Refutation:
    """A checker of one game's claims against the roles that its seats may have."""

    def __init__(self, rules: Ruleset, deck: Mapping[str, int]) -> None:
        self.readings, self.deck = Readings(rules), deck
        self.spelled = {role.name.casefold(): role.name for role in rules.roles}
        self.once = _once(rules)

    def judge(self, speaker: int, claim: Claim, roles: Roles) -> tuple[bool, float | None] | None:
        """Return whether the claim is refuted, and the chance that a claim drawn at random would be.

        The result is None if the claim can't be judged; the chance is None for a claimed visit.
        """
        if claim.kind == "role":
            return self._role(claim, roles[claim.seat - 1])
        if claim.kind == "result":
            return self._result(speaker, claim, roles)
        if claim.kind == "visit":
            return self._visit(speaker, claim, roles), None
        return None

    def _role(self, claim: Claim, may: Mapping[str, float]) -> tuple[bool, float] | None:
        role = self.spelled.get(claim.word.casefold())
        if role is None:
            return None
        wrong = Fraction(sum(count for each, count in self.deck.items() if each not in may), sum(self.deck.values()))
        return role not in may, float(wrong)

    def _result(self, speaker: int, claim: Claim, roles: Roles) -> tuple[bool, float] | None:
        words = self._words(claim.verb, self.readings.book.cards)
        if claim.word.casefold() not in words:
            return None
        if not any(self.readings.may_report(each, claim.verb) for each in self._ever(roles[speaker - 1])):
            return True, 1.0
        left = self._words(claim.verb, self._ever(roles[claim.seat - 1]))
        return claim.word.casefold() not in left, 1 - len(words & left) / len(words)

    def _ever(self, roles: Iterable[str]) -> set[str]:
        """Return these roles, and the roles that players who have them now may have had during an earlier night."""
        return {role for each in roles for role in (each, *self.once.get(each, ()))}

    def _words(self, verb: str, roles: Iterable[str]) -> set[str]:
        """Return all results that this action may report of players with these roles."""
        return set().union(*(self.readings.words(verb, role, self.deck) for role in roles))

    def _visit(self, speaker: int, claim: Claim, roles: Roles) -> bool:
        went = any(map(self.readings.may_go_out, self._ever(roles[claim.seat - 1])))
        seen = any(map(self.readings.may_see_visits, self._ever(roles[speaker - 1])))
        return not went or not (seen or speaker == claim.seat)


def _once(rules: Ruleset) -> dict[str, set[str]]:
    """Return the roles that a player can change into, each with the roles that it can have been before."""
    found: dict[str, set[str]] = {}
    owned = [({role.name}, trigger) for role in rules.roles for trigger in role.triggers]
    for owners, trigger in (*owned, *((_owners(trigger, rules), trigger) for trigger in rules.triggers)):
        for effect in trigger.does:
            if isinstance(effect, Become):
                found.setdefault(effect.role, set()).update(owners)
    return found


def _owners(trigger: Trigger, rules: Ruleset) -> set[str]:
    """Return the roles that a trigger of the ruleset may apply to: all roles if it names none."""
    named = {name for part in walk(trigger.me) if isinstance(part, Holders) for name in part.roles}
    return named or {role.name for role in rules.roles}
