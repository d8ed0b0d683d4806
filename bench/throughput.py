"""How fast our own players play many games of every ruleset, and what one decision costs whom."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from statistics import median

from rows import System, table

from duskfall.players.find import BOTS
from duskfall.rules import BOOKS

FEWER = {"random": 1, "scripted": 10, "detective": 100}  # divides the games of a run: slow players play fewer


def systems(games: int, books: Iterable[str] = BOOKS) -> list[System]:
    """Return a row for each of these rulesets and every kind of bot, with talk."""
    ours = [sys.executable, "bench/ours.py", "--talk"]
    return [
        System(rules, kind, [*ours, "--rules", rules, "--players", kind], max(1, games // FEWER[kind]))
        for rules in books
        for kind in BOTS
    ]


def throughput_table(rows: list[System]) -> str:
    """Games and decisions a second, and the microseconds of one decision, in the kernel and in the player."""
    head = ["ruleset", "players", "games/s", "decisions/s", "decisions/game", "µs/decision", "kernel", "player"]
    return table(head, [[row.name, row.note, *row.numbers, *_cost(row)] for row in rows])


def _cost(row: System) -> list[str]:
    whole = 1e6 / median(row.decisions_rate)
    kernel = whole * median(row.kernel_share)
    return [f"{whole:.1f}", f"{kernel:.1f}", f"{whole - kernel:.1f}"]
