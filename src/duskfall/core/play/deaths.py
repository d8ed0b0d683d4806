"""Deaths by night, by day, by vote, and removals. During a game nothing else takes a seat from the living."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duskfall.core.facts import EVERYONE, MODERATOR, Announced, Died, Fell, Out, Removed
from duskfall.core.play.state import NIGHT, State
from duskfall.vocabulary.cards import Occasion
from duskfall.vocabulary.masks import add, bits, has
from duskfall.vocabulary.scene import Scene

if TYPE_CHECKING:
    from duskfall.core.play.game import Game


def _leave(state: State, seat: int, seen: bool) -> None:
    """Mark a seat as dead. If `seen`, the table knows it at once; else when it is announced."""
    others = ~(1 << seat)
    state.alive &= others
    if seen:
        state.public &= others


def kill(game: Game, verb: str, seat: int) -> None:
    """Kill the victim of a landed attack: at night once all actions are resolved, by day at once."""
    tonight = game.state.tonight
    if game.state.phase == NIGHT:
        tonight.killed[verb] = tonight.killed.get(verb, 0) | 1 << seat
        tonight.dead |= 1 << seat
    else:
        fall(game, seat, verb)


def bury(game: Game) -> None:
    """Make tonight's deaths take effect, with those that they trigger in turn."""
    state, tonight = game.state, game.state.tonight
    while dying := tonight.dead & state.alive:
        for seat in bits(dying):
            causes = tuple(verb for verb, who in tonight.killed.items() if has(who, seat))
            shown = tonight.shown.setdefault(seat, shown_role(game, seat))
            game.emit(Died(MODERATOR, seat, state.roles[seat], shown, causes))
            _leave(state, seat, seen=False)
            game.react(Occasion.DIED, seat)


def announce(game: Game) -> None:
    """Announce to the table who died at night."""
    state = game.state
    gone = state.public & ~state.alive
    shown = state.tonight.shown
    game.emit(Announced(EVERYONE, tuple((seat, shown.get(seat) or shown_role(game, seat)) for seat in bits(gone))))
    state.public = state.alive


def fall(game: Game, seat: int, cause: str) -> None:
    """Kill a seat by day, other than by the vote; everyone sees it."""
    state, shown = game.state, shown_role(game, seat)
    game.emit(Died(MODERATOR, seat, state.roles[seat], shown, (cause,)))
    _leave(state, seat, seen=True)
    game.emit(Fell(EVERYONE, seat, shown))


def send_away(game: Game, seat: int) -> None:
    """Take a seat that was voted out from the living."""
    game.emit(Out(EVERYONE, seat, shown_role(game, seat)))
    _leave(game.state, seat, seen=True)


def remove(game: Game, seat: int, cause: str) -> None:
    """Take a seat out of the game for the moderator: a death without triggers or last words (G12)."""
    state = game.state
    game.emit(Removed(EVERYONE, seat, cause))
    _leave(state, seat, seen=True)
    state.removed = add(state.removed, seat)


def shown_role(game: Game, seat: int) -> str:
    """Return what the table is shown of a dead player's role: the role, or "hidden"."""
    return game.state.roles[seat] if game.plan.rules.shows_role.holds(Scene(game.state)) else "hidden"
