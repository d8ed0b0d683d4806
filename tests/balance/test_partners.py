"""Roles that mean nothing without a partner: found in the data, and never alone in a deck that is searched."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from duskfall.balance.decks import DeckSpace
from duskfall.balance.partners import paired_roles
from duskfall.core.start.deck import DeckError
from duskfall.rules import BOOKS, ruleset
from duskfall.vocabulary.cards import Role

AI = ruleset("ai-mafia")
MASON = next(role for role in AI.roles if role.name == "Mason")


def test_they_are_read_off_the_data() -> None:
    assert {rules: set(paired_roles(ruleset(rules))) for rules in BOOKS} == {
        rules: {"Mason"} if rules == "ai-mafia" else set() for rules in BOOKS
    }


def changed(role: Role) -> set[str]:
    """The paired roles, with another Mason."""
    roles = tuple(role if each is MASON else each for each in AI.roles)
    return set(paired_roles(replace(AI, id="changed", roles=roles)))


def test_a_card_that_can_do_something_means_something_alone() -> None:
    cop = next(role for role in AI.roles if role.name == "Cop")
    assert changed(MASON) == {"Mason"}
    assert changed(replace(MASON, abilities=cop.abilities)) == set()
    assert changed(replace(MASON, proof=("kill",))) == set()
    assert set(paired_roles(replace(AI, id="unknowing", knows=AI.knows[:1]))) == set()


@pytest.mark.parametrize("seats", [6, 7])
def test_no_deck_has_one_alone_and_all_others_are_there(seats: int) -> None:
    space = DeckSpace.make(AI, seats)
    at = [role.name for role in AI.roles].index("Mason")
    decks = list(space.all())
    assert {deck[at] for deck in decks} == {0, 2}
    assert len(decks) == len(set(decks)) == space.size()
    draws = Random(1)
    drawn = [space.drawn(draws) for _ in range(300)]
    assert {deck[at] for deck in drawn} == {0, 2}
    for deck in drawn[:20]:
        near = space.near(deck)
        assert all(other in space for other in near)
        assert {other[at] for other in near} == {0, 2}, "a pair may come and go"


def test_a_partner_comes_with_the_one_that_is_asked_for() -> None:
    at = [role.name for role in AI.roles].index("Mason")
    assert {deck[at] for deck in DeckSpace.make(AI, 7, given=["Mason"]).all()} == {2}
    with pytest.raises(DeckError, match="no deck of 2 cards"):
        DeckSpace.make(AI, 2, given=["Mason"])
