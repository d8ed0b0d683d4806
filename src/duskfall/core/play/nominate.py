"""Nominations without speech: each living player is asked whom to nominate for the vote (CM-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duskfall.core.ask import NOBODY
from duskfall.core.play.elect import record_choice
from duskfall.core.play.talk import NOMINATE, begin_speech, put_up, speakers
from duskfall.vocabulary.conditions import NEVER
from duskfall.vocabulary.scene import Scene
from duskfall.vocabulary.steps import Ballot, Discussion

if TYPE_CHECKING:
    from duskfall.core.play.game import Game


class Nominating:
    """The progress of nominations without speech."""

    __slots__ = ("next", "order")

    def __init__(self, order: tuple[int, ...], at: int = 0) -> None:
        self.order, self.next = order, at

    def copy(self) -> Nominating:
        """Return an independent copy."""
        return Nominating(self.order, self.next)


def run(game: Game, step: Discussion) -> bool:
    """Ask each living player for a nominee, one by one; return whether the step is done.

    Nothing is asked if there is no vote among nominees today.
    """
    state = game.state
    if state.at is None:
        scene = Scene(state)
        for part in step.parts:
            if part.nominates is not NEVER and part.nominates.holds(scene):
                break
        else:
            return True
        if not _are_voted_on(game, scene):
            return True
        begin_speech(game)
        state.at = Nominating(speakers(game, part.order, state.public))
    at: Nominating = state.at
    for ask, _ in game.answers_to(NOMINATE):
        put_up(game, ask.seat, record_choice(game, ask.seat, NOMINATE))
    while at.next < len(at.order) and not state.vote_cancelled:
        seat = at.order[at.next]
        at.next += 1
        if state.public >> seat & 1:
            game.ask(seat, NOMINATE, state.living(), (NOBODY,))
            return False
    return True


def _are_voted_on(game: Game, scene: Scene) -> bool:
    ballots = (step for step in game.plan.rules.day if isinstance(step, Ballot))
    among = any(step.when.holds(scene) and step.nominees.holds(scene) for step in ballots)
    return among and not game.state.vote_cancelled
