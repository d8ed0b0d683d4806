"""Tables on a server under load: from a move to everyone at the table having it, memory and CPU.

    python bench/serve.py               # part of `make bench`

The server runs in a process of its own, as `duskfall serve` runs it but for how often one address may make tables and
join them. This process has all the sockets of all tables: those of people, who speak, vote and act when they are asked
and chat before the deal, and those of watchers; bots sit in the other chairs. A move is a line of chat, or a speech by
day; it has a mark in it, and is over when the last socket of its table has read the mark. What this process needs to
read a thousand sockets is part of that time. All share the machine's cores with whatever else runs there: that is
printed, too, and how long a byte takes to a third process and back, which does nothing but send it back.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from crowd import Moves, Run, Seat, Table
from rows import ENV, ROOT, table

from duskfall.core.start.setup import NAMES

AIM = 200  # ms, of a hundred moves the slowest but one
SEATS, RULES = 10, "ai-mafia"
CLOCKS = {"speech": 30, "choice": 20, "secret": 5, "word": 5}  # seconds: short nights, so that there is more to measure
TICK = os.sysconf("SC_CLK_TCK")
AT_ONCE = 25  # sockets that are opened together
SETTLE = 2.0  # seconds until the last lines have arrived
DEALS, NIGHT = 40.0, 40.0  # seconds in which all tables are dealt; until the first night is over (--deals, --night)


# -- the server, in its own process --------------------------------------------------------------------------


def serve(profile: str) -> None:
    """Serve until stdin is closed; the port is the first line of stdout."""
    from duskfall.testing.serving import serving
    from duskfall.web.tables.limits import Limits, Rate

    free = Rate(1_000_000, 0.001)

    async def run(data: Path) -> None:
        limits = Limits(making=free, joining=free, calling=free)
        async with serving(data, limits=limits) as address:
            print(address, flush=True)
            await asyncio.to_thread(sys.stdin.read)

    with TemporaryDirectory() as place, _profiled(profile):
        asyncio.run(run(Path(place)))


def echo() -> None:
    """Send back every byte; the port is the first line of stdout."""

    async def back(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while byte := await reader.read(1):
            writer.write(byte)

    async def run() -> None:
        server = await asyncio.start_server(back, "127.0.0.1", 0)
        print(server.sockets[0].getsockname()[1], flush=True)
        await asyncio.to_thread(sys.stdin.read)

    asyncio.run(run())


async def bytes_back(port: int, run: Run) -> None:
    """Send a byte again and again, and take down how long it was away."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    while True:
        began = time.perf_counter()
        writer.write(b".")
        await reader.read(1)
        run.echoes.append(1000 * (time.perf_counter() - began))
        await asyncio.sleep(0.05)


@contextmanager
def _profiled(path: str) -> Iterator[None]:
    """Write down what the loop and the threads of the server spent their time on."""
    if not path:
        yield
        return
    import cProfile
    import pstats
    import threading

    found = [cProfile.Profile(time.thread_time)]

    def begin(*_: object) -> None:
        """The first thing that a new thread does; from then on its own profile listens."""
        found.append(cProfile.Profile(time.thread_time))
        found[-1].enable()

    threading.setprofile(begin)
    found[0].enable()
    yield
    pstats.Stats(*found).dump_stats(path)


@dataclass(frozen=True, slots=True)
class Spent:
    """What a process has used so far, and all processes of the machine."""

    cpu: float
    all: float
    at: float
    resident: int


def spent(*pids: int) -> Spent:
    """CPU seconds and memory of these processes."""
    cpu, resident = 0.0, 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        cpu += (int(fields[11]) + int(fields[12])) / TICK
        resident += int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
    user, nice, system, _idle, _wait, irq, soft = map(int, Path("/proc/stat").read_text().split()[1:8])
    return Spent(cpu, (user + nice + system + irq + soft) / TICK, time.monotonic(), resident)


# -- making the tables ---------------------------------------------------------------------------------------


def call(line: HTTPConnection, name: str, params: dict[str, Any]) -> Any:
    """One call about a table."""
    body = json.dumps({"name": name, "params": params, "language": "en"})
    line.request("POST", "/api/room", body, {"Content-Type": "application/json"})
    answer = json.loads(line.getresponse().read())
    if "error" in answer:
        raise SystemExit(f"{name}: {answer['error']}")
    return answer


def make(address: str, tables: int, people: int, watchers: int) -> list[Table]:
    """So many tables with so many people and watchers each."""
    line, made = HTTPConnection(address.removeprefix("http://")), []
    wish = {"rules": RULES, "seats": SEATS, "fill": "scripted", "name": NAMES[0], "pace": "brisk", "delay": 0}
    wish["clocks"] = CLOCKS
    for _ in range(tables):
        first = call(line, "new", {"wish": wish})
        at = Table(first["room"])
        keys = [{"secret": first["secret"], "creator": first["creator"]}]
        for name in NAMES[1:people]:
            keys.append({"secret": call(line, "join", {"room": at.room, "name": name})["secret"]})
        hellos = [{**each, "watch": "seat"} for each in keys] + [{"watch": "watch"}] * watchers
        for each in hellos:
            at.seats.append(Seat(0, {"room": at.room, "language": "en", **each}, at))
        made.append(at)
    for number, seat in enumerate(seat for at in made for seat in at.seats):
        seat.number = number
    return made


# -- the run ---------------------------------------------------------------------------------------------------


def row(name: str, run: Run, before: Spent, after: Spent, clients: float) -> list[str]:
    """What a while has cost."""
    wall, cpu = after.at - before.at, after.cpu - before.cpu
    others = max(0.0, after.all - before.all - cpu - clients)
    counts = [f"{each:,.0f}" for each in (len(run.moves.took), run.moves.lost, run.frames / wall)]
    shares = [f"{each / wall:.0%}" for each in (cpu, clients, others)]
    return [name, *counts, *_spread(run.moves.took), *_spread(run.echoes)[:2], *shares]


def _spread(took: list[float]) -> list[str]:
    """The median, the slowest but one of a hundred, and the slowest."""
    if len(took) < 2:
        return ["-"] * 3
    return [f"{each:,.0f}" for each in (median(took), quantiles(took, n=100)[98], max(took))]


async def load(address: str, port: int, pid: int, options: argparse.Namespace) -> str:
    """Chat before the deal, then games."""
    empty = spent(pid)
    tables = await asyncio.to_thread(make, address, options.tables, options.people, options.watchers)
    run = Run((options.think / 2, options.think * 3 / 2))
    run.keep(asyncio.create_task(bytes_back(port, run)))
    sockets = await _connect(address, tables, run)
    rows = [
        await _measured("chat before the deal", run, pid, _chat(tables, run, options)),
        await _measured("games", run, pid, _play(tables, run, options)),
    ]
    memory = (spent(pid).resident - empty.resident) / options.tables / 1024
    run.stop()
    head = [f"{options.tables} tables, {sockets:,} sockets", "moves", "not arrived", "frames/s", "p50 ms"]
    head += [f"p99 (aim {AIM})", "worst", "echo p50", "echo p99", "server CPU", "sockets' CPU", "others' CPU"]
    about = (
        f"A table has {options.people} people, {SEATS - options.people} bots and {options.watchers} watchers. Memory: "
        f"{memory:,.0f} KiB a table and its sockets, {empty.resident >> 20} MiB without any. CPU in shares of one core "
        f"of {os.cpu_count()}; the others are what else ran on the machine. Sockets that were dropped and came back: "
        f"{run.dropped}."
    )
    return f"{table(head, rows)}\n\n{about}"


async def _connect(address: str, tables: list[Table], run: Run) -> int:
    """Open all sockets, a few at a time; how many."""
    seats = [seat for at in tables for seat in at.seats]
    for first in range(0, len(seats), AT_ONCE):
        some = seats[first : first + AT_ONCE]
        for seat in some:
            run.keep(asyncio.create_task(seat.live(address, run)))
        while not all(seat.socket for seat in some):
            await asyncio.sleep(0.01)
    await asyncio.sleep(SETTLE)
    return len(seats)


async def _chat(tables: list[Table], run: Run, options: argparse.Namespace) -> None:
    """Somebody at each table says a line every so often."""
    end = time.monotonic() + options.seconds
    while time.monotonic() < end:
        for at in tables:
            speaker = run.chance.choice(at.seats[: options.people])
            run.later(run.chance.uniform(0, options.every), partial(speaker.chat, run))
        await asyncio.sleep(options.every)
    await asyncio.sleep(SETTLE)


async def _play(tables: list[Table], run: Run, options: argparse.Namespace) -> None:
    """All tables are dealt, one after another, and people answer what they are asked."""
    for at in tables:
        run.later(run.chance.uniform(0, options.deals), partial(at.seats[0].send, {"do": "start"}))
    await asyncio.sleep(options.seconds + options.deals + options.night)


async def _measured(name: str, run: Run, pid: int, what: Coroutine[Any, Any, None]) -> list[str]:
    """A row: what it takes while this goes on. Moves of which none arrives are no measurement."""
    run.moves, run.frames, run.echoes = Moves(), 0, []
    before, own = spent(pid), time.process_time()
    await what
    if run.moves.lost and not run.moves.took:
        raise SystemExit(f"{name}: none of {run.moves.lost} moves has arrived")
    return row(name, run, before, spent(pid), time.process_time() - own)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="measure tables on a server under load")
    parser.add_argument("--tables", type=int, default=100, help="tables (default 100)")
    parser.add_argument("--people", type=int, default=8, help="people at each (default 8; bots have the other chairs)")
    parser.add_argument("--watchers", type=int, default=2, help="watchers of each (default 2)")
    parser.add_argument("--seconds", type=float, default=40, help="of chat, and of days (default 40 each)")
    parser.add_argument(
        "--every", type=float, default=2, help="seconds between two lines of chat at a table (default 2)"
    )
    parser.add_argument(
        "--think", type=float, default=2, help="seconds in which people answer, in the mean (default 2)"
    )
    parser.add_argument(
        "--deals", type=float, default=DEALS, help=f"seconds in which all tables are dealt (default {DEALS:.0f})"
    )
    parser.add_argument(
        "--night", type=float, default=NIGHT, help=f"seconds that the first night may take (default {NIGHT:.0f})"
    )
    parser.add_argument("--profile", default="", help="write a profile of the server here; everything is slower then")
    parser.add_argument("--be", choices=("load", "server", "echo"), default="load", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.be == "server":
        serve(options.profile)
    elif options.be == "echo":
        echo()
    else:
        with _process("server", options) as (server, address), _process("echo", options) as (_, port):
            print(asyncio.run(load(address, int(port), server, options)))


@contextmanager
def _process(what: str, options: argparse.Namespace) -> Iterator[tuple[int, str]]:
    """This script as something else: its process, and the first line that it says."""
    command = [sys.executable, __file__, "--be", what, "--profile", options.profile]
    with subprocess.Popen(
        command, cwd=ROOT, env=ENV, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin
        assert process.stdout
        said = process.stdout.readline().strip()
        if not said:
            raise SystemExit(f"the {what} did not start")
        try:
            yield process.pid, said
        finally:
            process.stdin.close()


if __name__ == "__main__":
    main()
