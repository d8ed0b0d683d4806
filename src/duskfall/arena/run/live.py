"""Preliminary openskill numbers while a league is played, from some of its chunks."""

from __future__ import annotations

from pathlib import Path

from duskfall.arena.folder import chunk_path
from duskfall.arena.rating.live import Live
from duskfall.arena.store.extra import duckdb
from duskfall.arena.store.parquet import SUFFIX, quoted

MOST = 20  # games counted per chunk


class LiveNumbers:
    """The preliminary numbers of the players, from the chunks counted so far."""

    def __init__(self) -> None:
        self.live = Live()

    def take(self, folder: Path, number: int) -> None:
        """Update the numbers with the first MOST games of a finished chunk."""
        games, seats = (quoted(chunk_path(folder, number) / f"{table}{SUFFIX}") for table in ("games", "seats"))
        asked = (
            f"SELECT any_value(winner), list((player, team)) FROM {games} JOIN {seats} USING (game)"
            f" WHERE winner IS NOT NULL AND side <> 'alone' GROUP BY game ORDER BY game LIMIT {MOST}"
        )
        with duckdb().connect(config={"threads": 1}) as tables:
            for winner, lineup in tables.execute(asked).fetchall():
                self.live.take(winner, lineup)

    def best(self) -> dict[str, float]:
        """Return the number of each player, best first."""
        return dict(sorted(self.live.numbers().items(), key=lambda each: -each[1]))
