"""The rows of a measurement: commands that are run in turn, and Markdown tables of what they gave."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
ENV = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}  # users have byte code


@dataclass
class System:
    """One row of a table: a command and what its runs gave."""

    name: str
    note: str
    command: list[str]
    games: int
    games_rate: list[float] = field(default_factory=list)
    decisions_rate: list[float] = field(default_factory=list)
    decisions_a_game: list[float] = field(default_factory=list)
    kernel_share: list[float] = field(default_factory=list)

    def run(self, seed: int) -> None:
        """Run once in a fresh process and keep the rates."""
        line = output([*self.command, "--games", str(self.games), "--seed", str(seed)]).splitlines()[-1]
        got = json.loads(line)
        self.games_rate.append(got["games"] / got["seconds"])
        self.decisions_rate.append(got["decisions"] / got["seconds"])
        self.decisions_a_game.append(got["decisions"] / got["games"])
        self.kernel_share.append(got.get("kernel", got["seconds"]) / got["seconds"])

    @property
    def numbers(self) -> list[str]:
        """Medians: games a second, decisions a second, decisions a game."""
        games, rate, length = map(median, (self.games_rate, self.decisions_rate, self.decisions_a_game))
        return [f"{games:,.0f}", f"{rate:,.0f}", f"{length:.1f}"]


def output(command: list[str]) -> str:
    """Run a command in the project's root and return what it printed; stop with its errors if it failed."""
    done = subprocess.run(command, cwd=ROOT, env=ENV, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0 or not done.stdout.strip():
        shown = " ".join(Path(part).name if os.sep in part else part for part in command)
        raise SystemExit(f"{shown} failed ({done.returncode}):\n{done.stderr or done.stdout}")
    return done.stdout


def take_turns(rows: Sequence[System], rounds: int) -> None:
    """Run every row once in each round, forth and back, so that a slow spell of the machine hits all of them."""
    most = max((row.games for row in rows), default=0)
    for number in range(rounds if rows else 0):
        print(f"round {number + 1} of {rounds} ...", file=sys.stderr, flush=True)
        for row in rows if number % 2 == 0 else rows[::-1]:
            row.run(seed=1 + number * most)


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table that also reads well as plain text: first column left, the others right."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]

    def line(cells: list[str]) -> str:
        padded = [cell.rjust(width) for cell, width in zip(cells, widths, strict=True)]
        padded[0] = cells[0].ljust(widths[0])
        return "| " + " | ".join(padded) + " |"

    rule = ["-" * w if i == 0 else "-" * (w - 1) + ":" for i, w in enumerate(widths)]
    return "\n".join(line(cells) for cells in [head, rule, *rows])
