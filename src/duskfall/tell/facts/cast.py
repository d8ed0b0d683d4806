"""Who holds and who claims which role while the facts of a game go by, and how a story calls them."""

from __future__ import annotations

from duskfall.core.facts import EVERYONE, Became, Began, Dealt, Died, Fact, Out, PhaseBegan, Removed, Said
from duskfall.core.play.state import DAY
from duskfall.study.primer import GOOD, read
from duskfall.tell.names import name
from duskfall.tell.tongue import say, word
from duskfall.vocabulary.ruleset import Ruleset


class Cast:
    """The players, their roles of the moment, and the hour."""

    def __init__(self, rules: Ruleset) -> None:
        self.names: tuple[str, ...] = ()
        self.deck: dict[str, int] = {}
        self.teams = {group.name for group in rules.groups}
        self.plain = {card.name for card in read(rules).cards.values() if card.side == GOOD and not card.acts}
        self.cards = {role.name.casefold(): role.name for role in rules.roles}
        self.roles: dict[int, str] = {}
        self.claimed: dict[int, str] = {}  # the role that each of the living has claimed last, in public
        self.phase, self.number = "", 0

    def take(self, fact: Fact) -> None:
        """Time goes on."""
        if isinstance(fact, Began):
            self.names, self.deck = fact.names, dict(fact.deck)
        elif isinstance(fact, Dealt | Became):
            self.roles[fact.seat] = fact.role
        elif isinstance(fact, PhaseBegan):
            self.phase, self.number = fact.phase, fact.number
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

    @property
    def when(self) -> str:
        """On which day; what is seen of a night is seen after it."""
        return say("on day {number}" if self.phase == DAY else "after night {number}", number=self.number)

    def name(self, seat: int) -> str:
        """The plain name."""
        return name(seat, self.names)

    def called(self, seat: int) -> str:
        """A name with its role; the article says whether there is one such card or several."""
        return say("{name}, {card}", name=self.name(seat), card=self.a(self.roles[seat]))

    def a(self, role: str) -> str:
        """A role with its article: `the` where there is one such card, `of the` where a team is called so."""
        if role.casefold() in self.teams:
            return say("of the {role}", role=word(role, "role"))
        several = "an {role}" if role[0] in "AEIOU" else "a {role}"
        return say("the {role}" if self.deck.get(role) == 1 else several, role=word(role, "role"))
