"""People and watchers at the tables of a load run: what each does at its socket, and how long moves take."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

MARK = re.compile(r"~(\d+)~")


@dataclass(slots=True)
class Moves:
    """Marks that are under way, and how long those that arrived took, in ms."""

    took: list[float] = field(default_factory=list)
    _open: dict[int, tuple[float, set[int]]] = field(default_factory=dict)
    _last: int = 0

    def begin(self, sockets: Sequence[int]) -> str:
        """A new mark that all of these are going to read."""
        self._last += 1
        self._open[self._last] = (time.perf_counter(), set(sockets))
        return f"~{self._last}~"

    def read(self, socket: int, text: str) -> None:
        """A socket has read this."""
        for mark in map(int, MARK.findall(text)):
            if mark in self._open:
                began, missing = self._open[mark]
                missing.discard(socket)
                if not missing:
                    self.took.append(1000 * (time.perf_counter() - began))
                    del self._open[mark]

    @property
    def lost(self) -> int:
        """How many have not arrived everywhere."""
        return len(self._open)


@dataclass(slots=True, eq=False)
class Seat:
    """A socket, and what its person is asked."""

    number: int
    hello: dict[str, Any]
    table: Table
    socket: ClientConnection | None = None
    answered: set[tuple[str, int]] = field(default_factory=set)

    async def live(self, address: str, run: Run) -> None:
        """Read until the end, and answer what is asked; whoever is dropped comes back."""
        while True:
            with suppress(ConnectionClosed):
                await self._visit(address, run)
            run.dropped += 1

    async def _visit(self, address: str, run: Run) -> None:
        where = address.replace("http", "ws", 1) + "/api/socket"
        async with connect(where, compression=None, ping_interval=None, max_size=None) as self.socket:
            await self.socket.send(json.dumps(self.hello))
            async for text in self.socket:
                assert isinstance(text, str)
                run.moves.read(self.number, text)
                run.frames += 1
                if self.hello.get("secret") and '"forms":' in text:
                    self._look(json.loads(text), run)

    def _look(self, news: dict[str, Any], run: Run) -> None:
        now = news.get("now") or {}
        if now.get("over") and self.hello.get("creator"):
            run.later(0.5, partial(self.send, {"do": "rematch"}))
            run.later(1.0, partial(self.send, {"do": "start"}))
        if now:
            self.answered &= {(form["verb"], form["number"]) for form in now["forms"]}
        for form in now.get("forms", ()):
            if (form["verb"], form["number"]) not in self.answered:
                self.answered.add((form["verb"], form["number"]))
                run.later(run.chance.uniform(*run.thinking), partial(self._answer, form, now, run))

    async def _answer(self, form: dict[str, Any], now: dict[str, Any], run: Run) -> None:
        value: Any
        if form["kind"] == "speech":
            heard = now["floor"] == [form["seat"]]  # it is this one's turn, and all listen
            value = {"text": f"I have thought about it {run.moves.begin(self.table.sockets) if heard else ''}."}
            if form["addresses"]:  # a question that names nobody is refused
                value["to"] = run.chance.choice(form["addresses"])["value"]
        else:
            value = run.chance.choice([each["value"] for each in form["options"] if not each["barred"]])
            value = {"target": value, "as": form["roles"][0]["value"]} if form["roles"] else value
        run.answers += 1
        await self.send({"do": "answer", "verb": form["verb"], "number": form["number"], "value": value})

    async def chat(self, run: Run) -> None:
        """Say something beside the game."""
        await self.send({"do": "chat", "text": f"Hello {run.moves.begin(self.table.sockets)}"})

    async def send(self, deed: dict[str, Any]) -> None:
        """Do something at the table."""
        assert self.socket
        with suppress(ConnectionClosed):
            await self.socket.send(json.dumps(deed))


@dataclass(slots=True, eq=False)
class Table:
    """A table, and who looks at it."""

    room: str
    seats: list[Seat] = field(default_factory=list)

    @property
    def sockets(self) -> list[int]:
        return [seat.number for seat in self.seats]


@dataclass(slots=True)
class Run:
    """What goes on in this process."""

    thinking: tuple[float, float]
    moves: Moves = field(default_factory=Moves)
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    frames: int = 0
    answers: int = 0
    dropped: int = 0
    echoes: list[float] = field(default_factory=list)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def later(self, seconds: float, deed: Callable[[], Awaitable[None]]) -> None:
        """Do this in a while."""

        async def wait() -> None:
            await asyncio.sleep(seconds)
            await deed()

        self.keep(asyncio.create_task(wait()))

    def keep(self, task: asyncio.Task[None]) -> None:
        """Hold on to a task until it is done; what it raises ends the run."""
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            asyncio.get_running_loop().call_exception_handler({"message": "a socket", "exception": error})

    def stop(self) -> None:
        """Let go of all."""
        for task in self._tasks:
            task.cancel()
