"""The player who chooses uniformly among all that the rules allow."""

from __future__ import annotations

from duskfall.core.ask import Ask
from duskfall.core.chance import below
from duskfall.core.view import View

LINES = (
    "SKIP",
    "I have nothing to hide.",
    "Somebody here is lying.",
    "Let us look at who voted for whom.",
    "I do not trust this silence.",
    "We should hear everyone first.",
    "That does not add up.",
    "I could be wrong, but I have a feeling.",
)


class RandomPlayer:
    """Every choice uniform over the legal options; every line uniform over a few."""

    blind = True

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def answer(self, ask: Ask, view: View) -> object:
        """One of the options, drawn by the number of the ask."""
        if ask.speech:
            return LINES[below(self.seed, "say", ask.number, len(LINES))]
        options = len(ask.seats) + len(ask.words)
        if not options:
            return None
        drawn = below(self.seed, "choose", ask.number, options)
        if drawn >= len(ask.seats):
            return ask.words[drawn - len(ask.seats)]
        if not ask.roles:
            return ask.seats[drawn]
        role = ask.roles[below(self.seed, "role", ask.number, len(ask.roles))]
        return {"target": ask.seats[drawn], "as": role}
