"""A lopsided deck is told as such."""

from __future__ import annotations

from duskfall.core.start.deck import read_deck
from duskfall.rules import ruleset
from duskfall.tell.leaning import lopsided, lopsided_sizes
from duskfall.tell.rules import formats

RULES = ruleset("ai-mafia-classic")


def test_the_side_and_its_share_are_told() -> None:
    [line] = lopsided(RULES, read_deck(RULES, "Mafia, Cop, Doctor, Vigilante, Villager*6"))
    assert line.startswith("This deck is lopsided: town would win about ")
    assert lopsided(RULES, read_deck(RULES, "Mafia*3, Cop, Doctor, Villager*4")) == []


def test_the_rules_page_names_the_sizes_whose_deck_is_lopsided() -> None:
    [line] = lopsided_sizes(RULES)
    assert " 9" in line
    assert line in formats.page(RULES)
    assert lopsided_sizes(ruleset("town-of-agents")) == []
