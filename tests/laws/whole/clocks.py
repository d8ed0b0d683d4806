"""Every use of a clock, a sleep or a wait in the package: timing can leak what an answer hides."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from .source import dotted_name, walked
from .writers import SOURCE

OF_MODULES = {
    "time": None,  # every name of the module
    "timeit": None,
    "sched": None,
    "select": None,
    "selectors": None,
    "asyncio": {"sleep", "wait", "wait_for", "timeout", "timeout_at"},
    "concurrent.futures": {"wait", "as_completed"},
    "multiprocessing.connection": {"wait"},
    "hashlib": {"pbkdf2_hmac", "scrypt"},  # which take as long as they are told to
    "threading": {"Timer", "Event", "Condition", "Barrier"},
    "signal": {"alarm", "setitimer", "sigtimedwait", "pause"},
    "os": {"times", "nice", "sched_yield", "getloadavg", "cpu_count", "waitid", "waitpid", "wait3", "wait4"},
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
    "acquire",
    "monotonic",
    "perf_counter",
    "time",
    "poll",
    "getmtime",
    "getctime",
    "getatime",
    "st_mtime",
    "st_mtime_ns",
    "st_ctime",
    "st_ctime_ns",
    "st_atime",
    "st_atime_ns",
    "move_on_after",
    "fail_after",
}
HANDED_ON = {"time", "timeit", "sched", "select", "asyncio", "threading", "datetime"}  # as in getattr(time, "sleep")
LARGE = 50_000  # numbers from which on a loop takes time
# Packages that ask seats.
SEATED = ("core.", "host.", "mcp.", "players.", "room.", "seat.", "table.", "terminal.", "web.")
DELAYS = {"sleep", "timeout", "timeout_at", "call_later", "call_at"}  # listed with how long they take

MANY = "games of bots or models alone, or the simulator: results are shown when they are over"
OVER = "the game is over"
NETWORK = "waits for a server, a connection or a process, no longer than its own deadline"
OWN = "what one client is told about its own seat"
CLOCK = "a clock that tests move by hand: what depends on it is compared with its moments"
STAMP = "the date in a file that only its owner reads, or a price of that date"
LIMIT = "a limit, a unit or a price: nothing counts up to it"
WORK = "the loop works in its condition or its iterator"
UPKEEP = "clears away tables that nobody plays at"

CLOCKS: dict[str, str] = {
    "arena.inspect.solver._play: time.perf_counter x2": MANY,
    "arena.plan.pace.pace: time.perf_counter x3": MANY,
    "arena.run.chunk.play_chunk: time.perf_counter x2": MANY,
    "arena.run.on_ray._seen: time.monotonic x2": MANY,
    "arena.run.on_ray._seen: time.sleep(BLINK)": MANY,
    "arena.run.on_ray.on_ray.spread: .wait": MANY,
    "arena.run.on_ray.on_ray.spread: ray.wait(timeout)": MANY,
    "arena.run.one.play_bots: time.perf_counter x3": MANY,
    "arena.run.pool.cores: os.cpu_count": MANY,
    "arena.run.pool.over_processes: multiprocessing.connection.wait": MANY,
    "arena.run.pool.over_threads: concurrent.futures.wait": MANY,
    "arena.run.standing.Standing.__init__: time.monotonic": MANY,
    "arena.run.standing.Standing.seconds: time.monotonic": MANY,
    "arena.run.with_models.play_with_models: time.perf_counter x3": MANY,
    "balance.plays.simulated.count: os.cpu_count": MANY,
    "batch.compiled.ahead.Ahead._go_on: .poll": MANY,
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
    "cli.replay._print: time.sleep(reading(line) / speed)": OVER,
    "cli.simulate._threads: os.cpu_count": MANY,
    "core.log: number 1 << 53": LIMIT,
    "host.desk.case_text._quoted: number 65535": LIMIT,
    "host.evening.deal: number 1 << 53": LIMIT,
    "host.solo.Solo.__init__: number 1 << 64": LIMIT,
    "cli.play.foresight.telling_waits.tell: .wait": MANY,
    "cli.play.foresight.telling_waits: threading.Event": MANY,
    "cli.table._call: build_opener(*direct).open(timeout)": NETWORK,
    "mcp.link.Link._stay: asyncio.sleep(pause)": NETWORK,
    "mcp.link.Link._take: time.monotonic": NETWORK,
    "mcp.link.Link.until: .wait_for": NETWORK,
    "mcp.link.Link.until: asyncio.timeout(seconds)": NETWORK,
    "mcp.link: number 1 << 22": LIMIT,
    "mcp.server.make_server: .wait": NETWORK,
    "mcp.tools.SeatTools._done: time.monotonic": OWN,
    "mcp.tools.SeatTools.look: time.monotonic": OWN,
    "mcp.tools.SeatTools.wait: time.monotonic": OWN,
    "players.base.wait_for: time.sleep": NETWORK,
    "players.detective.player: number 300000": LIMIT,
    "players.foreign.ends.Ends.close: asyncio.timeout(GRACE)": NETWORK,
    "players.foreign.ends.Program.__init__: .wait": NETWORK,
    "players.foreign.ends.Program._wait: asyncio.wait": NETWORK,
    "players.foreign.ends.Program._wait: asyncio.wait(timeout)": NETWORK,
    "players.foreign.kinds._address: number 1 << 16": LIMIT,
    "players.foreign.kinds: number 1 << 20": LIMIT,
    "players.foreign.kinds: number 86400": LIMIT,
    "players.foreign.launch: number 1 << 20": LIMIT,
    "players.foreign.letters: number 1 << 16": LIMIT,
    "players.foreign.letters: number 1 << 53": LIMIT,
    "players.foreign.line.ProgramLine._ask: time.monotonic x2": NETWORK,
    "players.foreign.line.ProgramLine._in_time: .wait": NETWORK,
    "players.foreign.line.ProgramLine._in_time: asyncio.timeout(limit)": NETWORK,
    "players.foreign.line.ProgramLine._live: .wait": NETWORK,
    "players.foreign.line.ProgramLine._live: asyncio.timeout(OPENING)": NETWORK,
    "players.foreign.player.Reply.wait: concurrent.futures.wait": NETWORK,
    "players.llm.accounts.budget.Budget.hold: .wait": STAMP,
    "players.llm.accounts.prices.price_of: datetime.datetime.now": STAMP,
    "players.llm.accounts.prices: number 1000000": LIMIT,
    "players.llm.accounts.sidecar._now: datetime.datetime.now": STAMP,
    "players.llm.accounts.sidecar: number 65536": LIMIT,
    "players.llm.answers.heard.Ear.hear: idle loop(self.at < len(self.text) and self.state())": WORK,
    "players.llm.calling.asking.Asking._round: .wait": NETWORK,
    "players.llm.calling.asking.Asking.run: asyncio.sleep(pause)": NETWORK,
    "players.llm.calling.exchange.Exchange._gate: .time": NETWORK,
    "players.llm.calling.exchange.Exchange._serve: .wait": NETWORK,
    "players.llm.calling.exchange.Exchange._serve: asyncio.timeout(PARTING)": NETWORK,
    "players.llm.calling.limits.Rate.take: .acquire": NETWORK,
    "players.llm.calling.line.Asked.result: concurrent.futures.wait": NETWORK,
    "players.llm.calling.line.Asked.result: idle loop(not wait((self._future,), BLINK).done)": NETWORK,
    "players.llm.calling.line.Asked.wait: concurrent.futures.wait": NETWORK,
    "players.llm.calling.preflight._reach: .wait": NETWORK,
    "players.llm.calling.preflight._reach: asyncio.sleep(pause)": NETWORK,
    "players.llm.calling.preflight.wait_for_all: concurrent.futures.wait": NETWORK,
    "players.llm.calling.preflight.wait_for_all: time.monotonic x2": NETWORK,
    "players.llm.calling.prints._after: number 65536": LIMIT,
    "players.llm.calling.waits.Waits.__init__: time.monotonic": NETWORK,
    "players.llm.calling.sending._failed: .wait x2": NETWORK,
    "players.llm.calling.sending._send: asyncio.timeout(limit)": NETWORK,
    "players.llm.calling.sending.send: .time": NETWORK,
    "players.llm.calls.Failed.__init__: .wait": NETWORK,
    "players.llm.lines: number 1 << 24": LIMIT,
    "players.llm.settings: number 200000": LIMIT,
    "players.llm.settings: number 2000000": LIMIT,
    "players.llm.wires.anthropic_wire.AnthropicWire.__init__: anthropic.AsyncAnthropic(timeout)": NETWORK,
    "players.llm.wires.draft: number 100000000": LIMIT,
    "players.llm.wires.draft: number 65536": LIMIT,
    "players.llm.wires.faults._until: time.time": NETWORK,
    "players.llm.wires.openai_wire.OpenAIWire.__init__: openai.AsyncOpenAI(timeout)": NETWORK,
    "players.llm.wires.sdk._drain: asyncio.timeout(DRAINING)": NETWORK,
    "players.llm.wires.sdk._drain: idle loop(_chunks(response))": WORK,
    "players.llm.wires.sdk.client: httpx2.AsyncClient(timeout)": NETWORK,
    "players.llm.wires.sdk: number 16 << 20": LIMIT,
    "room.people.secret: number 1 << 53": LIMIT,
    "table.errands.Errands.__init__: .wait": NETWORK,
    "table.errands.Errands.bring: .wait": NETWORK,
    "table.hours.Hours.__init__: .sleep": CLOCK,
    "table.hours.Hours.__init__: time.monotonic": CLOCK,
    "table.hours.Hours.__init__: time.sleep": CLOCK,
    "table.hours.Hours._leave: self.sleep(left)": CLOCK,
    "table.hours.Hours.answer: self.sleep(min(TICK, self.due - self.clock()))": CLOCK,
    "table.kept.shelf.place: datetime.datetime.now": STAMP,
    "table.kept.shelf.series_folder: datetime.datetime.now": STAMP,
    "table.kept.shelf: number 64 * 1024 x2": LIMIT,
    "table.seating.player_seeds: number 1 << 64": LIMIT,
    "table.values._money: number 1000000.0": LIMIT,
    "table.values._number: number 1000000.0": LIMIT,
    "table.values: number 1 << 63": LIMIT,
    "table.values: number 10000000": LIMIT,
    "terminal.plain.Printer.__init__: .sleep": CLOCK,
    "terminal.plain.Printer.__init__: time.monotonic": CLOCK,
    "terminal.plain.Printer.__init__: time.sleep": CLOCK,
    "terminal.plain.Printer._print: self.sleep(self.next - self.clock())": CLOCK,
    "terminal.replayer.Replay.__init__: time.monotonic": CLOCK,
    "terminal.stage.keys.Keys._read: select.select": CLOCK,
    "terminal.stage.keys.Keys._read: time.sleep(seconds)": CLOCK,
    "terminal.stage.pace.Pace.__init__: time.monotonic": CLOCK,
    "terminal.watch.Watch._show: time.monotonic": CLOCK,
    "terminal.watch.Watch.draw: time.monotonic": CLOCK,
    "testing.serving.serving: .wait": NETWORK,
    "testing.serving.serving: asyncio.wait": NETWORK,
    "testing.told.check_words: idle loop(_told(rules, language))": WORK,
    "testing.told.untranslated: idle loop(_told(book, language))": WORK,
    "web.app: number 9 * 1024 * 1024": LIMIT,
    "web.crowd.Crowd.came: asyncio.get_running_loop().call_later(SILENT)": NETWORK,
    "web.engine_zip.engine_zip: number 420 << 16": LIMIT,
    "web.evening_files._listed: .st_mtime": STAMP,
    "web.packed: number 1 << 20": LIMIT,
    "web.replies.body: asyncio.timeout(PATIENCE)": NETWORK,
    "web.tables.hub.Hub.__init__: time.monotonic": CLOCK,
    "web.tables.hub.Hub._look_after: asyncio.sleep(SWEEP)": UPKEEP,
    "web.tables.hub: number 7 * 24 * 3600.0": LIMIT,
    "web.tables.index.Index.put: time.time": UPKEEP,
    "web.tables.index.Index.reserve: time.time": UPKEEP,
    "web.tables.limits.Limits: number 256 * 1024": LIMIT,
    "web.tables.page.Page._wait: .wait": NETWORK,
    "web.tables.page.Page._wait: asyncio.timeout(self._limits.beat)": NETWORK,
    "web.tables.serve: number 65536": LIMIT,
    "web.tables.sockets.Sockets._visit: asyncio.timeout(self.limits.hello)": NETWORK,
    "web.tables.sockets.Sockets.serve: asyncio.wait_for": NETWORK,
    "web.tables.table.Table._wait: loop.call_later(max(SOON, due - self._now()))": CLOCK,
}
# Packages without any clock: tables get the time as an argument.
WITHOUT = (
    "vocabulary", "wire", "core", "rules", "study", "detect", "tell", "draw", "players.bots", "players.detective",
    "players.person", "cases", "replay", "envs", "seat", "film", "host", "room",
)  # fmt: skip


def clock_uses() -> list[str]:
    """List every use of a clock as `module.function: name`, with the number of uses if there are several.

    A delay is listed with its length as well, so that none gets longer unnoticed.
    """
    found = Counter(use for path in sorted(SOURCE.rglob("*.py")) for use in _of(path))
    return sorted(f"{use} x{count}" if count > 1 else use for use, count in found.items())


def _of(path: Path) -> Iterator[str]:
    modules, owners = set[str](), set[int]()  # of clocks, and where such a module is named with its function
    listed = set[int]()  # what was listed with all that it consists of
    for place, node, imported in walked(path, SOURCE):
        if isinstance(node, ast.Import):
            modules |= {each.asname or each.name for each in node.names if each.name in HANDED_ON}
        if isinstance(node, ast.Attribute):
            owners.add(id(node.value))
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            yield f"{place}: import *"
        elif id(node) in listed:
            continue
        elif isinstance(node, ast.Name) and node.id in modules and id(node) not in owners:
            yield f"{place}: {node.id} (handed on)"
        elif place.startswith(SEATED) and _number(node) >= LARGE:
            listed.update(map(id, ast.walk(node)))
            yield f"{place}: number {ast.unparse(node)}"
        elif name := _clock(node, imported):
            yield f"{place}: {name}"
            if isinstance(node, ast.Call) and not _has_timeout(node):
                listed.add(id(node.func))


def _number(node: ast.AST) -> float:
    """Return the value of a number, or of powers, products and shifts of numbers; 0 for anything else."""
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return value
        case ast.BinOp(left=left, op=ast.Pow() | ast.Mult() | ast.LShift() as way, right=right):
            one, other = _number(left), _number(right)
            if not one or not other:
                return 0
            if isinstance(way, ast.Mult):
                return one * other
            return float(one ** min(other, 64) if isinstance(way, ast.Pow) else one * 2.0 ** min(other, 64))
    return 0


def _waits(call: ast.Call) -> str:
    """Return the source of a call that waits: a result or the end of a thread within a time, an item of a queue."""
    name, first = getattr(call.func, "attr", ""), call.args[0] if call.args else None
    value = first.value if isinstance(first, ast.Constant) else None
    waits = (
        (name in ("result", "exception") and first)
        or (name == "join" and isinstance(value, int | float))
        or (name == "get" and isinstance(value, bool))
    )
    return f".{name}({ast.unparse(call.args[0])})" if waits else ""


def _clock(node: ast.AST, imported: Mapping[str, str]) -> str:
    """Name the clock that an expression refers to, called or not: a default argument counts, too."""
    if isinstance(node, ast.For | ast.AsyncFor | ast.While) and all(map(_is_idle, node.body)):
        head = node.test if isinstance(node, ast.While) else node.iter
        return f"idle loop({ast.unparse(head)})"
    if isinstance(node, ast.Call) and _has_timeout(node):
        return f"{dotted_name(node.func, imported)}(timeout)"
    if isinstance(node, ast.Call) and (waits := _waits(node)):
        return waits
    if isinstance(node, ast.Call) and node.args:
        called = dotted_name(node.func, imported)
        return f"{called}({ast.unparse(node.args[0])})" if called.rpartition(".")[2] in DELAYS else ""
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


def _is_idle(line: ast.stmt) -> bool:
    """Tell whether a line does nothing; a loop of such lines only takes time."""
    constant = isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)
    return constant or isinstance(line, ast.Pass | ast.Continue)


def _has_timeout(call: ast.Call) -> bool:
    return any(key.arg == "timeout" for key in call.keywords)
