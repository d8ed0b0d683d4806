"""Rows of the table `seats`: players, roles, departures and wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from duskfall.arena.schedule import Fixture
from duskfall.core.facts import Died, Ended, Out, Removed
from duskfall.core.play.game import Game
from duskfall.study.phases import Phase
from duskfall.study.primer import read
from duskfall.study.winning import has_won

VOTE, REMOVED = "vote", "removed"


class Leaving(NamedTuple):
    """The phase in which a seat left the game, and the cause; None in all fields if it stayed."""

    phase: str | None = None
    day: int | None = None
    how: str | None = None


STAYED = Leaving()


def seats(
    fixture: Fixture, game: Game, kinds: Sequence[str], models: Mapping[str, Any], end: Ended, phases: Sequence[Phase]
) -> Iterator[tuple[object, ...]]:
    """Yield a row for each seat of a finished game."""
    left = leavings(phases)
    for seat, front in enumerate(_dealt(fixture, game, kinds), 1):
        role_end = end.roles[seat - 1]
        team_end = game.plan.roles[role_end].team
        gone = left.get(seat, STAYED)
        persona = models[str(seat)].get("persona") if str(seat) in models else None
        yield (*front, role_end, team_end, has_won(end, seat, team_end), gone is STAYED, *gone, persona)


def seats_of_failed(fixture: Fixture, game: Game, kinds: Sequence[str]) -> Iterator[tuple[object, ...]]:
    """Yield a row for each seat of a game that broke off."""
    for front in _dealt(fixture, game, kinds):
        yield (*front, None, None, None, None, *STAYED, None)


def _dealt(fixture: Fixture, game: Game, kinds: Sequence[str]) -> Iterator[tuple[object, ...]]:
    """Yield the columns of each seat that are known from the deal on."""
    cards = read(game.plan.rules).cards
    for seat, (player, kind, name, role) in enumerate(
        zip(fixture.lineup, kinds, game.names, game.setup.roles, strict=True), 1
    ):
        yield fixture.number, seat, player, kind, name, role, cards[role].team, cards[role].side


def leavings(phases: Sequence[Phase]) -> dict[int, Leaving]:
    """Return the departure of each seat that left the game, by seat."""
    found: dict[int, Leaving] = {}
    for phase in phases:
        for fact in phase.facts:
            if isinstance(fact, Died):
                found.setdefault(fact.seat, Leaving(*phase.place, ",".join(fact.causes)))
            elif isinstance(fact, Out):
                found.setdefault(fact.seat, Leaving(*phase.place, VOTE))
            elif isinstance(fact, Removed):
                found.setdefault(fact.seat, Leaving(*phase.place, REMOVED))
    return found
