"""Titles: the election of the Sheriff, and the badge that passes on (WW-8, WW-9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duskfall.core.ask import NOBODY
from duskfall.core.facts import EVERYONE, Candidates, Chose, Silent, TitleHeld, Void
from duskfall.core.play.state import next_living
from duskfall.core.play.talk import SAY, Queue
from duskfall.core.play.vote import leaders, take_ballots
from duskfall.vocabulary.masks import bits, has, only
from duskfall.vocabulary.scene import Scene
from duskfall.vocabulary.steps import Elect, PassOn

if TYPE_CHECKING:
    from duskfall.core.play.game import Game

CAMPAIGN = "campaign"


class Electing:
    """The progress of an election."""

    __slots__ = ("candidates", "queue", "stage")

    def __init__(self) -> None:
        self.stage = "stand"
        self.candidates: list[int] = []
        self.queue: Queue | None = None

    def decided(self, game: Game) -> bool:
        """Return whether removals have left fewer than two candidates: one is elected unopposed (WW-8)."""
        return self.stage == "vote" and sum(map(game.present, self.candidates)) < 2

    def copy(self) -> Electing:
        """Return an independent copy."""
        other = Electing()
        other.stage, other.candidates = self.stage, self.candidates
        other.queue = self.queue.copy() if self.queue else None
        return other


def run(game: Game, step: Elect) -> bool:
    """Run an election (stand, speak, withdraw, vote); return whether the step is done.

    Everyone who was alive at dusk takes part, including the dead who are not announced yet.
    """
    state = game.state
    at: Electing | None = state.at
    if at is None:
        state.at = Electing()
        _ask_each(game, step.stand, list(bits(state.public)))
        return False
    if at.stage == "stand":
        at.candidates = _said_yes(game, step.stand)
        game.emit(Candidates(EVERYONE, step.title, tuple(at.candidates)))
        at.stage = CAMPAIGN
        at.queue = Queue([(seat, EVERYONE) for seat in at.candidates if state.talk])
    if at.stage == CAMPAIGN and at.queue:
        if not at.queue.run(game, SAY, CAMPAIGN):
            return False
        at.stage = "withdraw"
        _ask_each(game, step.withdraw, [seat for seat in at.candidates if game.present(seat)])
        if state.open:
            return False
    if at.stage == "withdraw":
        gone = _said_yes(game, step.withdraw)
        at.candidates = [seat for seat in at.candidates if seat not in gone and game.present(seat)]
        if gone:
            game.emit(Candidates(EVERYONE, step.title, tuple(at.candidates)))
        at.stage = "vote"
        return _vote(game, step, at.candidates)
    if at.decided(game):
        return _elected(game, step.title, next(filter(game.present, at.candidates), 0))
    votes = take_ballots(game, step.verb, at.candidates, "")
    ahead = leaders(votes)
    return _elected(game, step.title, ahead[0] if len(ahead) == 1 and isinstance(ahead[0], int) else 0)


def _vote(game: Game, step: Elect, candidates: list[int]) -> bool:
    if len(candidates) == 1:
        return _elected(game, step.title, candidates[0])
    voters = game.state.public & ~only(candidates)
    for seat in bits(voters) if candidates else ():
        game.ask(seat, step.verb, tuple(candidates))
    return not game.state.open and _elected(game, step.title, 0)


def _elected(game: Game, title: str, seat: int) -> bool:
    game.state.titles[title] = seat
    game.emit(TitleHeld(EVERYONE, title, seat))
    return True


def _ask_each(game: Game, verb: str, seats: list[int]) -> None:
    for seat in seats:
        game.ask(seat, verb, (seat,), (NOBODY,), confirm=True)


def _said_yes(game: Game, verb: str) -> list[int]:
    yes = []
    for ask, choice in game.answers_to(verb):
        record_choice(game, ask.seat, verb)
        if choice.target and not choice.void:
            yes.append(ask.seat)
    return yes


def record_choice(game: Game, seat: int, verb: str) -> int:
    """Emit the event of one answer; return the seat that it names, or 0."""
    found = [pair for pair in game.answers_to(verb) if pair[0].seat == seat]
    if not found:
        return 0  # the seat was removed
    ask, choice = found[0]
    game.emit_refusals(ask)
    if choice.silent:
        game.emit(Silent(1 << seat, seat, verb))
    elif choice.void:
        game.emit(Void(1 << seat, seat, verb, choice.target, choice.void))
    else:
        game.emit(Chose(1 << seat, seat, verb, choice.target))
    return 0 if choice.void else choice.target


def inheritor(game: Game, title: str, holder: int) -> int:
    """Return the seat that inherits a title its holder left to nobody; 0 if the title is gone (WW-9)."""
    office = next(each for each in game.plan.rules.titles if each.name == title)
    return next_living(game.state, holder) if office.inherited.holds(Scene(game.state)) else 0


def pass_on(game: Game, step: PassOn) -> bool:
    """Let a dying holder hand the title on; return whether the step is done.

    Without a valid heir the title is gone, unless it is inherited.
    """
    state = game.state
    holder = state.titles.get(step.title, 0)
    if not holder:  # it may have gone with a holder who was removed
        return True
    if state.at is None:
        if has(state.alive, holder):
            return True
        state.at = True
        game.ask(holder, step.verb, state.living(), (NOBODY,))
        return False
    heir = record_choice(game, holder, step.verb) or inheritor(game, step.title, holder)
    state.titles[step.title] = heir
    game.emit(TitleHeld(EVERYONE, step.title, heir, holder))
    return True
