"""Every use of a clock, a sleep or a wait in the package: timing can leak what an answer hides."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping

from .source import dotted_name, walked
from .writers import SOURCE

OF_MODULES = {
    "time": None,  # every name of the module
    "timeit": None,
    "sched": None,
    "select": None,
    "selectors": None,
    "asyncio": {"sleep", "wait", "wait_for", "timeout", "timeout_at"},
    "threading": {"Timer", "Event", "Condition", "Barrier"},
    "signal": {"alarm", "setitimer", "sigtimedwait", "pause"},
    "os": {"times", "nice", "sched_yield", "getloadavg", "cpu_count"},
    "datetime": {"now", "utcnow", "today"},
    "datetime.datetime": {"now", "utcnow", "today"},
    "datetime.date": {"today"},
    "date": {"today"},
}
OF_ANYTHING = {
    "sleep",
    "wait",
    "wait_for",
    "call_later",
    "call_at",
    "settimeout",
    "monotonic",
    "perf_counter",
    "st_mtime",
}

MANY = "games of bots or models alone, or the simulator: results are shown when they are over"
OVER = "the game is over"
NETWORK = "waits for a server, a connection or a process, no longer than its own deadline"
OWN = "what one client is told about its own seat"
CLOCK = "a clock that tests move by hand: what depends on it is compared with its moments"
STAMP = "the date in a file that only its owner reads, or a price of that date"
UPKEEP = "clears away tables that nobody plays at"

CLOCKS: dict[str, str] = {
    "arena.inspect.solver._play: time.perf_counter x2": MANY,
    "arena.plan.pace.pace: time.perf_counter x3": MANY,
    "arena.run.chunk.play_chunk: time.perf_counter x2": MANY,
    "arena.run.on_ray._seen: time.monotonic x2": MANY,
    "arena.run.on_ray._seen: time.sleep": MANY,
    "arena.run.on_ray.on_ray.spread: .wait": MANY,
    "arena.run.on_ray.on_ray.spread: ray.wait(timeout)": MANY,
    "arena.run.one.play_bots: time.perf_counter x3": MANY,
    "arena.run.pool.cores: os.cpu_count": MANY,
    "arena.run.pool.over_processes: .wait": MANY,
    "arena.run.standing.Standing.__init__: time.monotonic": MANY,
    "arena.run.standing.Standing.seconds: time.monotonic": MANY,
    "arena.run.with_models.play_with_models: time.perf_counter x3": MANY,
    "balance.plays.simulated.count: os.cpu_count": MANY,
    "batch.compiled.ahead.Ahead.close: .wait": MANY,
    "batch.compiled.build.build: time.perf_counter x2": MANY,
    "batch.compiled.child.main: os.nice": MANY,
    "batch.compiled.kept._make_room: .st_mtime": MANY,
    "batch.compiled.on_cpu._interrupted: threading.Timer": MANY,
    "batch.run.simulate: .wait": MANY,
    "batch.work.Work.__init__: threading.Event": MANY,
    "batch.work.Work.__init__: time.perf_counter": MANY,
    "batch.work.Work._count: time.perf_counter": MANY,
    "batch.work.Work.wait: self._told.get(timeout)": MANY,
    "cli.arena.progress._now_and_then.watch: time.monotonic x2": MANY,
    "cli.arena.progress._now_and_then: time.monotonic": MANY,
    "cli.arena.progress._when: datetime.datetime.now": MANY,
    "cli.replay._print: time.sleep": OVER,
    "cli.simulate._threads: os.cpu_count": MANY,
    "cli.table._call: urllib.request.urlopen(timeout)": NETWORK,
    "mcp.link.Link._stay: asyncio.sleep": NETWORK,
    "mcp.link.Link._take: time.monotonic": NETWORK,
    "mcp.link.Link.until: .wait_for": NETWORK,
    "mcp.link.Link.until: asyncio.timeout": NETWORK,
    "mcp.server.make_server: .wait": NETWORK,
    "mcp.tools.SeatTools._done: time.monotonic": OWN,
    "mcp.tools.SeatTools.look: time.monotonic": OWN,
    "mcp.tools.SeatTools.wait: time.monotonic": OWN,
    "players.base.wait_for: time.sleep": NETWORK,
    "players.foreign.ends.Ends.close: asyncio.timeout": NETWORK,
    "players.foreign.ends.Program.__init__: .wait": NETWORK,
    "players.foreign.ends.Program._wait: asyncio.wait": NETWORK,
    "players.foreign.ends.Program._wait: asyncio.wait(timeout)": NETWORK,
    "players.foreign.line.ProgramLine._ask: time.monotonic x2": NETWORK,
    "players.foreign.line.ProgramLine._in_time: .wait": NETWORK,
    "players.foreign.line.ProgramLine._in_time: asyncio.timeout": NETWORK,
    "players.foreign.line.ProgramLine._live: .wait": NETWORK,
    "players.foreign.line.ProgramLine._live: asyncio.timeout": NETWORK,
    "players.llm.accounts.budget.Budget.hold: .wait": STAMP,
    "players.llm.accounts.prices.price_of: datetime.datetime.now": STAMP,
    "players.llm.accounts.sidecar._now: datetime.datetime.now": STAMP,
    "players.llm.calling.asking.Asking._round: .wait": NETWORK,
    "players.llm.calling.asking.Asking.run: asyncio.sleep": NETWORK,
    "players.llm.calling.exchange.Exchange._serve: .wait": NETWORK,
    "players.llm.calling.exchange.Exchange._serve: asyncio.timeout": NETWORK,
    "players.llm.calling.preflight._reach: .wait": NETWORK,
    "players.llm.calling.preflight._reach: asyncio.sleep": NETWORK,
    "players.llm.calling.preflight.wait_for_all: time.monotonic x2": NETWORK,
    "players.llm.calling.sending._failed: .wait x2": NETWORK,
    "players.llm.calling.sending._send: asyncio.timeout": NETWORK,
    "players.llm.calls.Failed.__init__: .wait": NETWORK,
    "players.llm.wires.anthropic_wire.AnthropicWire.__init__: anthropic.AsyncAnthropic(timeout)": NETWORK,
    "players.llm.wires.faults._until: time.time": NETWORK,
    "players.llm.wires.openai_wire.OpenAIWire.__init__: openai.AsyncOpenAI(timeout)": NETWORK,
    "players.llm.wires.sdk._drain: asyncio.timeout": NETWORK,
    "players.llm.wires.sdk.client: httpx2.AsyncClient(timeout)": NETWORK,
    "table.errands.Errands.__init__: .wait": NETWORK,
    "table.errands.Errands.bring: .wait": NETWORK,
    "table.hours.Hours.__init__: .sleep": CLOCK,
    "table.hours.Hours.__init__: time.monotonic": CLOCK,
    "table.hours.Hours.__init__: time.sleep": CLOCK,
    "table.hours.Hours._leave: .sleep": CLOCK,
    "table.hours.Hours.answer: .sleep": CLOCK,
    "table.kept.shelf.place: datetime.datetime.now": STAMP,
    "table.kept.shelf.series_folder: datetime.datetime.now": STAMP,
    "terminal.plain.Printer.__init__: .sleep": CLOCK,
    "terminal.plain.Printer.__init__: time.monotonic": CLOCK,
    "terminal.plain.Printer.__init__: time.sleep": CLOCK,
    "terminal.plain.Printer._print: .sleep": CLOCK,
    "terminal.replayer.Replay.__init__: time.monotonic": CLOCK,
    "terminal.stage.keys.Keys._read: select.select": CLOCK,
    "terminal.stage.keys.Keys._read: time.sleep": CLOCK,
    "terminal.stage.pace.Pace.__init__: time.monotonic": CLOCK,
    "terminal.watch.Watch._show: time.monotonic": CLOCK,
    "terminal.watch.Watch.draw: time.monotonic": CLOCK,
    "testing.serving.serving: .wait": NETWORK,
    "testing.serving.serving: asyncio.wait": NETWORK,
    "web.crowd.Crowd.came: .call_later": NETWORK,
    "web.evening_files._listed: .st_mtime": STAMP,
    "web.replies.body: asyncio.timeout": NETWORK,
    "web.tables.hub.Hub.__init__: time.monotonic": CLOCK,
    "web.tables.hub.Hub._look_after: asyncio.sleep": UPKEEP,
    "web.tables.index.Index.put: time.time": UPKEEP,
    "web.tables.index.Index.reserve: time.time": UPKEEP,
    "web.tables.page.Page._wait: .wait": NETWORK,
    "web.tables.page.Page._wait: asyncio.timeout": NETWORK,
    "web.tables.sockets.Sockets._visit: asyncio.timeout": NETWORK,
    "web.tables.sockets.Sockets.serve: asyncio.wait_for": NETWORK,
    "web.tables.table.Table._wait: .call_later": CLOCK,
}
# Packages without any clock: tables get the time as an argument.
WITHOUT = (
    "vocabulary", "wire", "core", "rules", "study", "detect", "tell", "draw", "players.bots", "players.detective",
    "players.person", "cases", "replay", "envs", "seat", "film", "host", "room",
)  # fmt: skip


def clock_uses() -> list[str]:
    """List every use of a clock as `module.function: name`, with the number of uses if there are several."""
    found = Counter(
        f"{place}: {name}"
        for path in sorted(SOURCE.rglob("*.py"))
        for place, node, imported in walked(path, SOURCE)
        if (name := _clock(node, imported))
    )
    return sorted(f"{use} x{count}" if count > 1 else use for use, count in found.items())


def _clock(node: ast.AST, imported: Mapping[str, str]) -> str:
    """Name the clock that an expression refers to, called or not: a default argument counts, too."""
    if isinstance(node, ast.Call) and _has_timeout(node):
        return f"{dotted_name(node.func, imported)}(timeout)"
    if isinstance(node, ast.Name) and node.id in imported:
        name = imported[node.id]
        owner, _, last = name.rpartition(".")
        return name if owner in OF_MODULES and last in (OF_MODULES[owner] or {last}) else ""
    if not isinstance(node, ast.Attribute):
        return ""
    name = dotted_name(node, imported)
    owner, _, last = name.rpartition(".")
    if owner in OF_MODULES and last in (OF_MODULES[owner] or {last}):
        return name
    return f".{last}" if last in OF_ANYTHING else ""


def _has_timeout(call: ast.Call) -> bool:
    return any(key.arg == "timeout" for key in call.keywords)
