"""Which side a deck favours, by the weights of its cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from duskfall.core.start.deck import dealt_sides, make_deck, read_deck
from duskfall.rules import BOOKS, ruleset
from duskfall.study.leaning import chances, favoured, known

LOPSIDED = {
    "ai-mafia": ("Godfather, Mafia*4, Villager*5", "mafia"),
    "ai-mafia-classic": ("Godfather, Mafia*4, Villager*5", "mafia"),
    "city-mafia": ("Don, Mafia*4, Citizen*5", "mafia"),
    "town-of-agents": ("Godfather, Mafia*4, Citizen*5", "mafia"),
    "werewolf": ("Werewolf*5, Villager*5", "werewolves"),
}


@pytest.mark.parametrize("book", BOOKS)
def test_every_card_has_a_weight_and_the_chances_make_one(book: str) -> None:
    rules = ruleset(book)
    assert known(rules)
    for seats in range(5, 21):
        deck = make_deck(rules, seats)
        found = chances(rules, deck)
        assert list(found) == dealt_sides(rules, deck)
        assert sum(found.values()) == pytest.approx(1)


@pytest.mark.parametrize("book", BOOKS)
def test_the_usual_deck_is_fair_enough_and_half_evil_is_not(book: str) -> None:
    rules = ruleset(book)
    assert favoured(rules, make_deck(rules, 10)) is None
    deck, side = LOPSIDED[book]
    found = favoured(rules, read_deck(rules, deck))
    assert found is not None
    assert found[0] == side
    assert found[1] > 0.85


@pytest.mark.parametrize("book", BOOKS)
def test_more_evil_is_more_for_evil(book: str) -> None:
    rules = ruleset(book)
    many = rules.decks.rest
    usual = make_deck(rules, 10)
    worse = [*usual[: usual.index(many)], rules.decks.more, *usual[usual.index(many) + 1 :]]
    home = next(role.team for role in rules.roles if role.name == many)
    assert chances(rules, worse)[home] < chances(rules, usual)[home]


def test_cards_from_outside_have_no_weights() -> None:
    rules = replace(ruleset("werewolf"), id="ours")
    assert not known(rules)
    assert chances(rules, make_deck(rules, 9)) == {}
    assert favoured(rules, make_deck(rules, 9)) is None
