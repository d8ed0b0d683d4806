"""The scores of random play: random bots play at the league's own tables, read by the same measures."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from duskfall.arena.folder import CHUNKS
from duskfall.arena.league import Entrant, League
from duskfall.arena.measures import MEASURES
from duskfall.arena.run.one import play_bots
from duskfall.arena.schedule import Schedule
from duskfall.arena.store.parquet import write_tables
from duskfall.arena.store.query import open_tables
from duskfall.arena.store.rows import Rows
from duskfall.table.sheet import TableSheet

GAMES: Final = 100  # games at each table
SEED: Final = 1
RANDOM: Final = "random"
Key = tuple[str, str]
"""A ruleset and a group of a measure."""


def random_play(tables: Sequence[TableSheet], games: int = GAMES) -> dict[str, dict[Key, float]]:
    """Return the value of each measure by ruleset and group at these tables; empty without games or tables."""
    if not games or not tables:
        return {}
    rows = _rows(League((Entrant(RANDOM, RANDOM),), tuple(tables), games, SEED, records=False))
    with TemporaryDirectory() as folder:
        into = Path(folder) / CHUNKS / "000000"
        into.mkdir(parents=True)
        write_tables(into, rows)
        with closing(open_tables(Path(folder))) as found:
            return {
                measure.id: {(each.rules, each.group): each.value for each in measure.read(found)}
                for measure in MEASURES
            }


def _rows(league: League) -> Rows:
    rows: Rows = {}
    for fixture in Schedule(league):
        for table, found in play_bots(league, fixture).rows.items():
            rows.setdefault(table, []).extend(found)
    return rows
