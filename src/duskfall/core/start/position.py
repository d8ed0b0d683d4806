"""Start positions in the middle of a game, for rulings desks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duskfall.core.facts import EVERYONE, Announced, Shown, TitleHeld
from duskfall.core.play.collect import owner
from duskfall.core.play.deaths import shown_role
from duskfall.core.play.state import DAY, NIGHT
from duskfall.core.start.setup import Start
from duskfall.vocabulary.effects import Reveal
from duskfall.vocabulary.masks import add, only

if TYPE_CHECKING:
    from duskfall.core.play.game import Game


def place(game: Game, start: Start) -> None:
    """Put a newly dealt game into a start position. The position's own phase has not begun yet."""
    state = game.state
    _count_phases(game, start)
    state.alive &= ~only(start.dead)
    state.public = state.met = state.alive
    if start.dead:
        game.emit(Announced(EVERYONE, tuple((seat, shown_role(game, seat)) for seat in sorted(start.dead))))
    for verb, seat, count in start.used:
        key = verb, owner(game, verb, seat)
        state.used[key] = state.used.get(key, 0) + count
    state.last |= {(verb, owner(game, verb, seat)): (state.night, target) for verb, seat, target in start.last}
    for mark, seat in start.marks:
        _mark(game, mark, seat)
    for title, seat in start.titles:
        state.titles[title] = seat
        game.emit(TitleHeld(EVERYONE, title, seat))


def _count_phases(game: Game, start: Start) -> None:
    """Set how many nights, days and rounds are over."""
    state = game.state
    state.day = state.night = state.rounds = start.number - 1
    if start.phase == NIGHT and game.plan.rules.day_first:
        state.day = start.number
    elif start.phase == DAY and not game.plan.rules.day_first:
        state.night = start.number
    if state.day:  # assumes that nobody had left before: the position does not say
        state.first = (state.day - 1) % len(state.names) + 1


def _mark(game: Game, mark: str, seat: int) -> None:
    """Set a mark. If it comes from revealing a role, show that role and count the reveal as used."""
    state = game.state
    state.marks[mark] = add(state.marks.get(mark, 0), seat)
    for role in game.plan.rules.roles:
        for ability in role.abilities:
            if Reveal(mark) in ability.does:
                state.used[ability.verb, seat] = 1
                game.emit(Shown(EVERYONE, seat, state.roles[seat]))
