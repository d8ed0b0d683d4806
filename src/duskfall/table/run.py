"""One game at one table: asks go out, answers come in, and whoever listens is told before the next ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from duskfall.core.chance import Draws
from duskfall.core.game import Game
from duskfall.core.view import View
from duskfall.players.base import Player
from duskfall.players.bots.random import RandomPlayer


class Listener(Protocol):
    """Whoever follows a game: the journal, a transcript."""

    def __call__(self, game: Game) -> None:
        """Something has happened since the last call."""
        ...


PLAYERS: Mapping[str, Callable[[int], Player]] = {"random": RandomPlayer}


NOTHING = View(0)  # what a blind player is shown


def seat_players(game: Game, kind: str = "random") -> dict[int, Player]:
    """A player for every seat, each with a seed of its own that tells nothing of the game's."""
    make, draws = PLAYERS[kind], Draws(game.setup.seed, "player")
    return {seat: make(draws.below(seat, 1 << 64)) for seat in range(1, len(game.state.names) + 1)}


def play(game: Game, players: Mapping[int, Player], listener: Listener | None = None) -> Game:
    """Play the game to its end."""
    views = {seat: NOTHING if player.blind else View(seat) for seat, player in players.items()}
    folded = dict.fromkeys(players, 0)
    if listener:
        listener(game)
    while asks := game.asks:
        for ask in asks:
            seat = ask.seat
            player, view = players[seat], views[seat]
            if not player.blind:
                for fact in game.facts[folded[seat] :]:
                    view.take(fact)
                folded[seat] = len(game.facts)
            game.answer(seat, ask.verb, player.answer(ask, view))
            if listener:
                listener(game)
    return game
