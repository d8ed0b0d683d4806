"""Many games at once: the same games as the kernel plays, in arrays that are the simulator's own."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from duskfall.envs import SEAT, VectorSeats
from duskfall.rules import BOOKS, ruleset
from duskfall.vocabulary.conditions import NEVER
from duskfall.vocabulary.steps import Ballot, Collect
from tests.outside import CULT

from .lockstep import same_games

COMPILED = "ai-mafia-classic"  # the smallest: compiling takes a while the first time


@cache
def compiled(games: int = 64, controlled: int | tuple[int, ...] = 1, threads: int = 1, seats: int = 7) -> VectorSeats:
    return VectorSeats(COMPILED, games, seats, controlled=controlled, threads=threads)


def arrays(found: Any) -> list[bytes]:
    """All bytes of what an environment gave."""
    if isinstance(found, dict):
        return [each for key in sorted(found) for each in arrays(found[key])]
    if isinstance(found, tuple):
        return [each for part in found for each in arrays(part)]
    return [np.asarray(found).tobytes()]


def run(env: VectorSeats, seed: int, steps: int) -> list[list[bytes]]:
    """All that so many steps of the first allowed action but one give."""
    found = env.reset(seed=seed)
    seen, got = found[0], [arrays(found)]
    for _ in range(steps):
        given = env.step(actions(seen["action_mask"]))
        seen = given[0]
        got.append(arrays(given))
    return got


def actions(mask: np.ndarray) -> np.ndarray:
    """The last action that is allowed, for each."""
    return mask.shape[-1] - 1 - mask[..., ::-1].argmax(-1)


@pytest.mark.parametrize("rules", [*sorted(BOOKS), CULT])
@pytest.mark.parametrize("seats", [6, 10])
def test_it_shows_what_the_kernel_shows(rules: str, seats: int) -> None:
    """Observations, masks, rewards, ends: all seats, byte for byte."""
    env, games = VectorSeats(rules, 1, seats, controlled=range(1, seats + 1), device="plain"), 0
    for what, simulated, played in same_games(env, seed=11, steps=250):
        assert np.array_equal(simulated, played), what  # type: ignore[arg-type]
        games += what == "rewards"
    assert games > 5


def test_compiled_it_does_as_it_does_uncompiled() -> None:
    assert run(compiled(), 5, 60) == run(VectorSeats(COMPILED, 64, 7, device="plain"), 5, 60)


def test_compiled_it_shows_what_the_kernel_shows() -> None:
    env = compiled(1, tuple(range(1, 8)))
    for what, simulated, played in same_games(env, seed=2, steps=300):
        assert np.array_equal(simulated, played), what  # type: ignore[arg-type]


def test_any_number_of_threads_gives_the_same() -> None:
    assert run(compiled(), 9, 40) == run(compiled(threads=3), 9, 40)


def test_a_seed_gives_the_same_games_and_none_gives_others() -> None:
    env = compiled()
    first, again = run(env, 1, 5), run(env, 1, 5)
    assert first == again
    assert arrays(env.reset()) != first[0]
    assert run(env, 2, 5) != first


def test_arrays_are_not_copied() -> None:
    env = compiled()
    seen, _ = env.reset(seed=1)
    places = {name: each.__array_interface__["data"][0] for name, each in seen.items()}
    assert np.from_dlpack(seen["observation"]).__array_interface__["data"][0] == places["observation"]
    for _ in range(3):
        seen, rewards, over, _, infos = env.step(actions(seen["action_mask"]))
        assert {name: each.__array_interface__["data"][0] for name, each in seen.items()} == places
        for each in (*seen.values(), rewards, over, infos["asked"], infos["final_obs"]["observation"]):
            assert np.shares_memory(np.from_dlpack(each), each)
    torch = pytest.importorskip("torch")
    assert torch.from_dlpack(seen["observation"]).data_ptr() == places["observation"]
    assert torch.from_numpy(seen["action_mask"]).data_ptr() == places["action_mask"]


def test_a_game_that_ends_begins_anew_in_the_same_step() -> None:
    env = compiled()
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, _ = env.reset(seed=4)
    won, number, ended = env.of.layout.part("won"), env.of.layout.part("number").start, 0
    for _ in range(60):
        seen, rewards, over, cut, infos = env.step(actions(seen["action_mask"]))
        last = infos["final_obs"]["observation"]
        assert infos["_final_obs"] is over
        assert not cut.any()
        assert (last[over][:, won].sum(1) == 1).all()
        assert not seen["observation"][:, won].any()
        assert (seen["observation"][over][:, number] == 1).all()
        assert set(np.unique(rewards[over])) <= {-1, 0, 1}
        assert not rewards[~over].any()
        ended += over.sum()
    assert ended > 64


def test_rewards_follow_the_side_that_won() -> None:
    env = compiled(controlled=tuple(range(1, 8)))
    layout, names = env.of.layout, env.of.layout.names
    teams = np.array([0, *(names.sides.index(role.team) for role in env.of.table.plan.roles.values())])
    seen, _ = env.reset(seed=6)
    for _ in range(80):
        seen, rewards, over, _, infos = env.step(actions(seen["action_mask"]))
        won = infos["final_obs"]["observation"][over][:, 0, layout.part("won")].argmax(1) + 1
        own = teams[infos["final_hidden_roles"][over]] == won[:, None]
        draw = won == names.sides.index("draw")
        assert np.array_equal(rewards[over], np.where(own, 1, np.where(draw[:, None], 0, -1)))


def test_only_seats_that_are_asked_may_do_more_than_pass() -> None:
    env = compiled(controlled=(2, 5))
    seen, infos = env.reset(seed=3)
    asked = set()
    for _ in range(30):
        seen, _, _, _, infos = env.step(actions(seen["action_mask"]))
        assert infos["asked"].any(1).all()
        assert (seen["action_mask"][~infos["asked"]].sum(1) == 1).all()
        assert seen["action_mask"][~infos["asked"]][:, 0].all()
        asked |= {tuple(each) for each in infos["asked"].tolist()}
    assert asked == {(True, True), (True, False), (False, True)}


def test_gymnasium_makes_it() -> None:
    env = gymnasium.make_vec(
        SEAT, num_envs=3, vectorization_mode="vector_entry_point", rules=COMPILED, seats=7, device="plain"
    )
    seen, _ = env.reset(seed=1)
    assert seen["observation"].shape == env.observation_space["observation"].shape
    assert seen in env.observation_space
    seen, rewards, over, cut, _ = env.step(env.action_space.sample())
    assert seen in env.observation_space
    assert rewards.shape == over.shape == cut.shape == (3,)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"players": "skilled"}, "a table model knows the true roles, and is no opponent; there are uniform"),
        ({"players": "clever"}, "players 'clever': there are uniform"),
        ({"controlled": (1, 8)}, "of the seats 1 to 7, each once"),
        ({"controlled": (1, 1)}, "of the seats 1 to 7, each once"),
        ({"device": "tpu"}, "device 'tpu': there are cpu, cuda"),
    ],
)  # fmt: skip
def test_what_it_cannot_do_is_refused_in_a_line(given: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        VectorSeats(COMPILED, 2, 7, **given)


def test_a_table_at_which_nobody_is_asked_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    book = ruleset(COMPILED)
    night, day = (
        [replace(s, when=NEVER) if isinstance(s, Collect | Ballot) else s for s in p] for p in (book.night, book.day)
    )
    silent = replace(book, id="silent", night=tuple(night), day=tuple(day))
    monkeypatch.setattr("duskfall.envs.played.find", lambda rules: silent)
    env = VectorSeats("silent", 1, 7, device="plain")
    with pytest.raises(ValueError, match="end before a controlled seat is asked"):
        env.reset(seed=1)
