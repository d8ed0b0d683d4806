"""What a seat has heard and seen, piece by piece."""

from __future__ import annotations

from typing import NamedTuple


class HeardReport(NamedTuple):
    """A result that somebody told the table."""

    by: int
    on: int
    word: str
    verb: str
    day: int


class Sight(NamedTuple):
    """Whom somebody visited, or who visited somebody, as this seat was told."""

    verb: str
    target: int
    seats: tuple[int, ...]
    night: int


class HeardVisit(NamedTuple):
    """A visit of which somebody told the table."""

    by: int
    who: int
    at: int
    night: int


class VoteCount(NamedTuple):
    """An opened ballot, and whom it sent away."""

    day: int
    ballots: tuple[tuple[int, int | str], ...]
    out: int = 0
