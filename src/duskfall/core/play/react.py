"""Triggers outside the resolution of actions (dusk, dawn, deaths, the vote), and choices of dying players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duskfall.core.ask import NOBODY
from duskfall.core.facts import EVERYONE, Shot
from duskfall.core.night.executors import Doing, Place, carry_out, nobody_notes
from duskfall.core.play import deaths, elect
from duskfall.core.play.collect import allowed
from duskfall.core.play.state import Due
from duskfall.vocabulary.cards import Occasion, Trigger
from duskfall.vocabulary.masks import bits
from duskfall.vocabulary.scene import Scene
from duskfall.vocabulary.steps import Reactions

if TYPE_CHECKING:
    from duskfall.core.play.game import Game


def fire(game: Game, occasion: Occasion, target: int) -> None:
    """Fire the triggers of an occasion; those that ask for a choice wait for the Reactions step."""
    state = game.state
    for role, trigger in game.plan.reacting[occasion]:
        owners = trigger.me.mask(Scene(state, 0, 0, target))
        if role:
            owners &= state.holding.get(role.name, 0)
        for me in bits(owners):
            scene = Scene(state, me, 0, target)
            if trigger.when.holds(scene):
                _set_off(game, trigger, scene)
    if state.tonight.dead & state.alive and occasion is Occasion.DUSK:
        deaths.bury(game)


def _set_off(game: Game, trigger: Trigger, scene: Scene) -> None:
    state = game.state
    if trigger.ask is not None:
        state.pending.append((scene.me, trigger.name))
    elif trigger.nights:
        state.due.append(Due(state.night + trigger.nights, trigger.name, scene.me, 0, scene.target))
    else:
        carry_out(trigger.on, Doing(game, trigger.name, scene, trigger.rule, nobody_notes), trigger.does)


def run(game: Game, step: Reactions) -> bool:
    """Ask the players whose death gives them a choice, one by one in seat order (WW-9); return whether all are done."""
    state = game.state
    if state.at is not None:
        _take(game, *state.at)
        state.at = None
    if not state.pending:
        return True
    seat, name = min(state.pending)
    state.pending.remove((seat, name))
    state.at = (seat, name)
    pick = game.plan.triggers[name][1].ask
    assert pick is not None
    scene = Scene(state, seat)
    seats = bits(allowed(pick, scene, pick.among.mask(scene)))
    game.ask(seat, name, seats, (NOBODY,) if pick.decline else ())
    return False


def _take(game: Game, seat: int, name: str) -> None:
    """Carry out a dying player's choice, which everyone sees."""
    target = elect.record_choice(game, seat, name)
    if not target:
        return
    trigger = game.plan.triggers[name][1]
    game.emit(Shot(EVERYONE, seat, name, target))
    doing = Doing(game, name, Scene(game.state, seat, seat, target), trigger.rule, nobody_notes)
    carry_out(Place.ASKED, doing, trigger.does)
