"""Who holds and who claims which role while the facts of a game go by."""

from __future__ import annotations

from duskfall.core.facts import EVERYONE, Became, Began, Dealt, Died, Fact, Out, PhaseBegan, Removed, Said
from duskfall.study.phases import NOWHERE
from duskfall.study.primer import GOOD, read
from duskfall.vocabulary.ruleset import Ruleset


class Company:
    """The players, their roles of the moment, and the hour."""

    def __init__(self, rules: Ruleset) -> None:
        self.names: tuple[str, ...] = ()
        self.deck: dict[str, int] = {}
        self.teams = {group.name for group in rules.groups}
        self.plain = {card.name for card in read(rules).cards.values() if card.side == GOOD and not card.acts}
        self.cards = {role.name.casefold(): role.name for role in rules.roles}
        self.roles: dict[int, str] = {}
        self.claimed: dict[int, str] = {}  # the role that each of the living has claimed last, in public
        self.when = NOWHERE

    def take(self, fact: Fact) -> None:
        """Time goes on."""
        if isinstance(fact, Began):
            self.names, self.deck = fact.names, dict(fact.deck)
        elif isinstance(fact, Dealt | Became):
            self.roles[fact.seat] = fact.role
        elif isinstance(fact, PhaseBegan):
            self.when = fact.phase, fact.number
        elif isinstance(fact, Said) and fact.to == EVERYONE:
            self._hear(fact)
        elif isinstance(fact, Died | Out | Removed):
            self.claimed.pop(fact.seat, None)

    def _hear(self, said: Said) -> None:
        for claim in said.claims:
            role = self.cards.get(claim.word.casefold())
            if claim.kind == "role" and claim.seat == said.seat and role:
                self.claimed[said.seat] = role

    def rivals(self, seat: int) -> list[int]:
        """All who claim to be what this seat claims to be, where there is only one such card."""
        role = self.claimed.get(seat, "")
        return [other for other, claim in self.claimed.items() if claim == role] if self.deck.get(role) == 1 else []
