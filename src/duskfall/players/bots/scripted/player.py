"""The scripted player: it answers from its view alone, and the same view always gets the same answer."""

from __future__ import annotations

from duskfall.core.ask import Ask
from duskfall.core.view import View
from duskfall.players.bots.fallback import answer_or_fall_back
from duskfall.players.bots.scripted import ballot, night
from duskfall.players.bots.scripted.mind import Mind
from duskfall.players.bots.scripted.speak import speak
from duskfall.players.bots.scripted.turn import Turn
from duskfall.tell.tongue import ENGLISH, speaking


class ScriptedPlayer:
    """Plays every role with sense: reads the deck and the votes, claims, bluffs, and votes with reasons."""

    __slots__ = ("language", "mind", "seed")
    blind = False

    def __init__(self, seed: int, language: str = ENGLISH) -> None:
        self.seed, self.language = seed, language
        self.mind: Mind | None = None

    def answer(self, ask: Ask, view: View) -> object:
        """Return an answer; in an external ruleset, fall back to a legal one if the bot fails."""
        return answer_or_fall_back(self.decide, ask, view)

    def decide(self, ask: Ask, view: View) -> object:
        """Return an answer; errors are raised."""
        if self.mind is None or self.mind.view is not view:
            self.mind = Mind(view)
        self.mind.notice()
        turn = Turn(ask, self.mind, self.seed)
        if ask.speech:
            with speaking(self.language):
                return speak(turn)
        for kind, policy in ballot.POLICIES.items():
            if kind in self.mind.book.kinds(ask.verb):
                return policy(turn)
        return night.act(turn)
