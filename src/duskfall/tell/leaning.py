"""Warnings about lopsided decks, with which one side would win nearly always."""

from __future__ import annotations

from collections.abc import Sequence

from duskfall.core.start.deck import make_deck
from duskfall.study.leaning import LOPSIDED, favoured
from duskfall.tell.tongue import row, say, word
from duskfall.vocabulary.ruleset import Ruleset


def lopsided(rules: Ruleset, cards: Sequence[str]) -> list[str]:
    """Return a warning line if one side would win nearly always with these cards; an empty list otherwise."""
    found = favoured(rules, cards)
    if not found:
        return []
    text = "This deck is lopsided: {side} would win about {percent} % of the games."
    return [say(text, side=word(found[0], "side"), percent=about(found[1]))]


def lopsided_sizes(rules: Ruleset) -> list[str]:
    """Return a warning line for each side that the ruleset's default decks favor, with the table sizes concerned."""
    low, high = rules.decks.seats
    sizes: dict[str, list[str]] = {}
    for seats in range(low, high + 1):
        if found := favoured(rules, make_deck(rules, seats)):
            sizes.setdefault(found[0], []).append(str(seats))
    text = "With {seats} seats the deck is lopsided: {side} would win {percent} % of the games or more."
    return [
        say(text, seats=row(seats), side=word(side, "side"), percent=about(LOPSIDED)) for side, seats in sizes.items()
    ]


def about(chance: float) -> int:
    """Return a chance in percent, rounded to a multiple of five and never more than 99."""
    return min(5 * round(20 * chance), 99)
