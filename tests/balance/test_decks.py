"""The decks among which is searched."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from duskfall.balance.decks import DeckSpace, written
from duskfall.core.start.deck import DeckError, make_deck, read_deck, surplus
from duskfall.rules import BOOKS, ruleset


@pytest.mark.parametrize("book", BOOKS)
def test_every_deck_can_be_dealt_and_keeps_to_the_book(book: str) -> None:
    rules, draws = ruleset(book), Random(4)
    for seats in (5, 9, 20):
        space = DeckSpace.make(rules, seats)
        for deck in (space.drawn(draws) for _ in range(30)):
            cards = space.cards(deck)
            assert read_deck(rules, written(cards), seats) == list(cards)
            assert not surplus(rules, cards)
            for near in space.near(deck):
                changes = [there - here for here, there in zip(deck, near, strict=True)]
                pair_moved = any(abs(changes[at]) == 2 for at in space.paired)
                assert near in space
                assert sum(map(abs, changes)) == (4 if pair_moved else 2)


@pytest.mark.parametrize(("book", "seats"), [("werewolf", 9), ("city-mafia", 7), ("ai-mafia", 5)])
def test_all_of_them_are_as_many_as_are_counted(book: str, seats: int) -> None:
    space = DeckSpace.make(ruleset(book), seats)
    found = list(space.all())
    assert len(set(found)) == len(found) == space.size()
    assert all(deck in space for deck in found)


@pytest.mark.parametrize("book", BOOKS)
def test_the_books_own_deck_is_among_them(book: str) -> None:
    rules = ruleset(book)
    space = DeckSpace.make(rules, 10)
    usual = space.usual()
    assert usual is not None
    assert Counter(space.cards(usual)) == Counter(make_deck(rules, 10))


def test_cards_that_are_asked_for_are_there_and_those_left_out_are_not() -> None:
    rules = ruleset("ai-mafia")
    space = DeckSpace.make(rules, 8, ["Doctor", "Doctor", "Mafia"], ["Cop", "Bomb"])
    decks = [Counter(space.cards(deck)) for deck in space.all()]
    assert decks
    assert all(deck["Doctor"] == 2 and deck["Mafia"] >= 1 and not deck["Cop"] + deck["Bomb"] for deck in decks)


def test_what_no_deck_can_be_is_told() -> None:
    rules = ruleset("werewolf")
    with pytest.raises(DeckError, match="at once"):
        DeckSpace.make(rules, 6, ["Seer"], ["Seer"])
    with pytest.raises(DeckError, match="no deck of 6 cards"):
        DeckSpace.make(rules, 6, ["Werewolf"] * 3)
    with pytest.raises(DeckError, match="7 cards are asked for at a table of 6"):
        DeckSpace.make(rules, 6, ["Villager"] * 7)
