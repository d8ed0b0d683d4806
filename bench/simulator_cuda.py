"""The simulator on a GPU: games a second, occupancy, and what limits them; tables and JSON.

    python bench/simulator_cuda.py [--minutes 8] [--into FILE] [--only TEXT] [--registers 64 128] [--no-check]

Runs from a bare copy of the repository with numba and numba-cuda; nothing is installed. Every row stands for itself:
it is printed, and added to FILE as a JSON line, as soon as it is there; one that fails says why; none is begun after
the minutes are over. Each row is a median of timed launches of about a second, after one that compiles.

`lanes alike` plays the same game in all 32 threads of a warp: how much faster that is says what divergence costs.
`quarter` runs with a quarter of the threads that fit: if that is about as fast, the arithmetic units are busy and more
threads would not help; if it is slower, threads wait for memory or for results.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):  # numba-cuda still names it
    np.row_stack = np.vstack

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "src")]

import handwritten_cuda  # noqa: E402
from numba import cuda  # noqa: E402
from rows import table  # noqa: E402

from duskfall.batch.compiled import on_cuda  # noqa: E402
from duskfall.batch.compiled.build import build  # noqa: E402
from duskfall.batch.names import names_of  # noqa: E402
from duskfall.batch.program import source  # noqa: E402
from duskfall.batch.table import Table  # noqa: E402
from duskfall.rules import BOOKS, ruleset  # noqa: E402

SEATS, PLAIN, SEED = 10, "Mafia*2, Villager*8", 1
LAUNCHES, BLOCK = 3, on_cuda.BLOCK
HEAD = ["table", "games/s", "rounds/game", "registers", "local bytes", "blocks/SM", "occupancy",
        "lanes alike", "quarter", "compile (s)"]  # fmt: skip

ALIKE = """

def alike(seed, begin, count, K, T):
    W = cuda.local.array(SCRATCH, int64)
    L = cuda.local.array(1, int64)
    rounds = 0
    number = cuda.grid(1)
    while number < count:
        rounds += play(seed, begin + (number >> 5), W, K, L) >> 6
        number += cuda.gridsize(1)
    cuda.atomic.add(T, 0, rounds)
"""


@dataclass
class Result:
    """One row: what was measured."""

    name: str
    games_per_s: float = 0.0
    rounds: float = 0.0
    shares: dict[str, float] | None = None
    registers: int = 0
    local_bytes: int = 0
    blocks: int = 0  # of BLOCK threads that fit on a multiprocessor
    occupancy: float = 0.0  # of the threads that a multiprocessor can hold
    alike: float = 0.0  # as a multiple of the speed
    quarter: float = 0.0
    capped: dict[int, float] = field(default_factory=dict)  # with at most so many registers: multiples of the speed
    compile_s: float = 0.0
    same: str = ""  # the same counts as on the processor?
    failed: str = ""

    @property
    def cells(self) -> list[str]:
        """The row in the table."""
        if self.failed:
            return [self.name, self.failed, *[""] * (len(HEAD) - 2)]
        return [
            self.name, f"{self.games_per_s / 1e6:,.0f} M", f"{self.rounds:.2f}", str(self.registers),
            str(self.local_bytes), str(self.blocks), f"{self.occupancy:.0%}",
            f"{self.alike:.2f}", f"{self.quarter:.2f}", f"{self.compile_s:.1f}",
        ]  # fmt: skip


Launch = Callable[[int, int, int], np.ndarray]  # blocks, first game, games: the tally


def seconds(launch: Launch, blocks: int, games: int, first: int = 0) -> float:
    """How long these games take."""
    cuda.synchronize()
    began = time.perf_counter()
    launch(blocks, first, games)
    cuda.synchronize()
    return time.perf_counter() - began


def speed(launch: Launch, blocks: int, wanted: float) -> tuple[float, int]:
    """Games a second, the median of some launches of about so many seconds; and how many games that is."""
    games = blocks * BLOCK * 16
    while (took := seconds(launch, blocks, games)) < wanted / 4:
        games = int(games * min(16.0, max(2.0, wanted / took)))
    games = max(1, int(games * wanted / took))
    return median(games / seconds(launch, blocks, games, games * turn) for turn in range(1, LAUNCHES + 1)), games


def looked_at(result: Result, kernel: Any) -> None:
    """Registers, memory and how many blocks fit, as the driver tells them; a driver that does not costs no figures."""
    try:
        compiled = next(iter(kernel.overloads.values()))
        result.registers, result.local_bytes = int(compiled.regs_per_thread), int(compiled.local_mem_per_thread)
        function = compiled._codelibrary.get_cufunc()
        result.blocks = int(cuda.current_context().get_active_blocks_per_multiprocessor(function, BLOCK, 0))
        most = getattr(cuda.get_current_device(), "MAX_THREADS_PER_MULTI_PROCESSOR", 2048)
        result.occupancy = result.blocks * BLOCK / most
    except Exception:
        traceback.print_exc()


def measure(result: Result, kernel: Any, launch: Launch, wanted: float) -> None:
    """Compile, look at the kernel, time it, and time it with a quarter of the threads."""
    many = cuda.get_current_device().MULTIPROCESSOR_COUNT
    result.compile_s = seconds(launch, 1, 1)
    looked_at(result, kernel)
    waves = many * max(1, result.blocks) * 4
    result.games_per_s, games = speed(launch, waves, wanted)
    tally = launch(waves, 0, games)
    result.rounds = float(tally[0]) / games
    result.shares = {str(side): float(count) / games for side, count in enumerate(tally) if side}
    few = many * max(1, result.blocks // 4)
    result.quarter = speed(launch, few, wanted / 2)[0] / result.games_per_s


def by_hand(wanted: float) -> Result:
    """The plain deck by hand."""
    result = Result("plain deck, by hand")

    def launch(blocks: int, first: int, games: int) -> np.ndarray:
        tally = cuda.to_device(np.zeros(2, dtype=np.uint64))
        handwritten_cuda.run[blocks, BLOCK](SEED, first, games, tally)
        return tally.copy_to_host()

    measure(result, handwritten_cuda.run, launch, wanted)
    return result


def simulated(name: str, at: Table, wanted: float, caps: list[int]) -> Result:
    """A table of the simulator, by its own kernel; and with at most so many registers for a thread."""
    result = Result(name)
    program = source(at)
    built = build(replace(program, text=program.text + ALIKE), "cuda", "run", "alike")
    constants = cuda.to_device(np.array([*program.constants(at), 0], dtype=np.int64))
    sides = names_of(at.plan).sides

    def launcher(kernel: Any) -> Launch:
        def launch(blocks: int, first: int, games: int) -> np.ndarray:
            tally = cuda.to_device(np.zeros(len(sides), dtype=np.int64))
            kernel[blocks, BLOCK](SEED, first, games, constants, tally)
            return tally.copy_to_host()

        return launch

    measure(result, built.run, launcher(built.run), wanted)
    result.compile_s += built.compile_s
    assert result.shares is not None
    result.shares = {side: result.shares[str(number)] for number, side in enumerate(sides) if number}
    alike = launcher(built.alike)
    seconds(alike, 1, 1)
    waves = cuda.get_current_device().MULTIPROCESSOR_COUNT * max(1, result.blocks) * 4
    result.alike = speed(alike, waves, wanted / 2)[0] / result.games_per_s
    for cap in caps:
        try:
            capped = launcher(cuda.jit(max_registers=cap)(built.run.py_func))
            seconds(capped, 1, 1)
            result.capped[cap] = round(speed(capped, waves, wanted / 2)[0] / result.games_per_s, 3)
        except Exception:  # the row stands without it
            traceback.print_exc()
    return result


def checked(result: Result, at: Table, games: int) -> None:
    """Whether these games come to the same on the processor."""
    from duskfall.batch.run import simulate

    there, here = (simulate(at, games, device=device, seed=SEED) for device in ("cuda", "cpu"))
    same = there.wins == here.wins and there.rounds == here.rounds
    result.same = "the same counts" if same else f"NOT THE SAME: {there.wins} {here.wins}"


def tables() -> Iterator[tuple[str, Table]]:
    """The plain deck, then every ruleset's own."""
    yield f"plain deck: {PLAIN}, ai-mafia", Table.make(ruleset("ai-mafia"), deck=PLAIN)
    for rules in BOOKS:
        yield rules, Table.make(ruleset(rules), SEATS)


def main() -> int:
    """Measure row by row, then check them against the processor."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=8.0, help="no row is begun after so many")
    parser.add_argument("--seconds", type=float, default=1.0, help="of one launch, about")
    parser.add_argument("--into", type=Path, help="a file that gets a JSON line for each row")
    parser.add_argument("--only", default="", metavar="TEXT", help="rows with this in their name")
    parser.add_argument("--registers", type=int, nargs="*", default=[], metavar="N", help="also with at most N each")
    parser.add_argument("--check", action=argparse.BooleanOptionalAction, default=True)
    options = parser.parse_args()
    if not cuda.is_available():
        print("there is no GPU that CUDA can use on this machine: nothing can be measured", file=sys.stderr)
        return 2
    began = time.monotonic()
    device = cuda.get_current_device()
    name = device.name.decode() if isinstance(device.name, bytes) else device.name
    print(f"{name}, {device.MULTIPROCESSOR_COUNT} multiprocessors, {BLOCK} threads a block, {SEATS} seats, uniform\n")

    jobs: list[tuple[str, Table | None]] = [("plain deck, by hand", None), *tables()]
    jobs = [job for job in jobs if options.only in job[0]]
    results: list[tuple[Result, Table | None]] = []
    for label, at in jobs:
        if time.monotonic() - began > options.minutes * 60:
            print(f"no time left for {label}", flush=True)
            continue
        try:
            caps = options.registers
            result = simulated(label, at, options.seconds, caps) if at else by_hand(options.seconds)
        except Exception as error:  # the other rows go on
            traceback.print_exc()
            result = Result(label, failed=f"{type(error).__name__}: {error}".splitlines()[0][:80])
        results.append((result, at))
        keep(result, options.into)
    print("\n" + table(HEAD, [result.cells for result, _ in results]), flush=True)
    for result, at in results if options.check else ():
        if at and not result.failed and time.monotonic() - began <= options.minutes * 60:
            try:
                checked(result, at, 200_000)
            except Exception as error:
                result.same = f"{type(error).__name__}: {error}".splitlines()[0]
            print(f"{result.name}, 200,000 games on the processor: {result.same}", flush=True)
    return int(any(result.failed or "NOT" in result.same for result, _ in results))


def keep(result: Result, into: Path | None) -> None:
    """Print a row as a JSON line, and add it to the file."""
    line = json.dumps(asdict(result))
    print(line, flush=True)
    if into:
        with into.open("a", encoding="utf-8") as file:
            file.write(line + "\n")


if __name__ == "__main__":
    raise SystemExit(main())
