"""Measure duskfall against TextArena's SecretMafia, and its start against an empty interpreter.

    make bench                  print the tables
    make bench BENCH=--save     also append them, dated, to docs/benchmarks.md

Standard library only; run with the project's interpreter. The systems take turns in every round, each in a
fresh process, so that a slow spell of the machine hits all of them; the medians are shown. Nothing is
asserted: times belong to the machine they were taken on.

A measurement is a script that prints one JSON line with `games`, `decisions` and `seconds`. A decision is one
answer of one player: a line of talk, a night action or a vote. Ours is `bench/ours.py --games N --seed S`
with `--talk` or `--no-talk`. The first row is the peer as `make("SecretMafia-v0")` gives it, and all ratios are to
it; the second leaves out its wrappers, which join all that a player has seen into one text. TextArena cannot play
without talk. Its deck is two mafia, a doctor, a detective and six villagers; ours has more roles, so that both decks
are measured.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PEER_PYTHON = ROOT / ".venv-bench" / "bin" / "python"
PEER_DECK = "Godfather, Mafia, Doctor, Cop, Villager*6"
PAGE = ROOT / "docs" / "benchmarks.md"


@dataclass
class System:
    """One row of the table: a command and what its runs gave."""

    name: str
    talk: str
    command: list[str]
    games: int
    games_rate: list[float] = field(default_factory=list)
    decisions_rate: list[float] = field(default_factory=list)
    decisions_a_game: list[float] = field(default_factory=list)

    def run(self, seed: int) -> None:
        """Run once in a fresh process and keep the rates."""
        line = output([*self.command, "--games", str(self.games), "--seed", str(seed)]).splitlines()[-1]
        got = json.loads(line)
        self.games_rate.append(got["games"] / got["seconds"])
        self.decisions_rate.append(got["decisions"] / got["seconds"])
        self.decisions_a_game.append(got["decisions"] / got["games"])


def output(command: list[str]) -> str:
    """Run a command in the project's root and return what it printed; stop with its errors if it failed."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0 or not done.stdout.strip():
        shown = " ".join(Path(part).name if os.sep in part else part for part in command)
        raise SystemExit(f"{shown} failed ({done.returncode}):\n{done.stderr or done.stdout}")
    return done.stdout


def systems(games: int, peer_games: int) -> list[System]:
    """The rows: the peer as its users get it, the peer stripped, ours with our deck, ours with the peer's."""
    peer, ours = [str(PEER_PYTHON), "bench/textarena_peer.py"], [sys.executable, "bench/ours.py"]
    same_deck = ["--deck", PEER_DECK]
    return [
        System("TextArena SecretMafia-v0", "yes", [*peer, "--wrapped"], max(1, peer_games // 4)),
        System("TextArena SecretMafia-v0-raw", "yes", peer, peer_games),
        System("duskfall ai-mafia", "yes", [*ours, "--talk"], games),
        System("duskfall ai-mafia, random players", "yes", [*ours, "--talk", "--players"], games),
        System("duskfall ai-mafia, the peer's deck", "yes", [*ours, "--talk", *same_deck], games),
        System("duskfall ai-mafia", "no", [*ours, "--no-talk"], games),
        System("duskfall ai-mafia, the peer's deck", "no", [*ours, "--no-talk", *same_deck], games),
    ]


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table that also reads well as plain text: first column left, the others right."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]

    def line(cells: list[str]) -> str:
        padded = [cell.rjust(width) for cell, width in zip(cells, widths, strict=True)]
        padded[0] = cells[0].ljust(widths[0])
        return "| " + " | ".join(padded) + " |"

    rule = ["-" * w if i == 0 else "-" * (w - 1) + ":" for i, w in enumerate(widths)]
    return "\n".join(line(cells) for cells in [head, rule, *rows])


def speed_table(rows: list[System]) -> str:
    """Medians of the speed runs, and each system's decisions a second as a multiple of the first row's."""
    base = statistics.median(rows[0].decisions_rate)
    cells = []
    for row in rows:
        rate = statistics.median(row.decisions_rate)
        cells.append(
            [
                row.name,
                row.talk,
                f"{statistics.median(row.games_rate):,.0f}",
                f"{rate:,.0f}",
                f"{statistics.median(row.decisions_a_game):.1f}",
                f"{rate / base:.2f}",
            ]
        )
    return table(["system", "talk", "games/s", "decisions/s", "decisions/game", "ratio to peer"], cells)


def start_times(repeat: int) -> dict[str, float]:
    """Median seconds of starting an empty interpreter, importing duskfall, and printing the help."""
    script = Path(sys.executable).with_name("duskfall")
    commands = {
        "python3 -c pass": [sys.executable, "-c", "pass"],
        "import duskfall": [sys.executable, "-c", "import duskfall"],
        "duskfall --help": [str(script), "--help"],
    }
    took: dict[str, list[float]] = {name: [] for name in commands}
    for turn in range(repeat + 1):
        for name, command in commands.items():
            start = time.perf_counter()
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL)
            seconds = time.perf_counter() - start
            if done.returncode != 0:
                raise SystemExit(f"{name} failed ({done.returncode}):\n{done.stderr}")
            if turn:  # the first turn only warms the byte code and the disk cache
                took[name].append(seconds)
    return {name: statistics.median(times) for name, times in took.items()}


def start_table(times: dict[str, float]) -> str:
    """The start times in milliseconds and as multiples of the empty interpreter's."""
    base = next(iter(times.values()))
    rows = [[name, f"{seconds * 1000:.1f}", f"{seconds / base:.2f}"] for name, seconds in times.items()]
    return table(["start", "ms", "ratio"], rows)


def save(report: str, heading: str) -> None:
    """Append the report to docs/benchmarks.md as a section of its own."""
    PAGE.parent.mkdir(exist_ok=True)
    old = PAGE.read_text(encoding="utf-8").rstrip() if PAGE.exists() else "# Benchmarks"
    PAGE.write_text(f"{old}\n\n## {heading}\n\n{report}\n", encoding="utf-8")
    print(f"\nadded to {PAGE.relative_to(ROOT)}")


def main() -> int:
    """Measure, print, and save if asked."""
    parser = argparse.ArgumentParser(description="measure duskfall against TextArena")
    parser.add_argument("--rounds", type=int, default=5, help="rounds, every system once in each (default 5)")
    parser.add_argument("--games", type=int, default=1000, help="our games a run (default 1000)")
    parser.add_argument("--peer-games", type=int, default=1000, help="the peer's games a run (default 1000)")
    parser.add_argument("--starts", type=int, default=20, help="starts timed of each kind (default 20)")
    parser.add_argument("--save", action="store_true", help="append the result to docs/benchmarks.md")
    options = parser.parse_args()
    if min(options.rounds, options.games, options.peer_games, options.starts) < 1:
        parser.error("counts must be at least 1")
    if not PEER_PYTHON.exists():
        raise SystemExit("there is no .venv-bench: run `make bench`")

    rows = systems(options.games, options.peer_games)
    for number in range(options.rounds):
        order = rows if number % 2 == 0 else rows[::-1]
        for row in order:
            row.run(seed=1 + number * max(options.games, options.peer_games))
    cores = os.cpu_count()
    conditions = (
        f"10 players, random legal actions, one process; medians of {options.rounds} rounds in turn. "
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, {cores} cores."
    )
    report = f"{conditions}\n\n{speed_table(rows)}\n\n{start_table(start_times(options.starts))}"
    print(report)
    if options.save:
        save(report, datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC"))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
