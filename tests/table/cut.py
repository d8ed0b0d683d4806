"""Records of short games, whole and cut, for the tests of how a game goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duskfall
from duskfall.core.play.game import Game
from duskfall.table.kept.journal import Journal
from duskfall.table.run import play
from duskfall.table.seating import seat_players


def begin(path: Path, book: str = "city-mafia", seats: int = 5, **options: Any) -> tuple[Game, Journal]:
    """A game of random players that is about to be played."""
    game = duskfall.start(book, seats, **{"seed": 28, "talk": False, **options})
    return game, Journal(path, game, ["random"] * seats)


def finish(game: Game, journal: Journal) -> None:
    """Play it to its end."""
    play(game, seat_players(game), journal)
    journal.close(over=True)


def whole(path: Path, book: str = "city-mafia", seats: int = 5, **options: Any) -> bytes:
    """The bytes of a finished record."""
    finish(*begin(path, book, seats, **options))
    return path.read_bytes()


def ends(text: bytes) -> list[int]:
    """Where the lines end."""
    return [place + 1 for place, byte in enumerate(text) if byte == 10]


def half(text: bytes) -> bytes:
    """The lines of about the first half of a game."""
    return text[: text.rindex(b"\n", 0, len(text) * 3 // 4) + 1]


def changed(text: bytes, number: int, line: bytes) -> bytes:
    """The record with another line in this place."""
    lines = text.splitlines()
    return b"\n".join([*lines[: number - 1], line, *lines[number:]]) + b"\n"
