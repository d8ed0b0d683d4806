"""The detective: it talks like a scripted player, and acts and votes by the chances of the layer `claims`."""

from __future__ import annotations

from duskfall.core.ask import Ask
from duskfall.core.view import View
from duskfall.detect.posterior import Budget
from duskfall.players.bots.fallback import answer_or_fall_back
from duskfall.players.bots.scripted import ballot, night
from duskfall.players.bots.scripted.mind import Mind
from duskfall.players.bots.scripted.speak import speak
from duskfall.players.detective import acts
from duskfall.players.detective.inquiry import Inquiry
from duskfall.study.primer import CHAT
from duskfall.tell.tongue import ENGLISH, speaking

BUDGET = Budget(steps=300, samples=0)  # of worlds for one decision: what can be counted at once, compiled or not
LARGE = Budget(steps=300_000, samples=1_000)  # half a second of compiled code
SWAPS = 1600  # of a walk over deals, where that is too little


class DetectivePlayer:
    """Acts on what can be known and on what behaviour tells; what it does not know better, a scripted player does."""

    __slots__ = ("budget", "language", "mind", "seed", "swaps")
    blind = False

    def __init__(self, seed: int, language: str = ENGLISH, budget: Budget = BUDGET, swaps: int = SWAPS) -> None:
        self.seed, self.language, self.budget, self.swaps = seed, language, budget, swaps
        self.mind: Mind | None = None

    def answer(self, ask: Ask, view: View) -> object:
        """Return an answer; in an external ruleset, fall back to a legal one if the bot fails."""
        return answer_or_fall_back(self.decide, ask, view)

    def decide(self, ask: Ask, view: View) -> object:
        """Return an answer; errors are raised."""
        if self.mind is None or self.mind.view is not view:
            self.mind = Mind(view)
        self.mind.notice()
        turn = Inquiry(ask, self.mind, self.seed, self.budget, self.swaps)
        if ask.speech:
            with speaking(self.language):
                return acts.plot(turn) if CHAT in self.mind.book.kinds(ask.verb) else speak(turn)
        kinds = self.mind.book.kinds(ask.verb)
        for kind, policy in acts.POLICIES.get(self.mind.card.side, {}).items():
            if kind in kinds and ask.seats:
                return policy(turn)
        for kind, scripted in ballot.POLICIES.items():
            if kind in kinds:
                return scripted(turn)
        return night.act(turn)


def thorough(seed: int) -> DetectivePlayer:
    """A detective who takes its time: it counts or samples worlds for every decision."""
    return DetectivePlayer(seed, budget=LARGE)
