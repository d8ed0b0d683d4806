"""The table that a simulation plays: a plan, a deck and house rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from duskfall.core.plan.compile import Plan, compile_plan
from duskfall.core.start.deck import DeckError, make_deck, read_beside, read_deck, usual_size
from duskfall.core.start.flags import read_flags
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.vocabulary.scene import Value

FEWEST, MOST = 3, 31  # seats; bit 0 of a set stands for nobody


@dataclass(frozen=True, slots=True)
class Table:
    """A plan with the deck, the other cards and the house rules that it is played with."""

    plan: Plan
    deck: tuple[str, ...]  # in dealing order: the most common role last
    flags: Mapping[str, Value] = field(hash=False)
    cards: tuple[tuple[str, int], ...] = ()  # dealt besides the roles: how many of each kind

    @classmethod
    def make(
        cls,
        rules: Ruleset,
        seats: int | None = None,
        *,
        deck: str | Iterable[str] | None = None,
        flags: Mapping[str, object] | None = None,
        cards: str | None = None,
    ) -> Table:
        """Check and return a table with the ruleset's deck for this number of seats, or with a given deck.

        Raises DeckError if the deck can't be dealt, or isn't for 3 to 31 seats.
        """
        if deck is None:
            dealt = make_deck(rules, usual_size(rules) if seats is None else seats)
        else:
            dealt = read_deck(rules, deck, seats)
        if not FEWEST <= len(dealt) <= MOST:
            raise DeckError("a simulated table has {low} to {high} seats, not {seats}",
                            low=FEWEST, high=MOST, seats=len(dealt))  # fmt: skip
        beside = read_beside(rules, cards) if cards else {}
        plan = compile_plan(rules)
        return cls(plan, dealing_order(plan, dealt), read_flags(rules, flags or {}), tuple(beside.items()))

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.deck)


def dealing_order(plan: Plan, deck: Iterable[str]) -> tuple[str, ...]:
    """Return a deck in the ruleset's order, but with the most common role last.

    The seats that are left at the end of a deal get that role without a draw.
    """
    counts = Counter(deck)
    roles = list(plan.roles)
    order = sorted(counts, key=lambda role: (counts[role] == max(counts.values()), roles.index(role)))
    return tuple(role for role in order for _ in range(counts[role]))
