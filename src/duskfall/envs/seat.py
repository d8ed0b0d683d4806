"""One seat among bots: a Gymnasium environment over the kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium

from duskfall.core.ask import Ask
from duskfall.envs.played import Played, Seen, deal, spaces_of
from duskfall.players.base import Player
from duskfall.players.find import find


class SeatEnv(gymnasium.Env[Seen, int]):
    """A learner in one seat; the other seats are played by `players`: random, scripted, or any kind that there is.

    Options of `reset`: `role` or `side`, what this seat is dealt. An illegal action is replaced by the first legal one,
    and `info` says so; with `strict` it is an error.
    """

    played: Played  # since the last reset

    def __init__(
        self,
        rules: str,
        seats: int | None = None,
        *,
        seat: int = 1,
        players: str = "scripted",
        deck: str | Sequence[str] | None = None,
        flags: Mapping[str, object] | None = None,
        cards: str | None = None,
        talk: bool = False,
        strict: bool = False,
    ) -> None:
        self.of = spaces_of(rules, seats, deck=deck, flags=flags, cards=cards, talk=talk)
        if not 1 <= seat <= self.of.table.seats:
            raise ValueError(f"seat {seat}: this table has seats 1 to {self.of.table.seats}")
        self.metadata, self.strict = {"render_modes": []}, strict
        self.seat, self.maker = seat, find(players)
        self.observation_space: Any = self.of.observation()
        self.action_space: Any = self.of.action()
        self.render_mode = None
        self.players: dict[int, Player] = {}
        self.ask: Ask | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """A new game, up to the first question to this seat."""
        super().reset(seed=seed)
        roles = self._deal(options or {})
        game_seed, *seeds = (int(each) for each in self.np_random.integers(1 << 62, size=len(roles) + 1))
        self.played = Played.start(self.of, roles, game_seed, self.strict)
        self.players = {number: self.maker(each) for number, each in enumerate(seeds, 1) if number != self.seat}
        self._go_on()
        return self.played.see(self.seat, self.ask), self.played.info(self.seat)

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """This seat answers; the game goes on to its next question, or to the end."""
        if self.ask:
            self.played.answer(self.ask, action)
            self._go_on()
        seen, reward = self.played.see(self.seat, self.ask), self.played.rewards()[self.seat]
        return seen, reward, self.ask is None, False, self.played.info(self.seat)

    def _deal(self, options: dict[str, Any]) -> list[str]:
        """The cards by seat, as `options` want it."""
        deck, cards = self.of.table.deck, self.of.table.plan.roles
        role, side = options.get("role"), options.get("side")
        if role is not None and role not in deck:
            raise ValueError(f"role {role!r}: the deck has {', '.join(dict.fromkeys(deck))}")
        if side is not None and all(cards[card].team != side for card in deck):
            raise ValueError(
                f"side {side!r}: the deck has {', '.join(dict.fromkeys(cards[card].team for card in deck))}"
            )

        def fits(card: str) -> bool:
            return role in (None, card) and side in (None, cards[card].team)

        if not any(map(fits, deck)):
            raise ValueError(f"role {role!r} is not of side {side!r}")
        return deal(deck, self.np_random, self.seat, fits)

    def _go_on(self) -> None:
        """The others answer until this seat is asked, or the game is over."""
        game = self.played.game
        while asks := game.asks:
            self.ask = next((ask for ask in asks if ask.seat == self.seat), None)
            if self.ask:
                return
            for ask in asks:
                player = self.players[ask.seat]
                game.answer(ask.seat, ask.verb, player.answer(ask, self.played.view(ask.seat)))
        self.ask = None
