"""Two planted voters: of those whom they have read as innocent, one names none, and the other one whenever it can."""

from __future__ import annotations

from duskfall.core.ask import Ask
from duskfall.core.facts import Told
from duskfall.core.view import View
from duskfall.players.bots.random import RandomPlayer


class Fool:
    """Votes for those whom it knows to be innocent."""

    blind = False
    trusting = False

    def __init__(self, seed: int) -> None:
        self.dice = RandomPlayer(seed)

    def answer(self, ask: Ask, view: View) -> object:
        """At random, but for votes of who has read somebody."""
        drawn = self.dice.answer(ask, view)
        read = {fact.target for fact in view.facts if isinstance(fact, Told) and fact.word == "INNOCENT"}
        wanted = [seat for seat in ask.seats if seat != ask.seat and (seat in read) != self.trusting]
        return wanted[0] if ask.verb == "vote" and read and wanted else drawn


class Wise(Fool):
    """Votes for anybody else."""

    trusting = True
