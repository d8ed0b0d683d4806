"""A record that somebody brings: read within limits, held against its rules where these are here, else refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from duskfall.core.play.game import Game
from duskfall.core.record import Record, RecordError, read
from duskfall.film.plausible import plausible
from duskfall.rules.registry import known
from duskfall.table.kept.held import hold, unverifiable
from duskfall.table.viewers import playing, viewers
from duskfall.tell.tongue import say

PUBLIC, MODERATOR = "public", "moderator"
MEGABYTES, LINES, SEATS = 4, 50_000, 64  # at most
REFUSED = (  # by facts that do not fit together
    ValueError, KeyError, TypeError, IndexError, AttributeError, ArithmeticError, RecursionError,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Opened:
    """A record, its game if it could be played again, and through whose eyes it may be seen."""

    record: Record
    game: Game | None
    viewers: list[int | None]


def opened(text: object) -> Opened:
    """The record of this text; an id in it never loads code but that of a ruleset which is installed here."""
    record = read(lines(text))
    if len(record.names) > SEATS:
        raise RecordError(f"line 1: more than {SEATS} seats")
    allowed = viewers(record.names, playing(record))
    game = _played(record, hidden=None not in allowed)
    if game is None and not plausible(record):
        raise ValueError("no table tells this")
    return Opened(record, game, allowed)


def viewer(wanted: object, allowed: list[int | None]) -> int | None:
    """The seat whose eyes are wanted, if that spoils nothing; else the table's."""
    return next((seat for seat in allowed if eyes(seat) == wanted), 0)


def eyes(seat: int | None) -> int | str:
    """A viewer as the page names it."""
    return MODERATOR if seat is None else seat or PUBLIC


def lines(text: object) -> list[str]:
    """The lines of a text of no more than so many; only what ends a line in a file ends one here."""
    given = text if isinstance(text, str) else ""
    found = [line for line in given.split("\n") if line.strip()]
    if len(given.encode(errors="replace")) > MEGABYTES << 20 or len(found) > LINES:
        raise TooLarge(
            say("This file is too large: {size} MB and {lines} lines at most.", size=MEGABYTES, lines=f"{LINES:,}")
        )
    return found


class TooLarge(Exception):
    """More than is read."""


@contextmanager
def in_one_line() -> Iterator[None]:
    """Whatever is wrong with a record is told in one line."""
    try:
        yield
    except TooLarge as error:
        raise ValueError(str(error)) from None
    except RecordError as error:
        raise ValueError(say("This is no record that can be read: {error}.", error=str(error).rstrip("."))) from None
    except REFUSED:
        raise ValueError(say("This record is damaged: what it tells does not fit together.")) from None


def _played(record: Record, hidden: bool) -> Game | None:
    """The game of a record that holds, if its rules are still what they were; one that was changed is refused."""
    book = known(record.rules)
    if book is None or unverifiable(record, book):
        return None
    held = hold(record, hidden)
    if held.wrong:
        raise ValueError(held.wrong)
    return held.game
