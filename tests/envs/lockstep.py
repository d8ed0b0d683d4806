"""A game of the vector environment and one of the kernel, with the same cards and actions: what each seat is shown."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from duskfall.core.ask import Ask
from duskfall.envs.played import Played
from duskfall.envs.vector import VectorSeats


def same_games(env: VectorSeats, seed: int, steps: int) -> Iterator[tuple[str, object, object]]:
    """Everything that must be the same, as it comes: what it is, as the simulator has it, as the kernel has it.

    All seats of the first game are controlled; what chance decides beside the deal must not matter at this table.
    """
    random = np.random.default_rng(seed)
    seen, infos = env.reset(seed=seed)
    played = _kernel(env, infos)
    for _ in range(steps):
        asks = _asks(env, played, seen, infos["asked"][0])
        for seat in range(1, env.of.table.seats + 1):
            ask = asks.get(seat)
            kernel, what = played.see(seat, ask), ask.verb if ask else "not asked"
            for name in ("observation", "action_mask"):
                yield f"{name} of {seat}, {what}", seen[name][0, seat - 1].copy(), kernel[name]
        actions = np.zeros((env.num_envs, env.of.table.seats), np.int64)
        for seat, ask in asks.items():
            mask = seen["action_mask"][0, seat - 1]
            actions[0, seat - 1] = random.choice(np.flatnonzero(mask))
            played.answer(ask, int(actions[0, seat - 1]))
        seen, rewards, over, _, infos = env.step(actions)
        yield "over", bool(over[0]), played.over is not None
        if over[0]:
            yield "rewards", rewards[0].tolist(), [*played.rewards().values()]
            yield "roles", infos["final_hidden_roles"][0].tolist(), played.hidden()["hidden_roles"].tolist()
            for seat in range(1, env.of.table.seats + 1):
                last = infos["final_obs"]["observation"][0, seat - 1].copy()
                yield f"last observation of {seat}", last, played.see(seat, None)["observation"]
            played = _kernel(env, infos)


def _kernel(env: VectorSeats, infos: dict[str, np.ndarray]) -> Played:
    roles = [env.of.layout.names.roles[number] for number in infos["hidden_roles"][0]]
    return Played.start(env.of, roles, seed=0)


def _asks(env: VectorSeats, played: Played, seen: dict[str, np.ndarray], asked: np.ndarray) -> dict[int, Ask]:
    """The kernel's questions that are the simulator's now: it asks act by act what the kernel asks at once."""
    acts = env.of.layout.names.acts
    found: dict[int, Ask] = {}
    for seat in np.flatnonzero(asked) + 1:
        act = seen["observation"][0, seat - 1][env.of.layout.part("asked")]
        verb = acts[int(np.flatnonzero(act)[0]) + 1]
        found[int(seat)] = next(ask for ask in played.game.asks if (ask.seat, ask.verb) == (seat, verb))
    return found
