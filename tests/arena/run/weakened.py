"""A scripted player that was deliberately weakened: every other answer is drawn at random."""

from __future__ import annotations

from duskfall.core.ask import Ask
from duskfall.core.chance import Draws
from duskfall.core.view import View
from duskfall.players.bots.random import RandomPlayer
from duskfall.players.bots.scripted import ScriptedPlayer


class Weakened:
    """Half of the time it plays as the scripted do, and otherwise as the random."""

    blind = False

    def __init__(self, seed: int) -> None:
        self.scripted, self.random = ScriptedPlayer(seed), RandomPlayer(seed)
        self.draws, self.asked = Draws(seed, "weak"), 0

    def answer(self, ask: Ask, view: View) -> object:
        """Both are asked, so that both remember."""
        self.asked += 1
        wise, wild = self.scripted.answer(ask, view), self.random.answer(ask, view)
        return wild if self.draws.below(self.asked, 2) else wise
