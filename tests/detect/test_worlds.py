"""Truth from outside: how many deals there are at the first moment, before anything was learned."""

from __future__ import annotations

from math import factorial, prod

import pytest

from duskfall.batch.table import Table
from duskfall.core.facts import Began
from duskfall.core.play.game import Game
from duskfall.detect.posterior import posterior
from duskfall.detect.sight import Sight
from duskfall.rules import ruleset

# What Werewolf Arena, a game of ten with two different mafia, and the book's tables of nine and of twelve come to, as
# published or by hand: n! over the factorials of the like cards.
COUNTS = [
    ("werewolf", "Werewolf*2, Seer, Guard, Villager*4", 840),
    ("ai-mafia-classic", "Godfather, Mafia, Cop, Doctor, Villager*6", 5_040),
    ("werewolf", "Werewolf*3, Villager*3, Seer, Witch, Hunter", 10_080),
]
LARGE = ("werewolf", "Werewolf*4, Villager*4, Seer, Witch, Hunter, Guard", 831_600)


def first_sight(rules: str, deck: str, seat: int = 0) -> Sight:
    table = Table.make(ruleset(rules), deck=deck)
    game = Game.start(ruleset(rules), deck=deck, talk=False)
    assert isinstance(game.facts[0], Began)
    return Sight(table.plan.rules, seat, tuple(fact for fact in game.facts if fact.to >> seat & 1))


@pytest.mark.parametrize(("rules", "deck", "worlds"), COUNTS, ids=lambda value: str(value))
def test_as_many_worlds_as_are_known_from_outside(rules: str, deck: str, worlds: int) -> None:
    """`make soak` counts the large table so, too: here one who holds a card of it does, in a twelfth of the time."""
    count_all(rules, deck, worlds)


def count_all(rules: str, deck: str, worlds: int) -> None:
    """Before anything was learned all deals fit, and each seat holds each card as often as it is in the deck."""
    table = Table.make(ruleset(rules), deck=deck)
    counts = [table.deck.count(role) for role in set(table.deck)]
    assert factorial(table.seats) // prod(map(factorial, counts)) == worlds
    found = posterior(first_sight(rules, deck), target="plain")
    assert (found.known, found.exact, found.worlds, found.missing) == (True, True, worlds, 0)
    for chances in found.roles:
        assert chances == pytest.approx({role: table.deck.count(role) / table.seats for role in set(table.deck)})


@pytest.mark.parametrize(("rules", "deck", "worlds"), [*COUNTS, LARGE], ids=lambda value: str(value))
def test_one_who_holds_a_single_card_knows_as_much_less(rules: str, deck: str, worlds: int) -> None:
    """Of all deals those in which this seat holds just this card."""
    game = Game.start(ruleset(rules), deck=deck, talk=False)
    roles = game.state.roles[1:]
    single = next(seat for seat, role in enumerate(roles, 1) if role in ("Seer", "Cop"))
    found = posterior(first_sight(rules, deck, single), target="plain")
    assert found.worlds == worlds // len(roles)
