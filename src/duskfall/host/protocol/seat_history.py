"""The history of each seat in a game: its players, its roles and cards, and how and when it left."""

from __future__ import annotations

from typing import NamedTuple

from duskfall.core.facts import Became, CardDealt, Dealt, Died, HandedOver, Out, Removed
from duskfall.core.play.game import Game
from duskfall.study.phases import phases
from duskfall.wire.protocol import LeaveKind


class Leave(NamedTuple):
    """A seat's departure: how, when and why it left the game."""

    how: LeaveKind
    phase: str
    number: int
    causes: tuple[str, ...] = ()


def left(game: Game) -> dict[int, Leave]:
    """Return the departure of each seat that has left the game."""
    found: dict[int, Leave] = {}
    start = game.setup.start
    for seat in start.dead if start else ():
        found[seat] = Leave("before", "", 0)
    for phase in phases(game.facts):
        for fact in phase.facts:
            match fact:
                case Died():
                    how: LeaveKind = "night" if phase.night else "day"
                    found.setdefault(fact.seat, Leave(how, *phase.place, fact.causes))
                case Out():
                    found.setdefault(fact.seat, Leave("vote", *phase.place))
                case Removed():
                    found.setdefault(fact.seat, Leave("removed", *phase.place, (fact.cause,)))
                case _:
                    pass
    return found


def careers(game: Game) -> dict[int, list[str]]:
    """Return the roles that each seat has held, the dealt one first."""
    found: dict[int, list[str]] = {}
    for fact in game.facts:
        if isinstance(fact, Dealt | Became):
            found.setdefault(fact.seat, []).append(fact.role)
    return found


def cards(game: Game) -> dict[int, list[str]]:
    """Return the cards that seats hold in addition to their roles."""
    found: dict[int, list[str]] = {}
    for fact in game.facts:
        if isinstance(fact, CardDealt):
            found.setdefault(fact.seat, []).append(fact.card)
    return found


def players(game: Game) -> list[str]:
    """Return the player at each seat at the end: points go to the player who finished the game."""
    found = list(game.names)
    for fact in game.facts:
        if isinstance(fact, HandedOver):
            found[fact.seat - 1] = fact.player
    return found
