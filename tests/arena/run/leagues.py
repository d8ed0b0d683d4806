"""Leagues for tests: small and quick ones, their folders, and all their rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from duskfall.arena.folder import missing, opened
from duskfall.arena.league import Entrant, League
from duskfall.arena.run.session import play_missing
from duskfall.arena.run.spread import over_cores
from duskfall.arena.run.standing import Standing
from duskfall.arena.store.query import open_tables
from duskfall.arena.store.tables import CLOCKS, TABLES
from duskfall.table.sheet import TableSheet

QUICK = TableSheet("ai-mafia-classic", 5, talk=False)
Rows = dict[str, list[tuple[Any, ...]]]


def league(blocks: int = 12, *tables: TableSheet, **more: Any) -> League:
    """Two bots at a small table, five games a block."""
    entrants = (Entrant("one", "random", {"version": "1"}), Entrant("two", "scripted", {"version": "1"}))
    return League(**{"entrants": entrants, "tables": tables or (QUICK,), "blocks": blocks} | more)


def play_all(folder: Path, wanted: League, jobs: int = 1) -> list[str]:
    """Play what is missing; gives back what was told."""
    told: list[str] = []
    with opened(folder, wanted):
        todo = missing(folder, wanted, told.append)
        assert play_missing(Standing(folder, wanted, todo), todo, over_cores(jobs)) == ""
    return told


def rows(folder: Path) -> Rows:
    """All rows of a league, in order, but for the clock columns."""
    found = {}
    with open_tables(folder) as tables:
        for table, columns in TABLES.items():
            names = ", ".join(f'"{name}"' for name in columns if name not in CLOCKS.get(table, ()))
            found[table] = sorted(tables.execute(f"SELECT {names} FROM {table}").fetchall(), key=repr)
    return found


def content(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}
