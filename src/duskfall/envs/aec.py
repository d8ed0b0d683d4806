"""The seats of a table one after another: PettingZoo's AEC environment over the kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.utils import seeding
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from duskfall.core.ask import Ask
from duskfall.envs.played import Played, Seen, deal, spaces_of


class TableAEC(AECEnv):  # type: ignore[misc]
    """Whoever is asked acts; answers to what is asked of several at once stay sealed until all are in.

    A death is an observation. The end of the game is the termination, for all seats at once, and brings the rewards.
    An illegal action is replaced by the first legal one, and the seat's `info` says so; with `strict` it is an error.
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
        super().__init__()
        self.strict = strict
        self.of = spaces_of(rules, seats, deck=deck, flags=flags, cards=cards, talk=talk)
        name = f"duskfall_{self.of.table.plan.rules.id}_v0"
        self.metadata = {"name": name, "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self.possible_agents = list(self.of.agents)
        self.agents: list[str] = []
        self.action_spaces = {agent: self.of.action() for agent in self.of.agents}
        self.observation_spaces = {agent: self.of.observation() for agent in self.of.agents}
        self.seat_of = {agent: seat for seat, agent in enumerate(self.of.agents, 1)}
        self.random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> Any:
        """The space of what a seat observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of what a seat may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; `options` may say the `roles` by seat."""
        if seed is not None or self.random is None:
            self.random, _ = seeding.np_random(seed)
        roles = (options or {}).get("roles") or deal(self.of.table.deck, self.random)
        self.played = Played.start(self.of, roles, int(self.random.integers(1 << 62)), self.strict)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._next()

    def observe(self, agent: str) -> Seen:
        """What a seat knows now; what it is asked, if it is its turn."""
        seat = self.seat_of[agent]
        return self.played.see(seat, self._ask() if agent == self.agent_selection else None)

    def step(self, action: int | None) -> None:
        """The seat whose turn it is takes an action."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is asked, and gives no action")
        self.played.answer(next(iter(self.played.asked().values())), action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._next()
        self._accumulate_rewards()

    def _ask(self) -> Ask | None:
        """What is asked of whoever's turn it is."""
        return next(iter(self.played.asked().values()), None)

    def _next(self) -> None:
        ask = self._ask()
        self.infos = {agent: self.played.info(self.seat_of[agent]) for agent in self.agents}
        if ask:
            self.agent_selection = self.of.agents[ask.seat - 1]
            return
        self.rewards = {self.of.agents[seat - 1]: reward for seat, reward in self.played.rewards().items()}
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]
