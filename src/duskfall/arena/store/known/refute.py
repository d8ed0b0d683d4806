"""Whether a mind can refute a claim: no role that it has to reckon with allows it."""

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
"""By seat, the roles that one has to reckon with."""


class Refutation:
    """The claims of one game, held against the roles that its seats may have."""

    def __init__(self, rules: Ruleset, deck: Mapping[str, int]) -> None:
        self.readings, self.deck = Readings(rules), deck
        self.spelled = {role.name.casefold(): role.name for role in rules.roles}
        self.once = _once(rules)

    def judge(self, speaker: int, claim: Claim, roles: Roles) -> tuple[bool, float | None] | None:
        """Whether the claim is refuted, and the chance of that for one drawn blindly; None: it cannot be judged."""
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
        """What who now has one of these roles has, or may have had when a night was told."""
        return {role for each in roles for role in (each, *self.once.get(each, ()))}

    def _words(self, verb: str, roles: Iterable[str]) -> set[str]:
        """All that may be read of somebody who has one of these roles."""
        return set().union(*(self.readings.words(verb, role, self.deck) for role in roles))

    def _visit(self, speaker: int, claim: Claim, roles: Roles) -> bool:
        went = any(map(self.readings.may_go_out, self._ever(roles[claim.seat - 1])))
        seen = any(map(self.readings.may_see_visits, self._ever(roles[speaker - 1])))
        return not went or not (seen or speaker == claim.seat)


def _once(rules: Ruleset) -> dict[str, set[str]]:
    """The roles that one can come to have, each with those that one can have had before."""
    found: dict[str, set[str]] = {}
    owned = [({role.name}, trigger) for role in rules.roles for trigger in role.triggers]
    for owners, trigger in (*owned, *((_owners(trigger, rules), trigger) for trigger in rules.triggers)):
        for effect in trigger.does:
            if isinstance(effect, Become):
                found.setdefault(effect.role, set()).update(owners)
    return found


def _owners(trigger: Trigger, rules: Ruleset) -> set[str]:
    """The roles that a trigger of the table can strike."""
    named = {name for part in walk(trigger.me) if isinstance(part, Holders) for name in part.roles}
    return named or {role.name for role in rules.roles}
