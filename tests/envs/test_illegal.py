"""Illegal actions: every environment says that it replaced one, counts them, and refuses them when it is strict."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from duskfall.envs import IllegalActionError, SeatEnv, TableAEC, TableParallel, VectorSeats

RULES, SEATS = "ai-mafia-classic", 7


def illegal(mask: np.ndarray) -> int:
    """Return the last action that isn't allowed."""
    return int(np.flatnonzero(mask == 0)[-1])


def legal(mask: np.ndarray) -> int:
    return int(np.flatnonzero(mask)[0])


def infos_of(info: dict[str, Any]) -> tuple[bool, int]:
    return info["illegal_action"], info["illegal_actions"]


def test_one_seat_is_told_and_counted() -> None:
    env = SeatEnv(RULES, SEATS, players="random")
    seen, info = env.reset(seed=1)
    assert infos_of(info) == (False, 0)
    for action in (illegal(seen["action_mask"]), -1, env.of.actions.count):
        env.reset(seed=1)
        _, _, _, _, info = env.step(action)
        assert infos_of(info) == (True, 1)
    seen, _, over, _, info = env.step(legal(env.reset(seed=1)[0]["action_mask"]))
    assert infos_of(info) == (False, 0)
    wrong = 0
    while not over:
        seen, _, over, _, info = env.step(illegal(seen["action_mask"]))
        wrong += 1
        assert infos_of(info) == (True, wrong)


def test_what_replaces_it_is_the_first_that_is_allowed() -> None:
    games = []
    for first in (False, True):
        env = SeatEnv(RULES, SEATS, players="random")
        seen, _ = env.reset(seed=5)
        over = False
        while not over:
            seen, _, over, _, _ = env.step((legal if first else illegal)(seen["action_mask"]))
        games.append(env.played.game.log)
    assert games[0] == games[1]


def test_one_seat_that_is_strict_refuses_and_goes_on_where_it_was() -> None:
    env = SeatEnv(RULES, SEATS, players="random", strict=True)
    seen, _ = env.reset(seed=1)
    mask = seen["action_mask"]
    before = len(env.played.game.log)
    with pytest.raises(IllegalActionError, match=rf"^seat_1 takes action {illegal(mask)}, .*allowed: {legal(mask)},"):
        env.step(illegal(mask))
    assert len(env.played.game.log) == before
    assert infos_of(env.step(legal(mask))[4]) == (False, 0)


@pytest.mark.parametrize("strict", [False, True])
def test_an_action_is_a_whole_number(strict: bool) -> None:
    env = SeatEnv(RULES, SEATS, players="random", strict=strict)
    env.reset(seed=1)
    with pytest.raises(TypeError):
        env.step(1.5)  # type: ignore[arg-type]


def test_seats_in_turn_are_told_each_for_itself() -> None:
    env, wrong = TableAEC(RULES, SEATS), dict.fromkeys(TableAEC(RULES, SEATS).possible_agents, 0)
    env.reset(seed=2)
    for number, agent in enumerate(env.agent_iter()):
        seen, _, over, _, info = env.last()
        assert info["illegal_actions"] == wrong[agent]
        if over:
            env.step(None)
            continue
        bad = number % 2 == 0 or wrong[agent] == 0
        env.step((illegal if bad else legal)(seen["action_mask"]))
        wrong[agent] += bad
        assert infos_of(env.infos[agent]) == (bad, wrong[agent])
    assert sum(wrong.values()) > SEATS
    strict = TableAEC(RULES, SEATS, strict=True)
    strict.reset(seed=2)
    with pytest.raises(IllegalActionError, match=f"^{strict.agent_selection} takes action"):
        strict.step(illegal(strict.last()[0]["action_mask"]))


def test_seats_at_once_are_told_each_for_itself() -> None:
    env = TableParallel(RULES, SEATS)
    seen, infos = env.reset(seed=2)
    asked = [env.of.agents[seat - 1] for seat in env.played.asked()]
    actions = {agent: legal(seen[agent]["action_mask"]) for agent in env.agents} | {
        asked[0]: illegal(seen[asked[0]]["action_mask"])
    }
    idle = next(agent for agent in env.agents if agent not in asked)
    actions[idle] = 3  # nobody looks at it
    _, _, _, _, infos = env.step(actions)
    assert infos_of(infos[asked[0]]) == (True, 1)
    assert all(infos_of(infos[agent]) == (False, 0) for agent in env.possible_agents if agent != asked[0])
    seen = {agent: env.played.see(seat, env.played.asked().get(seat)) for seat, agent in enumerate(env.agents, 1)}
    _, _, _, _, infos = env.step({agent: legal(each["action_mask"]) for agent, each in seen.items()})
    assert infos_of(infos[asked[0]]) == (False, 1)


def test_seats_at_once_that_are_strict_take_all_or_none() -> None:
    env = TableParallel(RULES, SEATS, strict=True)
    seen, _ = env.reset(seed=2)
    actions = {agent: legal(each["action_mask"]) for agent, each in seen.items()}
    last = env.of.agents[max(env.played.asked()) - 1]
    with pytest.raises(IllegalActionError, match=f"^{last} takes action"):
        env.step(actions | {last: illegal(seen[last]["action_mask"])})
    assert env.played.game.log == []
    env.step(actions)


@pytest.mark.parametrize("controlled", [1, (1, 2, 3)])
def test_many_games_are_told_place_by_place(controlled: int | tuple[int, ...]) -> None:
    env = VectorSeats(RULES, 4, SEATS, controlled=controlled, device="plain")
    seen, infos = env.reset(seed=3)
    wrong = np.zeros(infos["asked"].shape, np.int64)
    random = np.random.default_rng(1)
    for _ in range(40):
        masks, asked = seen["action_mask"], infos["asked"].copy()
        bad = random.random(asked.shape) < 0.3
        chosen = np.where(bad, (masks == 0).argmax(-1), masks.argmax(-1))
        seen, _, _, _, infos = env.step(chosen)
        wrong += bad & asked
        assert np.array_equal(infos["illegal_action"], bad & asked)
        assert np.array_equal(infos["illegal_actions"], wrong)
    assert wrong.any()
    _, infos = env.reset(seed=3)
    assert not infos["illegal_actions"].any()
    assert not infos["illegal_action"].any()


@pytest.mark.parametrize("controlled", [2, (1, 2, 3)])
def test_many_games_that_are_strict_refuse_and_stay(controlled: int | tuple[int, ...]) -> None:
    env = VectorSeats(RULES, 3, SEATS, controlled=controlled, device="plain", strict=True)
    seen, infos = env.reset(seed=3)
    before, chosen = seen["observation"].copy(), seen["action_mask"].argmax(-1)
    place = tuple(int(each) for each in np.argwhere(infos["asked"])[-1])
    for action in (illegal(seen["action_mask"][place]), -3, 10_000):
        bad = chosen.copy()
        bad[place] = action
        seat = 2 if controlled == 2 else controlled[place[1]]  # type: ignore[index]
        with pytest.raises(IllegalActionError, match=rf"^seat_{seat} of game {place[0]} takes action {action},"):
            env.step(bad)
    assert np.array_equal(seen["observation"], before)
    chosen[~infos["asked"]] = 10_000  # nobody looks at these
    assert not env.step(chosen)[4]["illegal_action"].any()


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("controlled", [1, (1, 2)])
def test_many_games_take_whole_numbers_one_for_each_seat(controlled: int | tuple[int, ...], strict: bool) -> None:
    """Fractions would be rounded, and of a short array what lies behind it would be read: both silently."""
    env = VectorSeats(RULES, 3, SEATS, controlled=controlled, device="plain", strict=strict)
    seen, infos = env.reset(seed=3)
    actions, before = seen["action_mask"].argmax(-1), seen["observation"].copy()
    for wrong in (actions + 0.5, actions.astype(np.float32), actions == 1):
        with pytest.raises(TypeError, match="actions are whole numbers"):
            env.step(wrong)
    for short in (actions[:1], actions[..., None], np.concatenate([actions, actions])):
        with pytest.raises(ValueError, match="the action space has"):
            env.step(short)
    assert np.array_equal(seen["observation"], before)
    assert not infos["illegal_actions"].any()
    env.step(actions.tolist())
