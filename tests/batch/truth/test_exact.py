"""The numbers from outside are what recursion and counting come to."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.batch.truth import numbers
from tests.batch.truth.exact import alone, leaves_among_others, leaves_with_skip, mafia_wins, until_extinct


def test_one_leaves_every_day() -> None:
    assert {at: mafia_wins(*at, day=True) for at in numbers.DAY_FIRST} == numbers.DAY_FIRST
    assert {at: mafia_wins(*at, day=False) for at in numbers.NIGHT_FIRST} == numbers.NIGHT_FIRST


@pytest.mark.parametrize("seats", range(3, 21))
def test_the_formula_of_the_game_until_one_side_is_gone(seats: int) -> None:
    for mafia in range(1, seats):
        assert mafia_wins(seats, mafia, day=True, won=alone) == until_extinct(seats, mafia)


def test_someone_leaves() -> None:
    assert {voters: leaves_with_skip(voters) for voters in numbers.WITH_SKIP} == numbers.WITH_SKIP
    assert {voters: leaves_among_others(voters) for voters in numbers.AMONG_OTHERS} == numbers.AMONG_OTHERS
    by_majority = {voters: leaves_among_others(voters, majority=True) for voters in numbers.BY_MAJORITY}
    assert by_majority == numbers.BY_MAJORITY


def test_random_ballots_through_a_whole_game() -> None:
    found = {at: mafia_wins(*at, day=False, leaves=leaves_with_skip) for at in numbers.MAFIA_AT_RANDOM}
    assert {at: round(float(chance), 6) for at, chance in found.items()} == numbers.MAFIA_AT_RANDOM
    assert all(isinstance(chance, Fraction) for chance in found.values())
