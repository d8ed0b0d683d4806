"""The player who chooses uniformly among all that the rules allow."""

from __future__ import annotations

from duskfall.core.ask import Ask
from duskfall.core.chance import Draws
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

    __slots__ = ("draws",)
    blind = True

    def __init__(self, seed: int) -> None:
        self.draws = Draws(seed, "answer")  # by the number of the ask; a second draw by its negative

    def answer(self, ask: Ask, view: View) -> object:
        """One of the options, drawn by the number of the ask."""
        if ask.speech:
            line = LINES[self.draws.below(ask.number, len(LINES))]
            if ask.addresses:
                return self._ask(ask, line)
            return self._nominate(ask, line) if ask.nominees else line
        count = len(ask.seats)
        options = count + len(ask.words)
        if not options:
            return None
        drawn = self.draws.below(ask.number, options)
        if drawn >= count:
            return ask.words[drawn - count]
        if not ask.roles:
            return ask.seats[drawn]
        role = self.draws.below(-ask.number, len(ask.roles))
        return {"target": ask.seats[drawn], "as": ask.roles[role]}

    def _ask(self, ask: Ask, line: str) -> object:
        """Return the line as a question to one of the others."""
        others = [seat for seat in ask.addresses if seat != ask.seat]
        if line == LINES[0] or not others:
            return LINES[0]
        return {"text": line, "to": others[self.draws.below(-ask.number, len(others))]}

    def _nominate(self, ask: Ask, line: str) -> object:
        """The line, with one of the players put up for the vote, or nobody."""
        drawn = self.draws.below(-ask.number, len(ask.nominees) + 1)
        return {"text": line, "nominate": ask.nominees[drawn]} if drawn < len(ask.nominees) else line
