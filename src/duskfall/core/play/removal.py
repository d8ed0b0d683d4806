"""Removal of a seat by the moderator: which questions are dropped, and which seats are asked instead (G12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duskfall.core import victory
from duskfall.core.ask import Ask
from duskfall.core.facts import EVERYONE, TitleHeld
from duskfall.core.play import collect, deaths, elect, flow, nominate, talk, vote
from duskfall.core.play.state import DAY
from duskfall.vocabulary.scene import Scene
from duskfall.vocabulary.steps import Elect

if TYPE_CHECKING:
    from duskfall.core.play.game import Game


def remove(game: Game, seat: int, cause: str) -> None:
    """Remove a seat: a death without triggers or last words, shown as `removed`. Victory is checked at once."""
    state = game.state
    deaths.remove(game, seat, cause)
    state.pending = [entry for entry in state.pending if entry[0] != seat]
    for title in [each.name for each in game.plan.rules.titles if state.titles.get(each.name) == seat]:
        state.titles[title] = heir = elect.inheritor(game, title, seat)
        game.emit(TitleHeld(EVERYONE, title, heir, seat))
    unanswered = [verb for asked, verb in state.open if asked == seat]
    _take_out(game, seat)
    victory.check(game)
    if state.over:
        return
    collect.ask_instead(game, unanswered)
    _close_what_is_decided(game)
    if not state.floor and not state.open and not state.lot:
        flow.advance(game)


def _take_out(game: Game, seat: int) -> None:
    """Drop the questions to this seat, and its name from the options of all others."""
    state = game.state
    if state.floor:
        state.floor = None if state.floor.seat == seat else _without(state.floor, seat)
    state.open = {key: _without(ask, seat) for key, ask in state.open.items() if key[0] != seat}
    rules = game.plan.rules
    elections = {
        verb for step in rules.night if isinstance(step, Elect) for verb in (step.stand, step.withdraw, step.verb)
    }
    for verb, answers in state.heard.items():  # night actions stay, as when their actor dies (TA-4)
        if state.phase == DAY or verb in elections:
            answers.pop(seat, None)
    if state.lot:
        left = tuple(other for other in state.lot[1] if other != seat)
        state.lot = (state.lot[0], left) if left else None
        state.vote_cancelled = state.vote_cancelled or not left
    if state.phase == DAY and game.plan.rules.removal_cancels_vote.holds(Scene(state)):
        state.vote_cancelled, state.lot = True, None


def _close_what_is_decided(game: Game) -> None:
    """Close questions whose outcome the removal has decided."""
    state = game.state
    match state.at:
        case talk.Talking() as talking if talking.skip_majority(state.public):
            state.floor = None
        case talk.Queue() as turns if turns.speaks_to_nobody(game):
            state.floor = None
        case nominate.Nominating() if state.vote_cancelled:
            state.open.clear()
        case vote.Balloting() as ballot if state.vote_cancelled or not any(map(game.present, ballot.candidates)):
            state.floor = None
            state.open.clear()
        case elect.Electing() as election if election.decided(game):
            state.open.clear()


def _without(ask: Ask, gone: int) -> Ask:
    """Return the same question without this seat among its options."""
    seats, addresses, nominees = (
        tuple(seat for seat in options if seat != gone) for options in (ask.seats, ask.addresses, ask.nominees)
    )
    return ask._replace(seats=seats, addresses=addresses, nominees=nominees)
