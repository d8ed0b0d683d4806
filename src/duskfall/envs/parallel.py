"""All seats of a table at once: PettingZoo's Parallel environment over the kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.utils import seeding
from pettingzoo import ParallelEnv  # type: ignore[import-untyped]

from duskfall.envs.played import Played, Seen, deal, spaces_of


class TableParallel(ParallelEnv):  # type: ignore[misc]
    """In every cycle all who are asked act at once; the masks of the others allow them to pass.

    How many cycles go by between two questions is no part of what a seat was shown: a learner that remembers should
    remember the cycles in which its seat was asked (the section `asked` of its observation is not empty).

    An illegal action is replaced by the first legal one, and the seat's `info` says so; with `strict` it is an error.
    The actions of seats that aren't asked are not looked at.
    """

    played: Played  # since the last reset

    def __init__(
        self,
        rules: str,
        seats: int | None = None,
        *,
        deck: str | Sequence[str] | None = None,
        flags: Mapping[str, object] | None = None,
        cards: str | None = None,
        talk: bool = False,
        strict: bool = False,
    ) -> None:
        self.strict = strict
        self.of = spaces_of(rules, seats, deck=deck, flags=flags, cards=cards, talk=talk)
        self.metadata = {"name": f"duskfall_{self.of.table.plan.rules.id}_parallel_v0", "render_modes": []}
        self.render_mode = None
        self.possible_agents = list(self.of.agents)
        self.agents: list[str] = []
        self.action_spaces = {agent: self.of.action() for agent in self.of.agents}
        self.observation_spaces = {agent: self.of.observation() for agent in self.of.agents}
        self.random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> Any:
        """The space of what a seat observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of what a seat may do."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """A new game; `options` may say the `roles` by seat."""
        if seed is not None or self.random is None:
            self.random, _ = seeding.np_random(seed)
        roles = (options or {}).get("roles") or deal(self.of.table.deck, self.random)
        self.played = Played.start(self.of, roles, int(self.random.integers(1 << 62)), self.strict)
        self.agents = list(self.possible_agents)
        return self._seen(), self._infos()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """All who are asked take their actions; if one of these is refused, none is taken."""
        taken = [(ask, actions[self.of.agents[seat - 1]]) for seat, ask in self.played.asked().items()]
        for ask, action in taken:
            self.played.check(ask, action)
        self.played.replaced = dict.fromkeys(self.played.replaced, False)
        for ask, action in taken:
            self.played.answer(ask, action)
        agents, over = self.agents, self.played.over is not None
        if over:
            self.agents = []
        rewards = {self.of.agents[seat - 1]: reward for seat, reward in self.played.rewards().items()}
        return self._seen(), rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), self._infos()

    def _seen(self) -> dict[str, Seen]:
        asked = self.played.asked()
        return {agent: self.played.see(seat, asked.get(seat)) for seat, agent in enumerate(self.of.agents, 1)}

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: self.played.info(seat) for seat, agent in enumerate(self.of.agents, 1)}
