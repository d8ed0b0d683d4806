"""Law 2 on the bytes of the socket: a real server and real clients, under a clock that is moved by hand."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from itertools import count, cycle, zip_longest
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from websockets.asyncio.client import ClientConnection, connect

from duskfall.room.sent import board
from duskfall.web.tables import page as page_module
from duskfall.web.tables import table as table_module
from duskfall.web.tables.calls import CALLS
from duskfall.web.tables.limits import Limits, Rate
from duskfall.web.tables.open_calls import OPEN
from duskfall.web.tables.page import Page
from duskfall.web.tables.table import Table
from tests.web.tables.client import answered, call, in_loop, serving, socket_of

from ..received import Pair, Side
from .evening import START, Bot, Manner, cards, dealt, wished
from .leaks import CITY, around, odd
from .manners import USUAL, manner, sides, strangers
from .test_frames import EVIL, SWAPPED, TOLD

LONG = 130.0  # seconds: the deal, a night, and the beginning of a day
ROOMY = Limits(*(Rate(10_000, 0.001),) * 6)
WATCH, DOOR = 0, -1
ASKED = {*CALLS, *OPEN} - {"new"}  # which makes another table
KNOCKS = 5.3  # seconds between two calls of whoever is at the door
Frames = dict[int, list[tuple[float, str]]]


class Timers:
    """The time of a server, and the moments at which its tables want to go on."""

    def __init__(self) -> None:
        self.now = START
        self.due: dict[Table, float | None] = {}

    def __call__(self) -> float:
        return self.now

    def wait(self, table: Table, due: float | None) -> None:
        self.due[table] = due

    def next(self) -> float:
        return min((due for due in self.due.values() if due is not None), default=self.now + 1)


class Beats:
    """The waits of pages until the next heartbeat, which end when the test says so."""

    def __init__(self) -> None:
        self.waits: list[asyncio.Timeout] = []

    def timeout(self, seconds: float) -> asyncio.Timeout:
        """Begin a wait, in place of `asyncio.timeout`."""
        assert seconds == ROOMY.beat
        self.waits.append(asyncio.timeout(None))
        return self.waits[-1]

    def end(self) -> None:
        """End all waits that are still going on."""
        for wait in self.waits:
            with suppress(RuntimeError):  # it is over
                wait.reschedule(0)
        self.waits.clear()


class Client:
    """A browser or an MCP client: it keeps every frame, and answers what it is asked."""

    def __init__(self, seat: int, socket: ClientConnection, timers: Timers) -> None:
        self.seat, self.socket, self.timers = seat, socket, timers
        self.frames: list[tuple[float, str]] = []
        self.now: dict[str, Any] = {}
        self.answers: dict[tuple[str, int], float] = {}  # questions, and when they are answered

    async def read(self) -> None:
        """Everything that the server has sent until now: a ping is answered after it."""
        await asyncio.sleep(0)
        answered = asyncio.ensure_future(await self.socket.ping())
        while True:
            frame = asyncio.ensure_future(self.socket.recv())
            await asyncio.wait({frame, answered}, return_when=asyncio.FIRST_COMPLETED)
            if not frame.done():
                frame.cancel()
                break
            self.frames.append((self.timers.now, str(frame.result())))
            self.now = json.loads(str(frame.result())).get("now", self.now)

    def think(self, manner: Manner) -> None:
        """Note what is asked, and when it will be answered."""
        for form in self.now.get("forms", ()) if self.seat else ():
            thinks = manner.thinks if self.now["floor"] else manner.ponders
            self.answers.setdefault((form["verb"], form["number"]), self.timers.now + thinks[self.seat])

    async def answer(self, side: Side) -> None:
        """Answer what it is time to answer."""
        for form in self.now.get("forms", ()) if self.seat else ():
            if self.answers.get((form["verb"], form["number"]), 1e9) <= self.timers.now:
                value: Any = form["options"][0]["value"] if form["options"] else "Hm."
                ask = next((ask for ask in dealt[0].asks if (ask.seat, ask.verb) == (self.seat, form["verb"])), None)
                value = side.answers(dealt[0], ask) if ask else value
                self.answers[form["verb"], form["number"]] = 1e9
                if value is not None:
                    deed = {"do": "answer", "verb": form["verb"], "number": form["number"], "value": value}
                    await self.socket.send(json.dumps(deed))


class Door:
    """Somebody without a seat, who asks by HTTP whatever a server answers while a game is on."""

    def __init__(self, address: str, room: str, timers: Timers) -> None:
        self.address, self.timers = address, timers
        self.frames: list[tuple[float, str]] = []
        self.calls, self.next, self.names = 0, START + KNOCKS, cycle(sorted(ASKED - {"find"}))
        self.params = {"room": room, "code": "BCDF", "name": "Zoe", "game": 1, "rules": "werewolf", "text": ""}

    async def knock(self) -> None:
        """When it is time: is there a chair, and now and then another call."""
        if self.timers.now >= self.next:
            self.next += KNOCKS
            self.calls += 1
            for name in ("find", *([] if self.calls % 2 else [next(self.names)])):
                self.frames.append((self.timers.now, f"{name} {await self.told(name)}"))

    async def told(self, name: str) -> object:
        """Return the status, the headers and the bytes of the answer."""
        path = "/api/room" if name in CALLS else "/api/call"
        body = json.dumps({"name": name, "params": self.params, "language": "en"}).encode()
        status, headers, answer = await answered(self.address, path, body)
        return status, [header for header in headers if header[0].lower() != "date"], answer


async def played(data: Path, side: Side, how: Manner) -> Frames:
    """All frames of all clients."""
    timers, seeds, secrets, beats = Timers(), count(7), count(), Beats()
    making = {"tokens": lambda: f"secret-{next(secrets)}", "seeds": lambda: next(seeds)}
    with (
        cards(side, how, lambda: Bot(side.answers)),
        patch.object(Table, "_wait", lambda table, due: timers.wait(table, due)),
        patch.object(page_module, "asyncio", SimpleNamespace(Event=asyncio.Event, timeout=beats.timeout)),
        patch("duskfall.web.tables.hub.new_id", lambda: "an-id"),
        patch("duskfall.web.tables.hub.new_code", lambda: "BCDF"),
    ):
        async with serving(data, limits=ROOMY, now=timers, **making) as address:
            made = await call(address, "new", wish=wished(side, how))
            hellos: dict[int, Mapping[str, str]] = {WATCH: {"watch": "watch", "creator": made["creator"]}}
            for seat in sorted(how.people):
                joined = await call(address, "join", room=made["room"], name=side.table.names[seat - 1])
                hellos[seat] = {"secret": joined["secret"]}
            clients = [await _come(address, made["room"], seat, hello, timers) for seat, hello in hellos.items()]
            await clients[0].socket.send(json.dumps({"do": "start"}))
            door = Door(address, made["room"], timers)
            while timers.now < START + LONG:
                await _moment(clients, door, timers, side, how, beats)
            for client in clients:
                await client.socket.close()
    return {DOOR: door.frames, **{client.seat: client.frames for client in clients}}


async def _come(address: str, room: str, seat: int, hello: Mapping[str, str], timers: Timers) -> Client:
    client = Client(seat, await connect(socket_of(address), max_size=None), timers)
    await client.socket.send(json.dumps({"room": room, "language": "en", **hello}))
    client.frames.append((timers.now, str(await client.socket.recv())))
    return client


async def _moment(clients: list[Client], door: Door, timers: Timers, side: Side, how: Manner, beats: Beats) -> None:
    """Do and read all that happens now, with a heartbeat at each knock; then move the clock."""
    await _settled(clients, timers)
    if timers.now >= door.next:
        beats.end()
        await _settled(clients, timers)
    await door.knock()
    for client in clients:
        client.think(how)
    times = [when for client in clients for when in client.answers.values() if when > timers.now]
    timers.now = max(timers.now, min([timers.next(), door.next, *times]))
    for client in clients:
        if client.seat not in how.silent:
            await client.answer(side)


async def _settled(clients: list[Client], timers: Timers) -> None:
    """The server has done what was sent and what is due, one turn after another, and the clients have what it sent."""
    for _ in range(3):  # a client sends two answers at once at most
        for client in clients:
            await client.read()
        for table in list(timers.due):
            await table.go_on()
    while any(due is not None and due <= timers.now for due in timers.due.values()):
        for table in list(timers.due):
            await table.go_on()
    for client in clients:
        await client.read()


def differing(frames: list[Frames], who: frozenset[int]) -> list[str]:
    """Those who may not know, and can tell the games apart: by which frames."""
    found = []
    for seat in (WATCH, DOOR, *sorted(who)):
        one, other = frames[0][seat], frames[1][seat]
        found += [f"{seat}: {left} / {right}" for left, right in zip_longest(one, other) if left != right][:1]
    return found


async def both(pair: Pair, data: Path) -> tuple[list[Frames], frozenset[int]]:
    """The frames of both games, and who may not tell them apart."""
    hows = [manner(pair, side, USUAL) for side in (pair.left, pair.right)]
    games = sides(pair, hows[0].silent)
    frames = [await played(data / str(n), side, how) for n, (side, how) in enumerate(zip(games, hows, strict=True))]
    return frames, strangers(pair, hows[0].people)


@pytest.mark.parametrize("name", [*SWAPPED, *EVIL])
def test_the_bytes_of_the_socket_do_not_depend_on_what_is_hidden(name: str, tmp_path: Path) -> None:
    @in_loop
    async def look() -> None:
        frames, who = await both(TOLD[name], tmp_path)
        assert who
        assert differing(frames, who) == []
        assert all(len(frames[0][seat]) > 10 for seat in who)
        assert {text.partition(" ")[0] for _, text in frames[0][DOOR]} == ASKED

    look()


def counted(patched: pytest.MonkeyPatch) -> None:
    """A page is told how much others are sent."""
    really = Table._tell

    def tell(table: Table, page: Any, news: Any) -> None:
        really(table, page, news and {**news, "others": sum(len(text) for _, text, _ in table._told)})

    patched.setattr(Table, "_tell", tell)


def broadcast(patched: pytest.MonkeyPatch) -> None:
    """Every page is sent something when somebody does something."""
    really = Table.do

    def do(table: Table, page: Any, frame: Any) -> None:
        really(table, page, frame)
        for each in table.visits:
            table._tell(each, {"heard": ""})

    patched.setattr(Table, "do", do)


def at_the_door(patched: pytest.MonkeyPatch) -> None:
    """Whoever asks for a chair is told whose turn it is in secret."""
    asked = lambda: [odd(ask.seat) for ask in dealt[0].asks] if dealt else []  # noqa: E731
    around(patched, board, "found", lambda found, *args: {**found, "free": sum(asked())})


def in_a_heartbeat(patched: pytest.MonkeyPatch) -> None:
    """A heartbeat has a blank in it while a certain seat is asked."""

    def beat(page: Page) -> None:
        page.send("{ }" if any(odd(ask.seat) for ask in dealt[0].asks) else "{}")

    patched.setattr(Page, "beat", beat)


def in_what_ends_a_wait(patched: pytest.MonkeyPatch) -> None:
    """A page that has waited sends other bytes than a heartbeat while a certain seat is asked."""
    really = Page._wait

    async def wait(page: Page) -> None:
        before = len(page._frames)
        await really(page)
        if list(page._frames)[before:] == [page_module.ALIVE] and any(odd(ask.seat) for ask in dealt[0].asks):
            page._frames[-1] += "\n"

    patched.setattr(Page, "_wait", wait)


def in_the_blanks(patched: pytest.MonkeyPatch) -> None:
    """A frame ends with a blank while a certain seat is asked."""
    really = Page.send
    blank = lambda: " " if dealt and any(odd(ask.seat) for ask in dealt[0].asks) else ""  # noqa: E731
    patched.setattr(Page, "send", lambda page, text: really(page, text + blank()))


def in_the_order_of_keys(patched: pytest.MonkeyPatch) -> None:
    """The keys of a frame stand in another order while a certain seat is asked."""
    really = table_module.written

    def written(found: Any) -> str:
        turned = dealt and isinstance(found, dict) and any(odd(ask.seat) for ask in dealt[0].asks)
        return really(dict(reversed(found.items())) if turned else found)

    patched.setattr(table_module, "written", written)


@pytest.mark.parametrize("leak", [
    counted, broadcast, at_the_door, in_a_heartbeat, in_what_ends_a_wait, in_the_blanks, in_the_order_of_keys,
])  # fmt: skip
def test_a_leak_planted_in_the_server_is_found(leak: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)

    @in_loop
    async def look() -> None:
        assert differing(*await both(TOLD[CITY], tmp_path))

    look()
