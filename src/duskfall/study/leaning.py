"""Which side a deck favours: every card has a weight, kept as data, and nothing is played.

The weights are fitted to games of the simulator (tools/leaning.py): the log-odds of a side against the many are a sum
over the deck, of each role's share of the cards times its weight.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from math import exp

from duskfall.core.start.deck import dealt_sides, surplus
from duskfall.vocabulary.ruleset import Ruleset

LOPSIDED = 0.85  # a side that would win so many of the games is as good as sure of them
ALWAYS, SMALL, ODD = "", "1/seats", "odd/seats"  # what counts beside the cards
Weights = Mapping[str, float]


def favoured(rules: Ruleset, cards: Sequence[str]) -> tuple[str, float] | None:
    """The side that would win nearly always with these cards, and its chance; None if the deck is not lopsided.

    A deck with more of a card than its book has was never weighed.
    """
    found = {} if surplus(rules, cards) else chances(rules, cards)
    side = max(found, key=lambda side: found[side], default="")
    return (side, found[side]) if side and found[side] >= LOPSIDED else None


def chances(rules: Ruleset, cards: Sequence[str]) -> dict[str, float]:
    """About how often each side wins with these cards; empty for a ruleset whose cards have no weights."""
    return weighed(rules, cards, _weights()[rules.id]) if known(rules) else {}


def weighed(rules: Ruleset, cards: Sequence[str], weights: Mapping[str, Weights]) -> dict[str, float]:
    """The same by these weights of each side against the many."""
    shares, sides = features(cards), dealt_sides(rules, cards)
    odds = {side: exp(_sum(weights[side], shares)) if side in weights else 1.0 for side in sides}
    return {side: odds[side] / sum(odds.values()) for side in sides}


def known(rules: Ruleset) -> bool:
    """Whether the cards of this ruleset have weights, all of them."""
    return fits(rules, _weights().get(rules.id, {}))


def fits(rules: Ruleset, weights: Mapping[str, Weights]) -> bool:
    """Say whether there are weights for each side against the many, and in these for every role."""
    others = set(rules.sides) - {home(rules)}
    return set(weights) == others and all(role.name in each for each in weights.values() for role in rules.roles)


def features(cards: Sequence[str]) -> dict[str, float]:
    """What is weighed of a deck: its size, and the share of each role."""
    seats = len(cards)
    counts = {role: number / seats for role, number in Counter(cards).items()}
    return {ALWAYS: 1.0, SMALL: 1 / seats, ODD: seats % 2 / seats} | counts


def home(rules: Ruleset) -> str:
    """The team of the many."""
    return next(role.team for role in rules.roles if role.name == rules.decks.rest)


def _sum(weights: Weights, shares: Mapping[str, float]) -> float:
    return sum(weights[name] * share for name, share in shares.items())


@cache
def _weights() -> Mapping[str, Mapping[str, Weights]]:
    """By ruleset, and side against the many."""
    found: Mapping[str, Mapping[str, Weights]] = json.loads(
        resources.files("duskfall.study").joinpath("leaning.json").read_text(encoding="utf-8")
    )
    return found
