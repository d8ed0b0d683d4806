"""Planted voters: one names whom it has read as innocent, one never does, and one goes by all that can be known."""

from __future__ import annotations

from duskfall.core.ask import Ask
from duskfall.core.facts import Told
from duskfall.core.view import View
from duskfall.detect.sight import sight
from duskfall.players.bots.random import RandomPlayer
from duskfall.study.primer import EVIL, primer
from tests.arena.store.knowing import small


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


class Knowing:
    """Votes for the likeliest, and states exactly what can be known."""

    blind = False

    def __init__(self, seed: int) -> None:
        self.dice = RandomPlayer(seed)

    def answer(self, ask: Ask, view: View) -> object:
        """At random, but for votes."""
        drawn = self.dice.answer(ask, view)
        seen = sight(view)
        found = small(seen) if ask.verb == "vote" else None
        if not found or not found.known:
            return drawn
        cards = primer(seen.began.rules).cards
        evil = {
            seat: sum(chance for role, chance in found.roles[seat - 1].items() if cards[role].side == EVIL)
            for seat in ask.seats
            if seat != ask.seat
        }
        return {"target": max(evil, key=evil.__getitem__), "suspicion": {str(seat): evil[seat] for seat in evil}}
