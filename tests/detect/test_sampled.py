"""Sampled beside exact, where both can be had; and games that were drawn beside sampled, where only that can."""

from __future__ import annotations

from random import Random

import pytest

from duskfall.detect.posterior import Budget, Posterior, posterior
from duskfall.rules import BOOKS
from tests.detect.compare import looked
from tests.detect.tables import small_game, told
from tests.volume import scaled

COUNTED, SAMPLED = Budget(steps=20_000, samples=0), Budget(steps=0, samples=150)
FAR = 5  # errors that are estimated from eight runs
RULESETS = [*BOOKS, "cult", "mini-mafia"]


def apart(exact: Posterior, found: Posterior) -> float:
    """The largest difference of any chance."""
    pairs = zip(exact.roles, found.roles, strict=True)
    return max(abs(one.get(role, 0.0) - other.get(role, 0.0)) for one, other in pairs for role in {*one, *other})


@pytest.mark.parametrize("rules", RULESETS)
def test_what_is_sampled_lies_by_what_is_counted(rules: str) -> None:
    known = 0
    for seed in range(scaled(12)):
        game, luck = small_game(rules, f"sampled {seed}"), Random(seed)
        sight = looked(game, luck.randint(0, game.seats), luck.choice(list(game.moments)[1:]))
        exact = posterior(sight, budget=COUNTED, target="plain")
        if not exact.known:
            continue
        found = posterior(sight, budget=SAMPLED, target="plain")
        if not found.known:
            assert (found.roles, found.sides) == ((), ()), "who does not know gives no number"
            continue
        known += 1
        assert not found.exact
        assert found.worlds >= 200
        assert apart(exact, found) <= FAR * found.error + 1e-9, (told(game), sight.seat)
        for chances in found.roles:
            assert sum(chances.values()) == pytest.approx(1)
        if known == scaled(1):
            return
    pytest.fail("too few tables are known both ways")


def test_the_same_view_gets_the_same_answer() -> None:
    game = small_game("werewolf", "same")
    sight = looked(game, 0, "end")
    assert posterior(sight, budget=SAMPLED, target="plain") == posterior(sight, budget=SAMPLED, target="plain")


def test_too_few_samples_are_no_answer() -> None:
    """Under 200 effective samples it says so, and gives no number."""
    game = small_game("werewolf", "same")
    found = posterior(looked(game, 0, "end"), budget=Budget(steps=0, samples=20), target="plain")
    assert (found.known, found.roles, found.sides) == (False, (), ())
    assert found.reason
