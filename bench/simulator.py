"""The simulator on one core, beside the kernel's silent games and beside a game written by hand; prints tables.

    .venv/bin/python bench/simulator.py [--seconds 1] [--rounds 5]

Ten seats, `uniform`. All take turns in every round and the medians are shown, as in `run.py`, which calls this. The
kernel's row is `bench/ours.py --no-talk`. Compiling is timed in a fresh process with nothing kept on disk; `again` is
the same with what the first one kept. `one by one` is a game that stops at every question: `begin`, `answer` and
`step`, each called from Python.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from statistics import median

import handwritten
from rows import ENV, ROOT, System, table

from duskfall.batch.compiled.build import Target, build, integers
from duskfall.batch.program import source
from duskfall.batch.run import simulate
from duskfall.batch.table import Table
from duskfall.rules import BOOKS, ruleset

SEATS, PLAIN = 10, "Mafia*2, Villager*8"
CACHE = "DUSKFALL_BATCH_CACHE"
Run = Callable[[int], float]  # so many games: the seconds they took


def book(rules: str) -> Table:
    """A ruleset's own deck."""
    return Table.make(ruleset(rules), SEATS)


def plain() -> Table:
    """The plainest deck, with the same rules as the game by hand."""
    return Table.make(ruleset("ai-mafia"), deck=PLAIN)


def simulated(at: Table, device: Target, threads: int = 1) -> Run:
    """Games of the simulator."""
    return lambda games: simulate(at, games, threads=threads, seed=1, device=device).seconds


def by_hand(games: int) -> float:
    """Games of the plain deck by hand."""
    began = time.perf_counter()
    handwritten.run(1, 0, games)
    return time.perf_counter() - began


def one_by_one(at: Table, device: Target) -> Run:
    """Games that stop at every question, one after the other."""
    built = build(source(at, resumable=True), device, "begin", "answer", "step")
    W, K, L = built.arrays(at)
    array = list if device == "plain" else integers
    asked, answers = array([0] * 64), array([0] * 64)

    def run(games: int) -> float:
        began = time.perf_counter()
        for game in range(games):
            act = built.begin(1, game, W, K, L, asked)
            while act:
                built.answer(W, K, asked, answers, asked[0])
                act = built.step(W, K, L, answers, asked)
        return time.perf_counter() - began

    return run


def rate_for(run: Run, seconds: float) -> int:
    """Return how many games take about this long; the first run also compiles."""
    run(1)
    games = min(100, max(1, int(1000 * seconds)))
    while (took := run(games)) < seconds / 10:
        games *= 4
    return max(1, int(games * seconds / took))


def rates(runs: dict[str, Run], seconds: float, rounds: int) -> dict[str, float]:
    """Games a second of each, taking turns."""
    games = {name: rate_for(run, seconds) for name, run in runs.items()}
    took: dict[str, list[float]] = {name: [] for name in runs}
    for number in range(rounds):
        for name in list(runs) if number % 2 == 0 else list(runs)[::-1]:
            took[name].append(games[name] / runs[name](games[name]))
    return {name: median(each) for name, each in took.items()}


def kernel(rules: str, lengths: list[float]) -> Run:
    """The kernel's silent games in a process of their own; and how many decisions such a game has."""

    def run(games: int) -> float:
        row = System(rules, "", [sys.executable, "bench/ours.py", "--no-talk", "--rules", rules], games)
        row.run(seed=1)
        lengths.append(row.decisions_a_game[0])
        return games / row.games_rate[0]

    return run


def compile_times(rules: str, device: Target) -> list[float]:
    """Seconds to compile a book's deck in a fresh process, then with what that one kept; and for all its decks."""
    times = []
    with tempfile.TemporaryDirectory() as kept:
        for general in ("", "", "general"):
            command = [sys.executable, __file__, "--compile", rules, "--device", device]
            command += ["--general"] if general else []
            done = subprocess.run(
                command, cwd=ROOT, env=ENV | {CACHE: kept}, capture_output=True, text=True, check=True
            )
            times.append(json.loads(done.stdout)["compile_s"])
    return times


def by_ruleset(seconds: float, rounds: int, books: list[str], device: Target) -> str:
    """The simulator beside the kernel, for every ruleset."""
    rows = []
    for rules in books:
        print(f"{rules} ...", file=sys.stderr, flush=True)
        at, lengths = book(rules), []
        runs = {
            "kernel": kernel(rules, lengths),
            "simulator": simulated(at, device),
            "threads": simulated(at, device, 2),
            "single": one_by_one(at, device),
        }
        got = rates(runs, seconds, rounds)
        rate, times = got["simulator"], compile_times(rules, device)
        rows.append([
            rules, f"{got['kernel']:,.0f}", f"{rate:,.0f}", f"{rate / got['kernel']:,.0f}",
            f"{1e9 / rate / lengths[-1]:.1f}", f"{got['threads'] / rate:.2f}", f"{got['single']:,.0f}",
            *(f"{seconds:.1f}" for seconds in times),
        ])  # fmt: skip
    head = [
        "ruleset, 10 seats", "kernel games/s", "simulator games/s", "ratio (at least 300)", "ns/decision",
        "2 threads (at least 1.8)", "one by one games/s", "compile (s)", "again (s)", "all decks (s)",
    ]  # fmt: skip
    return table(head, rows)


def by_deck(seconds: float, rounds: int, device: Target) -> str:
    """The simulator beside the game by hand, on the plain deck."""
    at = plain()
    ours, both = simulated(at, device), simulated(at, device, 2)
    runs = {"by hand, in Numba": by_hand, "simulator": ours, "simulator, 2 threads": both}
    got = rates(runs, seconds, rounds)
    rows = [[name, f"{rate:,.0f}", f"{rate / got['by hand, in Numba']:.2f}"] for name, rate in got.items()]
    return table([f"{PLAIN}, ai-mafia", "games/s", "to by hand (at least 0.5)"], rows)


def main() -> None:
    """Measure and print; or, in a fresh process, only compile."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="of one run, about")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="", metavar="TEXT", help="rulesets with this in their id")
    parser.add_argument("--compile", metavar="RULES", help="only compile this ruleset, and print a JSON line")
    parser.add_argument("--general", action="store_true", help="compile for all decks")
    parser.add_argument("--device", choices=("cpu", "plain"), default="cpu", help="plain: not compiled, to try it out")
    options = parser.parse_args()
    if options.compile:
        tally = simulate(book(options.compile), 1, general=options.general, device=options.device)
        print(json.dumps({"compile_s": tally.compile_s}))
        return
    books = [rules for rules in BOOKS if options.only in rules]
    print(by_ruleset(options.seconds, options.rounds, books, options.device))
    print()
    print(by_deck(options.seconds, options.rounds, options.device))


if __name__ == "__main__":
    os.chdir(ROOT)
    main()
