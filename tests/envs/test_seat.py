"""One seat among bots."""

from __future__ import annotations

import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from duskfall.envs import SEAT, SeatEnv
from duskfall.rules import BOOKS


@pytest.mark.parametrize("rules", sorted(BOOKS))
@pytest.mark.parametrize(
    ("players", "talk"), [("random", False), ("random", True), ("scripted", False), ("scripted", True)]
)
def test_it_is_an_environment(rules: str, players: str, talk: bool) -> None:
    check_env(gymnasium.make(SEAT, rules=rules, players=players, talk=talk).unwrapped)


def finish(env: SeatEnv, random: np.random.Generator, seen: dict[str, np.ndarray]) -> float:
    """Play on at random; the reward in the end."""
    while True:
        action = int(random.choice(np.flatnonzero(seen["action_mask"])))
        seen, reward, over, truncated, _ = env.step(action)
        assert not truncated
        if over:
            return reward
        assert reward == 0


@pytest.mark.parametrize("rules", sorted(BOOKS))
def test_it_is_dealt_what_was_wanted(rules: str) -> None:
    env = SeatEnv(rules, 9, seat=4, players="random")
    cards, random = env.of.table.plan.roles, np.random.default_rng(1)
    for role in dict.fromkeys(env.of.table.deck):
        seen, _ = env.reset(seed=3, options={"role": role})
        assert env.played.view(4).role == role
        assert sorted(env.played.game.setup.roles) == sorted(env.of.table.deck)
        own = seen["observation"][env.of.layout.part("role")]
        assert env.of.layout.names.roles[int(np.flatnonzero(own)[0]) + 1] in (role, env.played.view(4).role)
        assert finish(env, random, seen) in (-1, 0, 1)
    for side in {cards[role].team for role in env.of.table.deck}:
        env.reset(options={"side": side})
        assert cards[env.played.game.setup.roles[3]].team == side


def test_all_deals_that_fit_are_alike() -> None:
    """The seat gets each card of its side alike, and the others' cards do not lean on the seats."""
    env = SeatEnv("ai-mafia-classic", 7, seat=2, players="random")
    env.reset(seed=0)
    deals = []
    for _ in range(600):
        env.reset(options={"side": "mafia"})
        deals.append(env.played.game.setup.roles)
    assert 230 < sum(deal[1] == "Mafia" for deal in deals) < 370  # of 600, one of two
    for seat in (0, 2, 6):
        assert 60 < sum(deal[seat] == "Cop" for deal in deals) < 145  # one of six


@pytest.mark.parametrize(
    ("options", "says"),
    [({"role": "King"}, "role 'King': the deck has"), ({"side": "cult"}, "side 'cult': the deck has"),
     ({"role": "Cop", "side": "mafia"}, "role 'Cop' is not of side 'mafia'")],
)  # fmt: skip
def test_what_cannot_be_dealt_is_refused_in_a_line(options: dict[str, str], says: str) -> None:
    env = SeatEnv("ai-mafia-classic", 7)
    with pytest.raises(ValueError, match=says):
        env.reset(options=options)


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="seat 8: this table has seats 1 to 7"):
        SeatEnv("ai-mafia-classic", 7, seat=8)


def test_without_its_packages_it_says_how_to_get_them() -> None:
    script = "import sys; sys.modules['gymnasium.envs.registration'] = None; import duskfall.envs"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stderr.splitlines()[-1] == "ImportError: environments need more packages: pip install 'duskfall[rl]'"
