"""How far a league is: games, failures and dollars so far, how fast it goes, and when it will end."""

from __future__ import annotations

import json
import os
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from time import monotonic

from duskfall.arena.folder import chunk_games, chunks_of, read_about
from duskfall.arena.league import League

CLOCK = "clock.json"  # for how many seconds the league was played until now
NOTED = 1.0  # seconds between two notes of the time


class Standing:
    """What is played of a league, chunk by chunk."""

    def __init__(self, folder: Path, league: League, missing: Collection[int]) -> None:
        chunks, away = chunks_of(league), frozenset(missing)
        self.folder, self.league = folder, league
        self.games = chunks[-1].stop
        self.done = self.now = self.failed = 0  # games: all, those of this run, and those that broke off
        self.cost = 0.0
        for number in range(len(chunks)):
            if number not in away:
                self._count(number)
        self._before, self._begun, self._noted = _read_clock(folder), monotonic(), 0.0

    def take(self, number: int) -> None:
        """One more chunk is in the folder."""
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
        """How long this run has been going."""
        return monotonic() - self._begun

    @property
    def rate(self) -> float:
        """Games a second, of this run."""
        return self.now / self.seconds if self.now else 0.0

    @property
    def time_left(self) -> float | None:
        """Seconds until the budget of time is used up; None if there is none."""
        most = self.league.budget.seconds
        return None if most is None else most - self._before - self.seconds

    @property
    def to_go(self) -> float | None:
        """Seconds until the end, as it goes; None while nobody knows."""
        ends = [(self.games - self.done) / self.rate] if self.rate else []
        return min([*ends, *filter(None, [self.time_left])], default=None)

    def note(self) -> None:
        """Write down for how long the league has been played."""
        self._noted = self.seconds
        beside = self.folder / f".{CLOCK}"
        with suppress(OSError):  # a full disk stops the league where it matters: at the next chunk
            beside.write_text(json.dumps({"seconds": self._before + self.seconds}), encoding="utf-8")
            os.replace(beside, self.folder / CLOCK)


def _read_clock(folder: Path) -> float:
    try:
        return float(json.loads((folder / CLOCK).read_bytes())["seconds"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0.0
