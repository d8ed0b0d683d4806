"""A game with everything its host recorded: fouls, best moves, bonuses, notes, and when it began and ended."""

from __future__ import annotations

from typing import NamedTuple

from duskfall.core.play.game import Game


class When(NamedTuple):
    """A moment of a game."""

    phase: str  # night or day; empty before the first phase
    number: int
    at: str = ""  # the time on the host's device


class Foul(NamedTuple):
    """A foul (`by` is 1), or a foul taken back (`by` is -1)."""

    seat: int
    by: int
    when: When


class Best(NamedTuple):
    """A best move: the players named by a seat that was killed first."""

    seat: int
    named: tuple[int, ...]


class Bonus(NamedTuple):
    """Points that the host gave to a seat, or took from it."""

    seat: int
    points: float
    why: str


class HostNote(NamedTuple):
    """A line that the host wrote down."""

    text: str
    when: When


class GameSheet(NamedTuple):
    """A game of a session, with everything the host recorded."""

    game: Game
    began: str = ""
    ended: str = ""
    fouls: tuple[Foul, ...] = ()
    best: tuple[Best, ...] = ()
    bonus: tuple[Bonus, ...] = ()
    notes: tuple[HostNote, ...] = ()
    names: tuple[str, ...] = ()  # the players at the end; empty: the same as at the deal
    scoring: object = None  # the name of a scoring, or its data; None: the ruleset's own
