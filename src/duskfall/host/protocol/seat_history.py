"""Who sat where, with what card, and how and when they left."""

from __future__ import annotations

from typing import NamedTuple

from duskfall.core.facts import Became, CardDealt, Dealt, Died, HandedOver, Out, Removed
from duskfall.core.play.game import Game
from duskfall.study.phases import phases
from duskfall.wire.protocol import LeaveKind


class Leave(NamedTuple):
    """How a seat left the game."""

    how: LeaveKind
    phase: str
    number: int
    causes: tuple[str, ...] = ()


def left(game: Game) -> dict[int, Leave]:
    """For each seat that has left: how, and when."""
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
    """The roles that each seat has held, the dealt one first."""
    found: dict[int, list[str]] = {}
    for fact in game.facts:
        if isinstance(fact, Dealt | Became):
            found.setdefault(fact.seat, []).append(fact.role)
    return found


def cards(game: Game) -> dict[int, list[str]]:
    """The cards that seats hold beside their roles."""
    found: dict[int, list[str]] = {}
    for fact in game.facts:
        if isinstance(fact, CardDealt):
            found.setdefault(fact.seat, []).append(fact.card)
    return found


def players(game: Game) -> list[str]:
    """Who sat at each seat in the end: points go to whoever played it out."""
    found = list(game.names)
    for fact in game.facts:
        if isinstance(fact, HandedOver):
            found[fact.seat - 1] = fact.player
    return found
