"""The events of a view, each with the chairs that look otherwise from there on, and where each fact is told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from duskfall.core.facts import (
    Announced,
    Became,
    Began,
    Dealt,
    Ended,
    Fact,
    Fell,
    Knows,
    Out,
    Removed,
    Shown,
    Thought,
    TitleHeld,
)
from duskfall.core.view import View
from duskfall.seat.items import scenes
from duskfall.seat.screen import chair, team_numbers
from duskfall.wire.film import FilmEvent
from duskfall.wire.seat import AnyTold, SeatChair


@dataclass(slots=True)
class Reel:
    """What a view saw, in order."""

    chairs: list[SeatChair]  # before the first event
    events: list[FilmEvent]
    places: list[int]  # by fact of the view: the number of its first event; the end is told after the last
    last: list[SeatChair]  # when all is told


def reel(view: View) -> Reel:
    """The events of a view, out of nothing else."""
    board = Board(view)
    found = Reel([*board.chairs], [], [], board.chairs)
    for together, told in scenes(view):
        found.places += [len(found.events)] * len(together)
        changed = board.take(together)
        found.events += _events(told, changed, isinstance(together[0], Thought))
    return found


class Board:
    """The chairs as a view shows them, fact by fact."""

    def __init__(self, view: View) -> None:
        self._seen, self._numbers, self._seats = View(view.seat), team_numbers(view), range(1, len(view.names) + 1)
        self._seen.names = view.names
        self.chairs = [chair(self._seen, seat, self._numbers) for seat in self._seats]

    def take(self, facts: list[Fact]) -> list[SeatChair]:
        """The chairs that these facts change."""
        touched = set[int]()
        for fact in facts:
            touched.update(self._touched(fact))
            self._seen.take(fact)
        now = [chair(self._seen, seat, self._numbers) for seat in sorted(touched.intersection(self._seats))]
        changed = [new for new in now if self.chairs[new["seat"] - 1] != new]
        for new in changed:
            self.chairs[new["seat"] - 1] = new
        return changed

    def _touched(self, fact: Fact) -> Iterable[int]:
        """The seats of which a fact, before it is taken, may show something else."""
        match fact:
            case Dealt() | Became() | Knows() | Shown() | Out() | Fell() | Removed():
                return (fact.seat,)
            case Announced():
                return (seat for seat, _ in fact.dead)
            case TitleHeld():
                return fact.seat, self._seen.titles.get(fact.title, 0)
            case Began() | Ended():
                return self._seats
            case _:
                return ()


def _events(told: list[AnyTold], changed: list[SeatChair], thought: bool) -> list[FilmEvent]:
    """Who is told to be dead is so from there on; all else has changed when all is told."""
    deaths = {item["seat"] for item in told if item["kind"] == "death"}
    found: list[FilmEvent] = []
    for number, item in enumerate(told, 1):
        mine = item["seat"] if item["kind"] == "death" else 0
        chairs = [
            each for each in changed if each["seat"] == mine or (number == len(told) and each["seat"] not in deaths)
        ]
        found.append({"told": item, "chairs": chairs, "thought": thought})
    return found
