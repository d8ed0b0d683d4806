"""What is kept of a game beside its facts: fouls, the best move, bonuses, notes, when it began and ended."""

from __future__ import annotations

from typing import NamedTuple

from duskfall.core.play.game import Game


class When(NamedTuple):
    """A moment of a game."""

    phase: str  # night, day; empty before the first
    number: int
    at: str = ""  # the device's time


class Foul(NamedTuple):
    """A foul, or one taken back (-1)."""

    seat: int
    by: int
    when: When


class Best(NamedTuple):
    """Whom the first killed named."""

    seat: int
    named: tuple[int, ...]


class Bonus(NamedTuple):
    """Points of the host's own."""

    seat: int
    points: float
    why: str


class HostNote(NamedTuple):
    """A line that the host wrote down."""

    text: str
    when: When


class GameSheet(NamedTuple):
    """One game of an evening, with all that the host noted."""

    game: Game
    began: str = ""
    ended: str = ""
    fouls: tuple[Foul, ...] = ()
    best: tuple[Best, ...] = ()
    bonus: tuple[Bonus, ...] = ()
    notes: tuple[HostNote, ...] = ()
    names: tuple[str, ...] = ()  # who sits there in the end; empty: as dealt
    scoring: object = None  # a name, or data; None: the ruleset's own
