"""All seats of a table as PettingZoo has it, one after another and all at once."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from duskfall.envs import TableAEC, TableParallel
from duskfall.rules import BOOKS
from tests.outside import CULT

TABLES = [(rules, talk) for rules in (*sorted(BOOKS), CULT) for talk in (False, True)]
tables = pytest.mark.parametrize(("rules", "talk"), TABLES)


@pytest.fixture(autouse=True)
def without_their_advice() -> Iterator[None]:
    """They advise against observations that come with a mask, and to render."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


def play(env: TableAEC, seed: int, choose: Callable[[str, np.ndarray], int] | None = None) -> dict[str, float]:
    """A game at random, or as chosen; what each got."""
    random, got = np.random.default_rng(seed), dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        got[agent] += reward
        mask = seen["action_mask"]
        env.step(None if over else choose(agent, mask) if choose else int(random.choice(np.flatnonzero(mask))))
    return got


@tables
def test_it_is_an_environment_of_turns(rules: str, talk: bool) -> None:
    api_test(TableAEC(rules, talk=talk), num_cycles=200)


@tables
def test_it_is_an_environment_of_cycles(rules: str, talk: bool) -> None:
    parallel_api_test(TableParallel(rules, talk=talk), num_cycles=200)


@tables
def test_a_seed_gives_the_same_game(rules: str, talk: bool) -> None:
    seed_test(lambda: TableAEC(rules, talk=talk), num_cycles=20)
    parallel_seed_test(lambda: TableParallel(rules, talk=talk), num_cycles=20)


def test_spaces_are_the_same_objects() -> None:
    for env in (TableAEC("werewolf"), TableParallel("werewolf")):
        for agent in env.possible_agents:
            assert env.observation_space(agent) is env.observation_space(agent)
            assert env.action_space(agent) is env.action_space(agent)
        env.reset(seed=1)
        assert env.observation_space("seat_1")["observation"].dtype == np.int8


@pytest.mark.parametrize("rules", sorted(BOOKS))
def test_the_end_of_the_game_is_the_termination_and_brings_rewards_by_side(rules: str) -> None:
    env = TableAEC(rules)
    for seed in range(20):
        got = play(env, seed)
        end, teams = env.played.over, {name: role.team for name, role in env.of.table.plan.roles.items()}
        assert end
        beside = {seat for seat, _ in end.cowins}
        for seat, role in enumerate(end.roles, 1):
            won = teams[role] == end.winner or seat in beside
            assert got[f"seat_{seat}"] == (1 if won else 0 if end.winner == "draw" else -1)


def test_whoever_won_beside_the_sides_is_rewarded() -> None:
    env = TableAEC("ai-mafia", deck="Jester, Godfather, Cop, Villager*4")

    def against_the_jester(agent: str, mask: np.ndarray) -> int:
        jester = env.played.game.setup.roles.index("Jester") + 1
        return jester if mask[jester] and env.played.game.state.phase == "day" else int(np.flatnonzero(mask)[0])

    got = play(env, 1, against_the_jester)
    assert env.played.over
    assert [seat for seat, _ in env.played.over.cowins] == [env.played.game.setup.roles.index("Jester") + 1]
    assert got[env.of.agents[env.played.game.setup.roles.index("Jester")]] == 1


def test_a_death_is_an_observation() -> None:
    env = TableParallel("ai-mafia-classic", 10)
    seen, _ = env.reset(seed=3)
    living = env.of.layout.part("living")
    while seen["seat_1"]["observation"][living].all():
        masks = {agent: np.flatnonzero(each["action_mask"]) for agent, each in seen.items()}
        seen, rewards, over, _, _ = env.step({agent: int(allowed[-1]) for agent, allowed in masks.items()})
    assert not any(over.values())
    assert set(rewards.values()) == {0.0}
    assert env.agents == env.possible_agents


def test_who_is_not_asked_can_only_pass() -> None:
    env = TableParallel("ai-mafia-classic", 10)
    seen, _ = env.reset(seed=1)
    asked = {env.of.agents[ask.seat - 1] for ask in env.played.game.asks}
    assert asked
    for agent in set(env.agents) - asked:
        assert np.flatnonzero(seen[agent]["action_mask"]).tolist() == [0]
        assert not seen[agent]["observation"][env.of.layout.part("asked")].any()


def test_an_action_that_is_not_allowed_counts_as_the_first_that_is() -> None:
    one, other = TableAEC("ai-mafia-classic", 7), TableAEC("ai-mafia-classic", 7)
    play(one, 5, lambda agent, mask: len(mask) - 1 if not mask[-1] else 0)
    play(other, 5, lambda agent, mask: int(np.flatnonzero(mask)[0]))
    assert one.played.game.facts == other.played.game.facts


def test_true_roles_stand_in_info() -> None:
    env = TableAEC("ai-mafia")
    env.reset(seed=2)
    roles = [env.of.layout.names.roles[number] for number in env.infos["seat_1"]["hidden_roles"]]
    assert tuple(roles) == env.played.game.setup.roles
