"""The table of scripted win rates by deck."""

from __future__ import annotations

from itertools import pairwise

import pytest

from duskfall.core.start.deck import dealt_sides, make_deck
from duskfall.rules import BOOKS, ruleset
from duskfall.rules.registry import find
from duskfall.study.scripted_play import win_rates
from tests.outside import CULT


@pytest.mark.parametrize("book", BOOKS)
def test_every_deck_of_the_books_has_rates(book: str) -> None:
    rules = ruleset(book)
    low, high = rules.decks.seats
    for seats in range(low, high + 1):
        cards = make_deck(rules, seats)
        rates = win_rates(rules, cards)
        assert set(rates) == set(dealt_sides(rules, cards))
        assert sum(rates.values()) == pytest.approx(1)
        assert all(0 < rate < 1 for rate in rates.values())


def test_the_order_of_the_cards_does_not_matter() -> None:
    rules = ruleset("werewolf")
    cards = make_deck(rules, 9)
    assert win_rates(rules, cards) == win_rates(rules, cards[::-1])


@pytest.mark.parametrize(("book", "evil"), [("ai-mafia", "Mafia"), ("werewolf", "Werewolf")])
def test_more_evil_cards_win_more(book: str, evil: str) -> None:
    rules = ruleset(book)
    many = next(role.team for role in rules.roles if role.name == rules.decks.rest)
    decks = [[evil] * count + [rules.decks.rest] * (12 - count) for count in range(1, 5)]
    rates = [win_rates(rules, cards)[many] for cards in decks]
    assert all(one > two for one, two in pairwise(rates))


def test_a_ruleset_from_outside_has_none() -> None:
    rules = find(CULT)
    assert win_rates(rules, make_deck(rules, 7)) == {}
