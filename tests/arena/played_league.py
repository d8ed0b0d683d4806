"""A small league of bots, played in this process into a folder."""

from __future__ import annotations

from pathlib import Path

from duskfall.arena.folder import missing, opened, read_league
from duskfall.arena.league import Entrant, League
from duskfall.arena.run.chunk import play_chunk
from duskfall.table.sheet import TableSheet

BOOKS = ("ai-mafia", "werewolf")


def league(
    blocks: int = 3, seed: int = 1, books: tuple[str, ...] = BOOKS, records: bool = True, **players: str
) -> League:
    """A league of these players; of a steady and a random one if none are named."""
    kinds = players or {"steady": "scripted", "dice": "random"}
    entrants = tuple(Entrant(name, kind, {"version": "1"}) for name, kind in kinds.items())
    tables = tuple(TableSheet(book, seats=8) for book in books)
    return League(entrants, tables, blocks, seed, records=records)


def played(folder: Path, given: League) -> Path:
    """The folder, with all games of this league in it."""
    folder.mkdir(parents=True, exist_ok=True)
    with opened(folder, given):
        for number in missing(folder, read_league(folder)):
            play_chunk(folder, number)
    return folder
