"""Many games in a row: how often each side wins, and how long it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from duskfall.core.game import Game
from duskfall.core.words import DRAW
from duskfall.table.run import play
from duskfall.table.seating import seat_players


@dataclass(slots=True)
class Outcome:
    """What a series of games came to."""

    wins: dict[str, int]
    games: int = 0
    rounds: int = 0
    reasons: dict[str, int] = field(default_factory=dict)

    def add(self, game: Game) -> None:
        """Count one finished game."""
        end = game.over
        assert end is not None
        self.games += 1
        self.rounds += max(game.state.day, game.state.night)
        self.wins[end.winner] += 1
        self.reasons[end.reason] = self.reasons.get(end.reason, 0) + 1


def play_many(sides: Iterable[str], start: Callable[[int], Game], seeds: Iterable[int]) -> Outcome:
    """Play a game for each seed."""
    outcome = Outcome(dict.fromkeys((*sides, DRAW), 0))
    for seed in seeds:
        game = start(seed)
        outcome.add(play(game, seat_players(game)))
    return outcome
