"""One turn of a detective: a scripted player's turn, with the chances of roles instead of its points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import fsum, log

from duskfall.core.ask import Ask
from duskfall.core.facts import Announced, Fact, Fell, Out, PhaseBegan, Said, Shown, Told, Voted
from duskfall.detect.posterior import Budget, Posterior, posterior
from duskfall.detect.reading import claims, on_cards
from duskfall.detect.sight import Sight
from duskfall.players.bots.scripted.mind import INFORMS, Mind
from duskfall.players.bots.scripted.turn import Turn
from duskfall.players.bots.scripted.weigh import Cases, weigh
from duskfall.rules.registry import book
from duskfall.study.primer import EVIL, GOOD

NEWS = (PhaseBegan, Announced, Out, Fell, Shown, Told, Voted)  # what changes a mind, beside claims that inform
ALONE_IT_CLAIMS = {"bold": False, "duels": False, "claims something": True}
SURE = 6.0  # log-odds beyond which nothing is added
WORTH_READER, WORTH_POWER = 2.5, 1.6  # what the many would miss
WORTH_RIVAL = 12.0  # of another evil team that is as many as all others


class Inquiry(Turn):
    """All that one answer of a detective is made from."""

    def __init__(self, ask: Ask, mind: Mind, seed: int, budget: Budget, swaps: int) -> None:
        super().__init__(ask, mind, seed)
        self.budget, self.swaps = budget, swaps

    @cached_property
    def chances(self) -> Posterior:
        """The chance of every role in every seat; for a speech, as of the last news."""
        facts = self.mind.view.facts
        until = last_news(facts) if self.ask.speech else len(facts)
        waits = until == len(facts)  # for this very answer
        return _chances(self.mind.rules, self.mind.me, tuple(facts[:until]), waits, self.budget, self.swaps)

    def evil(self, seat: int) -> float:
        """The chance that a seat is evil."""
        cards = self.mind.book.cards
        return fsum(chance for role, chance in self.chances.roles[seat - 1].items() if cards[role].side == EVIL)

    def worth(self, seat: int) -> float:
        """What the enemies of the evil would lose with a seat, by the roles that it may have."""
        return fsum(chance * self._worth(role) for role, chance in self.chances.roles[seat - 1].items())

    def look(self, seat: int) -> float:
        """How much the table suspects a seat, as far as a scripted player would."""
        return self.public[seat].score if seat in self.public else 0.0

    @cached_property
    def guarded(self) -> float:
        """The chance that somebody watches over the one whom the table would miss most.

        Nothing is known of anybody on the first night; who may not watch the same one twice in a row does so on the
        second, and then on every other.
        """
        others = [self.chances.roles[seat - 1] for seat in self.mind.strangers()]
        able = [role for role, every in self.mind.book.guards.items() if self.mind.night % every == 0]
        return min(fsum(of.get(role, 0.0) for of in others for role in able), 1.0)

    def trait(self, what: str, percent: int) -> bool:
        """Who is evil and alone plays no reader, for want of anybody to bear it out, but claims some power."""
        if self.mind.evil and not self.mind.mates and what in ALONE_IT_CLAIMS:
            return ALONE_IT_CLAIMS[what]
        return super().trait(what, percent)

    def _worth(self, role: str) -> float:
        book = self.mind.book
        if role in book.powers:
            return WORTH_READER if role in book.readers else WORTH_POWER
        return WORTH_RIVAL * self.rivals if self.mind.evil and self._is_rival(role) else 0.0

    def _is_rival(self, role: str) -> bool:
        card = self.mind.book.cards[role]
        return card.side == EVIL and card.team != self.mind.team

    @cached_property
    def rivals(self) -> float:
        """How many of the living are of other evil teams, against all others: at 1 they have won, by most books."""
        living = self.mind.view.living
        chances = self.chances.roles
        found = fsum(chance for seat in living for role, chance in chances[seat - 1].items() if self._is_rival(role))
        return min(found / max(len(living) - found, 1.0), 1.0)

    @cached_property
    def cases(self) -> Cases:
        """The reasons are a scripted player's; how much they come to is what the chances say."""
        cases = weigh(self.mind, self.hunch, self.taste("following") / 1000)
        if self.mind.card.side != GOOD or not cases:
            return cases
        mean = fsum(map(self.evil, cases)) / len(cases)
        for seat, case in cases.items():
            case.score, case.lift = _odds(self.evil(seat)) - _odds(mean), 0.0
        return cases


def _odds(chance: float) -> float:
    """Log-odds, as far as it matters."""
    least = 1 / (1 << 12)
    chance = min(max(chance, least), 1 - least)
    return max(-SURE, min(SURE, log(chance / (1 - chance))))


def last_news(facts: Sequence[Fact]) -> int:
    """Up to where facts change a mind: a speech that only accuses, defends or wonders does not."""
    for place in range(len(facts) - 1, 0, -1):
        fact = facts[place]
        informs = isinstance(fact, Said) and any(claim.kind in INFORMS for claim in fact.claims)
        if informs or isinstance(fact, NEWS):
            return place + 1
    return len(facts)


@lru_cache(maxsize=64)
def _chances(rules: str, seat: int, facts: tuple[Fact, ...], waits: bool, budget: Budget, swaps: int) -> Posterior:
    """Counted within the budget; beyond it, what behaviour says of the cards that are left."""
    sight = Sight(book(rules), seat, facts, going=waits)
    reading = claims(sight)
    found = posterior(sight, budget=budget, reading=reading) if budget.steps else None
    return found if found and found.known else on_cards(sight, reading, swaps)
