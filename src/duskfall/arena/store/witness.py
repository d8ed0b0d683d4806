"""The question, phase and time of each answer of a game, observed while it's played or found by replaying it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from duskfall.core.ask import Ask, new
from duskfall.core.log import Entry
from duskfall.core.moderate import standing
from duskfall.core.play.game import Game
from duskfall.core.play.state import NIGHT, State
from duskfall.study.phases import Place

ANSWER, UNDO = "answer", "undo"


class TakenAnswer(NamedTuple):
    """An answer with its question, its phase, and the number of events before it."""

    place: Place
    facts: int
    ask: Ask
    entry: Entry


class Witness:
    """An observer that records the question of each answer from the deal on, so that the game needn't be replayed."""

    def __init__(self) -> None:
        self.taken: list[TakenAnswer] = []
        self._before: tuple[Place, int, Ask | None, dict[tuple[int, str], Ask], int] | None = None

    def __call__(self, game: Game) -> None:
        """Record the latest answer, if any. Must be called after the deal, and after every answer."""
        state = game.state
        if self._before:
            place, facts, floor, open_, logged = self._before
            entry = game.log[logged]
            if entry.kind == ANSWER:
                self.taken.append(new(TakenAnswer, (place, facts, _ask(floor, open_, entry), entry)))
        self._before = _place(state), len(game.facts), state.floor, state.open.copy(), len(game.log)

    def saw_all(self, game: Game) -> bool:
        """Return whether each answer was observed separately, and none was undone."""
        kinds = [entry.kind for entry in game.log]
        return kinds.count(ANSWER) == len(self.taken) and UNDO not in kinds


def taken(game: Game) -> list[TakenAnswer]:
    """Return all answers of a game that weren't undone, by replaying it."""
    again, found = Game(game.plan.rules, game.setup), list[TakenAnswer]()
    for entry in standing(game.log):
        if entry.kind == ANSWER:
            found.append(
                TakenAnswer(
                    _place(again.state), len(again.facts), _ask(again.state.floor, again.state.open, entry), entry
                )
            )
        again.log.append(entry)
        again.do(entry)
    return found


def _ask(floor: Ask | None, open_: Mapping[tuple[int, str], Ask], entry: Entry) -> Ask:
    """Return the question that an entry answered, among those that were open."""
    return floor if floor and (floor.seat, floor.verb) == entry[1:3] else open_[entry.seat, entry.word]


def _place(state: State) -> Place:
    return state.phase, state.night if state.phase == NIGHT else state.day
