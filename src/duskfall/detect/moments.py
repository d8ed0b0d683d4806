"""Moments of a recorded game, and what a viewer had been shown by then."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from duskfall.core.facts import Ended, Undone
from duskfall.core.play.game import Game
from duskfall.core.play.state import DAY, NIGHT
from duskfall.core.problem import meant
from duskfall.core.view import view
from duskfall.detect.sight import Sight, sight
from duskfall.study.phases import Place, begins

END: Place = ("end", 0)  # after everything that was shown before the end of the game
_SHORT = re.compile(r"([nd])(?:ight|ay)? *(\d+)")  # night 2, n2


class NoMoment(ValueError):
    """A moment that the game doesn't have; the message lists those that it has."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a game: the first time in a phase that it waits for a player, or the end."""

    place: Place
    facts: int  # how many events had happened
    going: bool  # whether the game waits for a player, and so has not ended

    @property
    def name(self) -> str:
        """The moment's name as people write it: night 2, end."""
        phase, number = self.place
        return f"{phase} {number}" if number else phase


def moments(game: Game) -> list[Moment]:
    """Return the first question of each night and day in which players were asked something, and then the end."""
    again = Game(game.plan.rules, game.setup)
    found = [*_waiting(again, [])]
    for entry in game.log:
        again.do(entry)
        if entry.kind == "undo":
            found = [each for each in found if each.facts <= _kept(again)]
        found += _waiting(again, found)
    return [*found, _end(game)]


def _waiting(game: Game, before: Sequence[Moment]) -> list[Moment]:
    """Return this moment in a list, if the game waits for the first time in its phase; else an empty list."""
    state = game.state
    place = (state.phase, state.night if state.phase == NIGHT else state.day)
    waits = not state.over and (state.floor or state.open)
    return [Moment(place, len(game.facts), True)] if waits and place not in {each.place for each in before} else []


def _kept(game: Game) -> int:
    """Return how many events an undo has left."""
    return len(game.facts) - isinstance(game.facts[-1], Undone)


def _end(game: Game) -> Moment:
    told = next((at for at, fact in enumerate(game.facts) if isinstance(fact, Ended)), None)
    return Moment(END, len(game.facts) if told is None else told, told is None)


def moment(wanted: str, game: Game) -> Moment:
    """Return the moment with this name: night 2, day 3 (n2, d3), end. Raises NoMoment if the game doesn't have it."""
    there = {each.name: each for each in moments(game)}
    short = _SHORT.fullmatch(wanted.strip().lower())
    name = f"{NIGHT if short[1] == 'n' else DAY} {int(short[2])}" if short else wanted.strip().lower()
    if name in there:
        return there[name]
    if short and name in {f"{phase} {number}" for _, (phase, number) in begins(game.facts)}:
        raise NoMoment(f"nobody was asked for anything on {name} (there are: {', '.join(there)})")
    near = "" if short else meant(name, there)
    raise NoMoment(f"there is no {wanted!r} in this game{near} (there are: {', '.join(there)})")


def sight_at(game: Game, when: Moment, seat: int) -> Sight:
    """Return what a seat had been shown at a moment; seat 0 is the public."""
    return sight(view(game.facts[: when.facts], seat), going=when.going, rules=game.plan.rules)
