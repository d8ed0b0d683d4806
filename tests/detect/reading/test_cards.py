"""A reading on the cards that are left: what the walk comes to is what counting all deals comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from math import isclose, prod

import pytest

from duskfall.core.facts import EVERYONE, Announced, Began, Dealt, Fact, Told
from duskfall.detect.posterior import Reading
from duskfall.detect.reading import on_cards
from duskfall.detect.sight import Sight
from duskfall.rules import ruleset

PEOPLE = ("Ann", "Bob", "Cid", "Dee", "Eli", "Fay")
DECK = (("Godfather", 1), ("Mafia", 1), ("Cop", 1), ("Doctor", 1), ("Villager", 2))
READING = Reading(
    "claims",
    ((2, {"Cop": 5.0, "Villager": 0.1}), (3, {"Cop": 2.0})),
    ((2, 4, {("Mafia", "Godfather"): 0.2, ("Cop", "Mafia"): 3.0}), (3, 5, {("Doctor", "Villager"): 0.5})),
)


def sight(*facts: Fact) -> Sight:
    began = Began(EVERYONE, "ai-mafia", PEOPLE, (), True, DECK)
    return Sight(ruleset("ai-mafia"), 1, (began, Dealt(1 << 1, 1, "Doctor", "town"), *facts))


def deals() -> Iterator[tuple[dict[int, str], float]]:
    """All deals in which Ann is the Doctor, each with its weight."""
    cards = [role for role, count in DECK for _ in range(count) if role != "Doctor"]
    for dealt in permutations(cards):
        roles = {1: "Doctor", **dict(enumerate(dealt, 2))}
        weight = prod(of.get(roles[seat], 1.0) for seat, of in READING.alone)
        yield roles, weight * prod(of.get((roles[one], roles[two]), 1.0) for one, two, of in READING.pairs)


def test_the_walk_comes_to_what_all_deals_come_to() -> None:
    found = on_cards(sight(), READING, 40_000)
    total, chances = 0.0, Counter[tuple[int, str]]()
    for roles, weight in deals():
        total += weight
        for seat, role in roles.items():
            chances[seat, role] += weight  # type: ignore[assignment]
    assert found.layer == "cards and claims"
    assert 0 < found.error < 0.03
    for (seat, role), weight in chances.items():
        assert found.roles[seat - 1].get(role, 0.0) == pytest.approx(weight / total, abs=0.03), (seat, role)


def test_cards_are_dealt_once() -> None:
    found = on_cards(sight(), READING, 800)
    for role, count in DECK:
        assert isclose(sum(of.get(role, 0.0) for of in found.roles), count)
    assert all(isclose(sum(of.values()), 1.0) for of in (*found.roles, *found.sides))


def test_what_the_viewer_knows_is_certain() -> None:
    found = on_cards(sight(Announced(EVERYONE, ((3, "Mafia"),))), READING, 800)
    assert found.roles[0] == {"Doctor": 1.0}
    assert found.roles[2] == {"Mafia": 1.0}
    assert found.sides[2] == {"mafia": 1.0}
    assert all("Mafia" not in of for of in found.roles[3:])


def test_own_results_must_fit() -> None:
    read = Told(1 << 1, 1, "investigate", 4, "MAFIA")
    found = on_cards(sight(read), READING, 800)
    assert found.roles[3].get("Mafia", 0.0) > 0.99


def test_the_same_sight_gets_the_same_answer() -> None:
    assert on_cards(sight(), READING, 400) == on_cards(sight(), READING, 400)


def test_where_nothing_is_left_to_swap_everything_is_known() -> None:
    dead = tuple((seat, role) for seat, role in enumerate(("Cop", "Mafia", "Villager", "Villager"), 2))
    found = on_cards(sight(Announced(EVERYONE, dead)), READING, 80)
    assert found.roles[5] == {"Godfather": 1.0}
    assert found.error == 0.0
