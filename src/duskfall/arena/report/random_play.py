"""What random play scores: the league's own tables played by random bots, and read by the very same measures."""

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

GAMES: Final = 100  # at each table
SEED: Final = 1
RANDOM: Final = "random"
Key = tuple[str, str]
"""A ruleset, and a group of a measure."""


def random_play(tables: Sequence[TableSheet], games: int = GAMES) -> dict[str, dict[Key, float]]:
    """By measure: the value in each ruleset and group, at these tables; empty if there are none."""
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
