"""Measure duskfall against TextArena's SecretMafia, and its start against an empty interpreter.

    make bench                  print the tables
    make bench BENCH=--save     also append them, dated, to docs/benchmarks.md

Run with the project's interpreter. The systems take turns in every round, each in a
fresh process, so that a slow spell of the machine hits all of them; the medians are shown. Nothing is
asserted: times belong to the machine they were taken on.

The second table has our own players in all rulesets. There the cost of a decision is split: `kernel` is the engine
alone, when all answers are known beforehand; `player` is the rest, views and thinking.

A measurement is a script that prints one JSON line with `games`, `decisions` and `seconds`. A decision is one
answer of one player: a line of talk, a night action or a vote. Ours is `bench/ours.py --games N --seed S`
with `--talk` or `--no-talk`. The first row is the peer as `make("SecretMafia-v0")` gives it, and all ratios are to
it; the second leaves out its wrappers, which join all that a player has seen into one text. TextArena cannot play
without talk. Its deck is two mafia, a doctor, a detective and six villagers; ours has more roles, so that both decks
are measured.

The tables after that are of language models, by bench/models.py: what the table adds to the time that they take. Then
leagues, by bench/arena.py; tables on a server under load, by bench/serve.py; the simulator beside the kernel and beside
a game written by hand, by bench/simulator.py (on a GPU: bench/simulator_cuda.py, which is called by itself); and
environments for learning beside OpenSpiel's, by bench/envs.py; and the detective, by bench/detect.py. `--only` measures
some of these tables alone. Without `.venv-bench` the peer's rows are left out, and the report says so.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

import throughput
from rows import ENV, ROOT, System, output, table, take_turns

from duskfall.rules import BOOKS

PEER_PYTHON = ROOT / ".venv-bench" / "bin" / "python"
PEER_DECK = "Godfather, Mafia, Doctor, Cop, Villager*6"
PAGE = ROOT / "docs" / "benchmarks.md"
SCRIPTS: dict[str, list[str]] = {
    "models": [], "arena": [], "serve": [], "simulator": [], "detect": [],
    "envs": ["--most", "1000", "--rounds", "1"],  # with more games at once they would take 11 GB
}  # fmt: skip
TABLES = ("speed", "throughput", "start", *SCRIPTS)


def systems(games: int, peer_games: int) -> list[System]:
    """Return the rows: the peer as its users get it, the peer stripped, ours with our deck, ours with the peer's.

    Where the peer isn't installed, its rows are left out.
    """
    peer, ours = [str(PEER_PYTHON), "bench/textarena_peer.py"], [sys.executable, "bench/ours.py"]
    same_deck = ["--deck", PEER_DECK]
    peers = [
        System("TextArena SecretMafia-v0", "yes", [*peer, "--wrapped"], max(1, peer_games // 4)),
        System("TextArena SecretMafia-v0-raw", "yes", peer, peer_games),
    ]
    return [
        *(peers if PEER_PYTHON.exists() else ()),
        System("duskfall ai-mafia", "yes", [*ours, "--talk"], games),
        System("duskfall ai-mafia, random players", "yes", [*ours, "--talk", "--players", "random"], games),
        System("duskfall ai-mafia, the peer's deck", "yes", [*ours, "--talk", *same_deck], games),
        System("duskfall ai-mafia", "no", [*ours, "--no-talk"], games),
        System("duskfall ai-mafia, the peer's deck", "no", [*ours, "--no-talk", *same_deck], games),
    ]


def speed_table(rows: list[System]) -> str:
    """Format the medians of the speed runs, with decisions a second as a multiple of the first row's."""
    base = statistics.median(rows[0].decisions_rate)
    cells = [[row.name, row.note, *row.numbers, f"{statistics.median(row.decisions_rate) / base:.2f}"] for row in rows]
    compared = "peer" if PEER_PYTHON.exists() else "first row"
    report = table(["system", "talk", "games/s", "decisions/s", "decisions/game", f"ratio to {compared}"], cells)
    return report if PEER_PYTHON.exists() else f"{report}\n\nTextArena is not installed (.venv-bench): no rows of it."


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
            done = subprocess.run(command, cwd=ROOT, env=ENV, capture_output=True, text=True, stdin=subprocess.DEVNULL)
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
    parser.add_argument(
        "--games",
        type=int,
        default=1000,
        help="our games a run (default 1000; a tenth of them for scripted, a hundredth for detective)",
    )
    parser.add_argument("--peer-games", type=int, default=1000, help="the peer's games a run (default 1000)")
    parser.add_argument("--starts", type=int, default=20, help="starts timed of each kind (default 20)")
    parser.add_argument("--only", choices=TABLES, action="append", help="only this table; may be repeated")
    parser.add_argument("--rules", choices=BOOKS, action="append", help="our players only in this; may be repeated")
    parser.add_argument("--save", action="store_true", help="append the result to docs/benchmarks.md")
    options = parser.parse_args()
    if min(options.rounds, options.games, options.peer_games, options.starts) < 1:
        parser.error("counts must be at least 1")
    wanted = options.only or TABLES
    rows = systems(options.games, options.peer_games) if "speed" in wanted else []
    ours = throughput.systems(options.games, options.rules or BOOKS) if "throughput" in wanted else []
    take_turns(rows + ours, options.rounds)
    cores = os.cpu_count()
    conditions = (
        f"10 players, random legal actions if nothing else is said, one process; medians of {options.rounds} "
        f"rounds in turn. "
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, {cores} cores."
    )
    tables = [conditions]
    tables += [speed_table(rows)] if rows else []
    tables += [throughput.throughput_table(ours)] if ours else []
    tables += [start_table(start_times(options.starts))] if "start" in wanted else []
    for name in SCRIPTS:
        if name in wanted:
            print(f"bench/{name}.py ...", file=sys.stderr, flush=True)
            tables.append(output([sys.executable, f"bench/{name}.py", *SCRIPTS[name]]).strip())
    report = "\n\n".join(tables)
    print(report)
    if options.save:
        save(report, datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC"))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
