"""The progress of a league: games, failures and dollars so far, its speed, and the time left."""

from __future__ import annotations

import json
import os
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from time import monotonic

from duskfall.arena.folder import chunk_games, chunks_of, read_about
from duskfall.arena.league import League

CLOCK = "clock.json"  # the file with the seconds for which the league has been played
NOTED = 1.0  # seconds between two updates of that file


class Standing:
    """The progress of a league, updated chunk by chunk."""

    def __init__(self, folder: Path, league: League, missing: Collection[int]) -> None:
        chunks, away = chunks_of(league), frozenset(missing)
        self.folder, self.league = folder, league
        self.games = chunks[-1].stop
        self.done = self.now = self.failed = 0  # games: all, of this run, broken off
        self.cost = 0.0
        for number in range(len(chunks)):
            if number not in away:
                self._count(number)
        self._before, self._begun, self._noted = _read_clock(folder), monotonic(), 0.0

    def take(self, number: int) -> None:
        """Count a chunk that has been finished."""
        self.now += self._count(number)
        if self.seconds - self._noted > NOTED:
            self.note()

    def _count(self, number: int) -> int:
        about, games = read_about(self.folder, number), len(chunk_games(self.league, number))
        self.done += games
        self.failed += about["failed"]
        self.cost += about["cost"]
        return games

    @property
    def seconds(self) -> float:
        """The seconds since this run began."""
        return monotonic() - self._begun

    @property
    def rate(self) -> float:
        """The games per second of this run."""
        return self.now / self.seconds if self.now else 0.0

    @property
    def time_left(self) -> float | None:
        """The seconds until the time budget is used up; None if there is none."""
        most = self.league.budget.seconds
        return None if most is None else most - self._before - self.seconds

    @property
    def to_go(self) -> float | None:
        """The expected seconds until the end at the present rate; None while that isn't known."""
        ends = [(self.games - self.done) / self.rate] if self.rate else []
        return min([*ends, *filter(None, [self.time_left])], default=None)

    def note(self) -> None:
        """Save the time for which the league has been played."""
        self._noted = self.seconds
        beside = self.folder / f".{CLOCK}"
        with suppress(OSError):  # a full disk stops the league where it matters, at the next chunk
            beside.write_text(json.dumps({"seconds": self._before + self.seconds}), encoding="utf-8")
            os.replace(beside, self.folder / CLOCK)


def _read_clock(folder: Path) -> float:
    try:
        return float(json.loads((folder / CLOCK).read_bytes())["seconds"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0.0
