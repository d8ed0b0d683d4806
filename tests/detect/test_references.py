"""The two references, written apart from each other, come to the same."""

from __future__ import annotations

from random import Random

import pytest

from duskfall.rules import BOOKS
from tests.detect.brute import TooManyLines, brute
from tests.detect.tables import small_game, told
from tests.detect.weighted import FAR, weighted
from tests.volume import scaled

KEPT, DRAWN = scaled(200), scaled(2_000)
LINES = 600  # of brute force


@pytest.mark.parametrize("rules", [*BOOKS, "cult"])
def test_games_that_are_drawn_and_lines_that_are_counted_agree(rules: str) -> None:
    checked = 0
    for seed in range(scaled(40)):
        game = small_game(rules, f"references {seed}")
        luck = Random(seed)
        viewer, moment = luck.randint(0, game.seats), luck.choice(list(game.moments)[1:] or ["end"])
        try:
            found = brute(game, viewer, moment, LINES)
        except TooManyLines:
            continue
        kept = weighted(game, viewer, moment, KEPT, DRAWN, seed)
        if kept.kept < KEPT:
            continue
        for seat, roles in enumerate(found.roles, 1):
            assert {role for held, role in kept.held if held == seat} <= set(roles), told(game)
            for role, chance in roles.items():
                assert kept.off(seat, role, chance) < FAR + 1, (told(game), viewer, moment, seat, role)
        checked += 1
        if checked == 4:
            return
    pytest.fail("too few tables were small enough")
