"""Many games at once over the simulator: a Gymnasium vector environment whose arrays are the simulator's own.

What `reset` and `step` give back are the arrays that compiled code writes to, without a copy: they are valid until the
next `step`. On a GPU they stay there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from duskfall.batch import by_name
from duskfall.batch.policies import Policy
from duskfall.envs.actions import IllegalActionError
from duskfall.envs.layout import MOST
from duskfall.envs.many import Many, many_games
from duskfall.envs.played import spaces_of


class VectorSeats(VectorEnv[Any, Any, Any]):
    """`num_envs` games; learners sit in the `controlled` seats of each, and the others follow a policy of players.

    `step` takes an action for each controlled seat (that of a seat that is not asked is not looked at: `infos["asked"]`
    says who is), and each game goes on to its next question to a controlled seat. With one controlled seat the arrays
    are those of any Gymnasium vector environment; with several, an axis of seats follows that of games.

    An illegal action is replaced by the first legal one: `infos["illegal_action"]` says where that was so in this step,
    and `infos["illegal_actions"]` how often since the last `reset`. With `strict` it is an error, and no game goes on.

    A game that ends begins anew in the same step (`AutoresetMode.SAME_STEP`): its last observations are kept in
    `infos["final_obs"]`, where `infos["_final_obs"]` is true.
    """

    def __init__(
        self,
        rules: str,
        num_envs: int = 1,
        seats: int | None = None,
        *,
        controlled: int | Sequence[int] = 1,
        players: str = "uniform",
        device: str = "cpu",
        threads: int = 1,
        deck: str | Sequence[str] | None = None,
        flags: Mapping[str, object] | None = None,
        cards: str | None = None,
        strict: bool = False,
    ) -> None:
        self.strict = strict
        self.of = spaces_of(rules, seats, deck=deck, flags=flags, cards=cards)
        self.num_envs, self.metadata = num_envs, {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.render_mode = None
        self.alone = isinstance(controlled, int)
        taken = (controlled,) if isinstance(controlled, int) else tuple(controlled)
        if num_envs < 1 or not taken or set(taken) - {*range(1, self.of.table.seats + 1)} or len({*taken}) < len(taken):
            raise ValueError(
                f"controlled {taken}: of the seats 1 to {self.of.table.seats}, each once, in 1 game or more"
            )
        self.controlled = taken
        policy = policy_of(players, self.of.table.plan.rules.id)
        self.games: Many = many_games(device, self.of, num_envs, taken, policy, threads)
        self._make_spaces(len(taken))
        self.number = 0  # of the first game of the last reset
        self.seed = 0

    def _make_spaces(self, controlled: int) -> None:
        size, actions = self.of.layout.size, self.of.actions.count
        shape = () if self.alone else (controlled,)
        seen = spaces.Box(0, MOST, (*shape, size), np.int8)
        mask = spaces.Box(0, 1, (*shape, actions), np.int8)
        self.single_observation_space = spaces.Dict({"observation": seen, "action_mask": mask})
        self.single_action_space = (
            spaces.Discrete(actions) if self.alone else spaces.MultiDiscrete([actions] * controlled)
        )
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """All games anew: the same for the same seed, others without one."""
        super().reset(seed=seed)
        if seed is not None or not self.number:
            self.seed, self.number = int(self.np_random.integers(1 << 62)), 1
        self.games.begin(self.seed, self.number)
        self.number += self.num_envs * 1_000_000  # games that follow each other in one place are so many apart at most
        return self._seen(), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One action for each controlled seat of each game."""
        games = self.games
        actions = self._read(actions)
        taken = actions[:, None] if self.alone else actions
        if self.strict:
            self._check(taken)
        games.step(taken)
        infos = self._infos()
        infos["final_obs"] = {"observation": self._own(games.last_seen)}
        infos["_final_obs"] = games.over
        infos["final_hidden_roles"] = games.last_roles
        return self._seen(), self._own(games.rewards), games.over, games.truncated, infos

    def _read(self, actions: Any) -> Any:
        """Return actions as an array; raise TypeError or ValueError unless each controlled seat has a whole number.

        Compiled code checks neither: it would round fractions, and read what lies behind a short array.
        """
        there = getattr(actions, "__cuda_array_interface__", None)
        array = actions if there else np.asarray(actions)
        kind = np.dtype(there["typestr"]) if there else array.dtype
        if kind.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {kind}")
        if tuple(array.shape) != self.action_space.shape:
            raise ValueError(f"actions of shape {tuple(array.shape)}: the action space has {self.action_space.shape}")
        return array

    def _check(self, actions: Any) -> None:
        """Raise IllegalActionError if an action of a seat that is asked isn't allowed."""
        given, masks, asked = map(_on_this_machine, (actions, self.games.masks, self.games.asked))
        inside = (given >= 0) & (given < masks.shape[-1])
        chosen = np.where(inside, given, 0).astype(np.int64)
        legal = inside & (np.take_along_axis(masks, chosen[..., None], -1)[..., 0] != 0)
        for game, place in np.argwhere(asked & ~legal):
            allowed = [int(action) for action in np.flatnonzero(masks[game, place])]
            agent = self.of.agents[self.controlled[place] - 1]
            raise IllegalActionError(agent, int(given[game, place]), allowed, f" of game {game}")

    def close_extras(self, **kwargs: Any) -> None:
        """Let the threads go."""
        self.games.close()

    def _own(self, array: Any) -> Any:
        """Without the axis of seats, where one is controlled."""
        return array[:, 0] if self.alone else array

    def _seen(self) -> dict[str, Any]:
        return {"observation": self._own(self.games.seen), "action_mask": self._own(self.games.masks)}

    def _infos(self) -> dict[str, Any]:
        games = self.games
        illegal = {"illegal_action": self._own(games.replaced), "illegal_actions": self._own(games.illegal)}
        return {"asked": self._own(games.asked), "hidden_roles": games.roles, **illegal}


def _on_this_machine(array: Any) -> Any:
    """Return an array as NumPy's; from a GPU it is copied."""
    if hasattr(array, "copy_to_host"):
        return array.copy_to_host()
    return array.cpu().numpy() if hasattr(array, "cpu") else np.asarray(array)


def policy_of(players: str, rules: str) -> Policy:
    """The policy of the other seats: players only, who read what a view holds."""
    known = [by_name.policy(name, rules) for name in by_name.POLICIES]
    there = ", ".join(each.name for each in known if not each.table_model)
    found = next((each for each in known if each.name == players), None)
    if found is None:
        raise ValueError(f"players {players!r}: there are {there}")
    if found.table_model:
        raise ValueError(
            f"players {players!r}: a table model knows the true roles, and is no opponent; there are {there}"
        )
    return found
