"""Leagues: how they scale over processes, what the store costs a game, and what a report on a million games takes.

    python bench/arena.py               # part of `make bench`

Scaling: the same league of scripted bots over all rulesets, once in this process and once over two, start and end of
these included, in turn. Store: the same deals as `play --games` plays them, which keeps nothing but counts, and as
chunks of a league, with all tables and with or without records, on disk when they are over. Report: bench/million.py
makes the folder, and `duskfall arena report` is run on it in a process of its own.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from million import make
from rows import ENV, ROOT, table

from duskfall.arena.folder import missing, opened
from duskfall.arena.league import Entrant, League
from duskfall.arena.run.many import play_seeds
from duskfall.arena.run.spread import over_cores
from duskfall.arena.schedule import Schedule
from duskfall.rules import BOOKS
from duskfall.table.sheet import TableSheet

LEAST_SCALING = 1.8  # what the project promises of two processes
MEGABYTE, GIGABYTE = 1 << 20, 1 << 30
TABLE = TableSheet("ai-mafia", seats=10)


def seconds(work: Callable[[], object]) -> float:
    """How long it takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def play_league(league: League, jobs: int) -> float:
    """Seconds to play a league in a new folder over so many processes."""
    with TemporaryDirectory() as place, opened(folder := Path(place) / "league", league):
        return seconds(lambda: list(over_cores(jobs)(folder, missing(folder, league))))


# -- processes -----------------------------------------------------------------------------------------------


def scaling_table(books: Sequence[str], blocks: int, rounds: int) -> str:
    """Games a second of a league with one and with two processes."""
    players = (Entrant("one", "scripted"), Entrant("two", "scripted"))
    league = League(players, tuple(TableSheet(book, seats=10) for book in books), blocks)
    play_league(replace(league, blocks=1), 1)  # all that is compiled once
    took: dict[int, list[float]] = {1: [], 2: []}
    for number in range(rounds):
        for jobs in (1, 2) if number % 2 == 0 else (2, 1):
            took[jobs].append(play_league(league, jobs))
    games = len(Schedule(league))
    one, two = (games / median(took[jobs]) for jobs in (1, 2))
    scaling = median(alone / both for alone, both in zip(took[1], took[2], strict=True))
    head = ["a league of bots", "games", "1 process: games/s", "2 processes", f"scaling (at least {LEAST_SCALING})"]
    return table(
        head,
        [
            [
                f"{'all rulesets' if books == list(BOOKS) else ', '.join(books)}, scripted",
                f"{games:,}",
                f"{one:,.0f}",
                f"{two:,.0f}",
                f"{scaling:.2f}",
            ]
        ],
    )


# -- the store -----------------------------------------------------------------------------------------------


def store_table(games: int, rounds: int) -> str:
    """What a game costs without and with the store, at the same table."""
    head = ["ms a game", "play --games", "league, no records", "league", "store alone", "of the game"]
    return table(
        head, [_store_row(kind, count, rounds) for kind, count in (("random", games), ("scripted", max(1, games // 4)))]
    )


def _store_row(kind: str, games: int, rounds: int) -> list[str]:
    sheet = replace(TABLE, players=kind)
    league = League((Entrant("one", kind),), (TABLE,), games)
    seeds = [fixture.seed for fixture in Schedule(league)]
    ways: list[Callable[[], float]] = [
        lambda: seconds(lambda: play_seeds(sheet, seeds)),
        lambda: play_league(replace(league, records=False), 1),
        lambda: play_league(league, 1),
    ]
    took: list[list[float]] = [[] for _ in ways]
    for number in range(rounds + 1):
        for way, times in zip(ways, took, strict=True):
            spent = way()
            if number:  # the first turn only warms up
                times.append(1000 * spent / games)
    plain, bare, whole = map(median, took)
    return [
        f"ai-mafia, {kind}",
        *(f"{each:.2f}" for each in (plain, bare, whole, whole - plain)),
        f"{whole / plain - 1:.0%}",
    ]


# -- a report ------------------------------------------------------------------------------------------------


def report_table(games: int) -> str:
    """What a report on very many games takes."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        making = seconds(lambda: make(folder, games))
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        took, memory = _measured([sys.executable, "-m", "duskfall", "arena", "report", str(folder)])
    head = ["report on", "games", "on disk (GB)", "made in (s)", "report (s)", "peak memory (MB)"]
    cells = [f"{games:,}", f"{size / GIGABYTE:.2f}", f"{making:.0f}", f"{took:.1f}", f"{memory / MEGABYTE:,.0f}"]
    return table(head, [["all tables, six players", *cells]])


def _measured(command: list[str]) -> tuple[float, int]:
    """The seconds and the peak memory in bytes of a command."""
    began = time.perf_counter()
    running = subprocess.Popen(command, cwd=ROOT, env=ENV, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(running.pid, 0)
    running.returncode = os.waitstatus_to_exitcode(status)
    if running.returncode:
        raise SystemExit(f"the report failed ({running.returncode})")
    return time.perf_counter() - began, usage.ru_maxrss * 1024


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="measure leagues")
    parser.add_argument("--blocks", type=int, default=30, help="of each table of the league that scales (default 30)")
    parser.add_argument("--games", type=int, default=800, help="at the table of the store (default 800)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds, every way once in each (default 3)")
    parser.add_argument(
        "--report", type=int, default=1_000_000, help="games in the report (default a million; 0: no report)"
    )
    parser.add_argument(
        "--rules", choices=BOOKS, action="append", help="rulesets of the league that scales; may be repeated"
    )
    options = parser.parse_args()
    print(scaling_table(options.rules or list(BOOKS), options.blocks, options.rounds))
    print()
    print(store_table(options.games, options.rounds))
    if options.report:
        print()
        print(report_table(options.report))


if __name__ == "__main__":
    main()
