"""The step machine: it runs the steps of a phase until a question is open. Its position is plain data."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from duskfall.core import victory
from duskfall.core.facts import EVERYONE, Fact, PhaseBegan
from duskfall.core.night.settle import settle
from duskfall.core.play import collect, deaths, elect, nominate, react, talk, vote
from duskfall.core.play.state import DAY, NIGHT, Tonight, next_living
from duskfall.vocabulary.cards import Occasion
from duskfall.vocabulary.conditions import ALWAYS
from duskfall.vocabulary.effects import Until
from duskfall.vocabulary.scene import Scene
from duskfall.vocabulary.steps import (
    Announce,
    Ballot,
    Banish,
    Chat,
    Check,
    Collect,
    Dawn,
    Discussion,
    Elect,
    LastWords,
    PassOn,
    Reactions,
    Settle,
    Step,
)

if TYPE_CHECKING:
    from duskfall.core.play.game import Game


AT_DUSK, AT_DAWN = Occasion.DUSK, Occasion.DAWN  # cached: looking up an enum member takes longer than a call
ENDED = {NIGHT: Until.DAWN, DAY: Until.NEXT_DUSK}  # marks that end with each phase


def advance(game: Game) -> None:
    """Run steps until a question or a tie-break is open, or the game is over."""
    state, rules = game.state, game.plan.rules
    while not state.floor and not state.open and not state.over:
        steps = rules.night if state.phase == NIGHT else rules.day
        if state.step >= len(steps):
            end_phase(game)
            continue
        step = steps[state.step]
        if state.at is None:
            game.path.append((state.phase, state.step, len(game.facts)))
            if step.when is not ALWAYS and not step.when.holds(Scene(state)):
                state.step += 1
                continue
        done = RUN[type(step)](game, step)
        state.spoken = None
        if state.heard:
            state.heard.clear()
            state.refusals.clear()
        if done:
            state.at = None
            state.step += 1
        elif state.lot:
            return


def begin_phase(game: Game, phase: str) -> None:
    """Begin a night or a day; house rules switched during the last phase take effect (G12)."""
    state = game.state
    state.phase, state.step, state.at = phase, 0, None
    game.apply_flags()
    if phase == NIGHT:
        state.night += 1
        state.tonight = Tonight()
        game.emit(PhaseBegan(EVERYONE, NIGHT, state.night))
        react.fire(game, AT_DUSK, 0)
    else:
        state.day += 1
        state.first = next_living(state, state.first)
        state.out = 0
        state.nominees = []
        state.vote_cancelled = False
        game.emit(PhaseBegan(EVERYONE, DAY, state.day))
        state.tonight.held = 0  # jailed players are free by day (TA-2)
        for held_for_the_night in (state.tonight.guards, state.tonight.links, state.tonight.noticed):
            if held_for_the_night:
                held_for_the_night.clear()


def end_phase(game: Game) -> None:
    """End the phase and its marks, and the round if this was its second phase; then begin the next phase."""
    state, ended = game.state, game.state.phase
    for mark, until in game.plan.until.items():
        if until is ENDED[ended]:
            state.marks.pop(mark, None)
    if (ended == NIGHT) == game.plan.rules.day_first:
        state.rounds += 1
        victory.check_rounds(game)
    if not state.over:
        begin_phase(game, DAY if ended == NIGHT else NIGHT)


def _discuss(game: Game, step: Discussion) -> bool:
    """Run a discussion with speech, or only its nominations; one that began with speech continues with speech."""
    spoken = game.state.talk if game.state.at is None else isinstance(game.state.at, talk.Talking)
    return talk.run(game, step) if spoken else nominate.run(game, step)


def _settle(game: Game, step: Settle) -> bool:
    settle(game, step.verbs, step.tells)
    return True


def _dawn(game: Game, step: Dawn) -> bool:
    """Deliver results and notices to the living, by seat (G10), and fire the triggers of dawn."""
    state = game.state
    for seat, fact in sorted(state.tonight.mail, key=_by_seat):
        if not seat or state.alive >> seat & 1:
            game.emit(fact)
    state.tonight.mail.clear()
    react.fire(game, AT_DAWN, 0)
    return True


def _by_seat(entry: tuple[int, Fact]) -> tuple[int, str]:
    """Return the sort key of a delivery: seat, then content. The order of resolution must not show."""
    return entry[0], repr(entry[1])


def _announce(game: Game, step: Announce) -> bool:
    deaths.announce(game)
    return True


def _check(game: Game, step: Check) -> bool:
    victory.check(game)
    return True


RUN: dict[type[Step], Callable[[Game, Any], bool]] = {
    Collect: collect.run,
    Settle: _settle,
    Chat: talk.run_chat,
    Dawn: _dawn,
    Announce: _announce,
    Discussion: _discuss,
    Ballot: vote.run,
    Banish: vote.banish,
    Reactions: react.run,
    PassOn: elect.pass_on,
    Elect: elect.run,
    LastWords: talk.run_last_words,
    Check: _check,
}
