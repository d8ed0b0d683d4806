"""A league on a Ray cluster: complete, and the same rows as with processes, whatever happens to a node."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from duskfall.arena.folder import as_kept, missing, open_league
from duskfall.arena.league import Entrant, League
from duskfall.arena.run.spread import over_cores
from duskfall.arena.store.query import open_tables
from duskfall.arena.store.tables import CLOCKS, TABLES
from duskfall.table.sheet import TableSheet
from tests.arena.ray_nodes import HELD
from tests.patience import LONG

ROOT = Path(__file__).parents[2]
LEAGUE = League(
    (Entrant("held", "held:Held"), Entrant("dice", "random")),
    (TableSheet("ai-mafia-classic", seats=7, talk=False),),
    blocks=22,
)


def rows(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """All rows of a league, sorted, clock columns aside."""
    tables = open_tables(folder)
    return {
        table: sorted(tables.execute(f"SELECT {', '.join(_columns(table))} FROM {table}").fetchall(), key=repr)
        for table in TABLES
    }


def _columns(table: str) -> list[str]:
    return [f'"{column}"' for column in TABLES[table] if column not in CLOCKS.get(table, ())]


def test_a_node_is_lost_in_the_middle(tmp_path: Path, monkeypatch: object) -> None:
    (tmp_path / "held.py").write_text(HELD)
    hold, lost, whole = tmp_path / "hold", tmp_path / "lost", tmp_path / "whole"
    hold.mkdir()
    open_league(lost, LEAGUE)
    done = subprocess.run(
        [sys.executable, "-m", "tests.arena.ray_nodes", str(lost), str(hold)],
        cwd=tmp_path,
        env={**os.environ, "HOLD": str(hold), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=LONG,
    )
    print(done.stdout, done.stderr)
    assert done.returncode == 0
