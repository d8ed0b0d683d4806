"""Default decks that left a side without hope, where the books leave the deck to us."""

from __future__ import annotations

from collections import Counter

import pytest

from duskfall.balance.plays import Candidate, real
from duskfall.core.start.deck import dealt_sides, make_deck
from duskfall.rules import ruleset

GAMES = 40


@pytest.mark.parametrize(("book", "seats"), [("town-of-agents", 5), *(("werewolf", seats) for seats in (5, 8, 9, 14))])
def test_every_side_has_its_chance(book: str, seats: int) -> None:
    rules = ruleset(book)
    cards = tuple(make_deck(rules, seats))
    [count] = real(book).count([Candidate(cards)], GAMES, 1, None)
    wins = {side: count.wins[side] for side in dealt_sides(rules, cards)}
    assert all(won >= GAMES / 10 for won in wins.values()), wins


def test_what_a_book_prints_is_dealt_as_it_is_printed() -> None:
    """CM-11 has a deck for each size; WW-1 one for twelve (tests/core/test_decks.py has the others)."""
    assert make_deck(ruleset("city-mafia"), 5) == ["Don", "Mafia", "Sheriff", "Citizen", "Citizen"]
    gods = ["Seer", "Witch", "Hunter", "Guard"]
    assert Counter(make_deck(ruleset("werewolf"), 12)) == Counter(["Werewolf"] * 4 + gods + ["Villager"] * 4)
