"""Whoever only wants to be in the way: nobody is kept out, and nothing is guessed."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from duskfall.web import crowd
from duskfall.web.crowd import Pool
from duskfall.web.tables.limits import Limits, Rate
from tests.web.tables.client import QUICK, call, called, in_loop, page, post, serving, socket_of

SLOW = 3600.0  # seconds: within a test there is no second one


@in_loop
async def test_a_socket_that_does_not_say_hello_is_closed(tmp_path: Path) -> None:
    async with serving(tmp_path, limits=Limits(hello=0.05)) as address, connect(socket_of(address)) as socket:
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 1008


@in_loop
async def test_a_connection_that_asks_for_nothing_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowd, "SILENT", 0.05)
    async with serving(tmp_path) as address:
        for sent in (b"", b"POST /api/room HTTP/1.1\r\nHost: x\r\n"):
            reader, writer = await asyncio.open_connection("127.0.0.1", int(address.rpartition(":")[2]))
            writer.write(sent)
            with suppress(ConnectionResetError):
                assert await reader.read() == b""
            writer.close()


@in_loop
async def test_300_sockets_without_a_seat_keep_nobody_out_of_theirs(tmp_path: Path) -> None:
    async with serving(tmp_path, limits=Limits(hello=SLOW)) as address, AsyncExitStack() as crowd:
        made = await call(address, "new", wish={**QUICK, "name": "Ann"})
        mine = {"room": made["room"], "secret": made["secret"]}
        async with page(address, **mine) as ann:
            await ann.look()
            for _ in range(300):
                with_it = await connect(socket_of(address), close_timeout=0.01)
                crowd.push_async_callback(with_it.close)
            await ann.do("chat", text="I am still here")
            await ann.until(lambda _: ann.chat)
            async with page(address, **mine) as again:
                await again.until(lambda _: again.chat)
            assert (await call(address, "find", room=made["room"]))["players"] == ["Ann"]


def test_the_address_with_most_connections_gives_way_first() -> None:
    class Link:
        def __init__(self) -> None:
            self.open = True

        def abort(self) -> None:
            self.open = False

    pool, links = Pool(4), [Link() for _ in range(6)]
    for number, address in enumerate(["quiet", "loud", "loud", "loud", "loud", "other"]):
        pool.enter((address, number), address, links[number])  # type: ignore[arg-type]
    assert [link.open for link in links] == [True, False, False, True, True, True]
    pool.leave(("loud", 3))
    pool.leave(("loud", 3))
    pool.enter(("quiet", 9), "quiet", links[0])  # type: ignore[arg-type]
    assert links[0].open


@pytest.mark.parametrize(
    ("limits", "name", "params"),
    [
        (Limits(making=Rate(3, SLOW)), "new", {"wish": QUICK}),
        (Limits(joining=Rate(3, SLOW)), "join", {"room": "none", "name": "x"}),
        (Limits(guessing=Rate(3, SLOW)), "find", {"code": "XXXX"}),
        (Limits(calling=Rate(3, SLOW)), "find", {"code": "XXXX"}),
    ],
)
@in_loop
async def test_so_much_and_no_more(tmp_path: Path, limits: Limits, name: str, params: dict[str, object]) -> None:
    async with serving(tmp_path, limits=limits) as address:
        found = [await called(address, name, **params) for _ in range(5)]
        assert [status == 429 for status, _ in found] == [False, False, False, True, True]
        assert list(found[-1][1]) == ["error"]


@in_loop
async def test_who_guesses_keeps_no_neighbour_out(tmp_path: Path) -> None:
    """A stranger behind the same address has tried too many codes: those who have a link are let in all the same."""
    async with serving(tmp_path, limits=Limits(guessing=Rate(3, SLOW))) as address:
        made = await call(address, "new", wish={**QUICK, "name": "Ann"})
        for _ in range(5):
            status, _found = await called(address, "find", code="XXXX")
        assert (status, (await called(address, "find", code=made["code"]))[0]) == (429, 429)
        assert (await called(address, "find", room=made["room"]))[0] == 200
        assert (await called(address, "join", room=made["room"], name="Bob"))[0] == 200
        async with page(address, room=made["room"], secret=made["secret"]) as ann:
            assert "board" in await ann.look()


@in_loop
async def test_too_many_frames_end_their_own_connection(tmp_path: Path) -> None:
    async with serving(tmp_path, limits=Limits(frames=Rate(5, SLOW))) as address:
        made = await call(address, "new", wish={**QUICK, "name": "Ann"})
        bob = await call(address, "join", room=made["room"], name="Bob")
        async with (
            page(address, room=made["room"], secret=made["secret"]) as ann,
            page(address, room=made["room"], secret=bob["secret"]) as loud,
        ):
            for _ in range(6):
                await loud.do("chat", text="again")
            with pytest.raises(ConnectionClosed) as closed:
                await loud.until(lambda _: False)
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 1008
            await ann.do("chat", text="and I?")
            await ann.until(lambda _: ann.chat and ann.chat[-1]["text"] == "and I?")


@in_loop
async def test_one_secret_opens_only_so_many_sockets(tmp_path: Path) -> None:
    async with serving(tmp_path, limits=Limits(alike=2)) as address, AsyncExitStack() as all:
        made = await call(address, "new", wish={**QUICK, "name": "Ann"})
        mine = {"room": made["room"], "secret": made["secret"]}
        pages = [await all.enter_async_context(page(address, **mine)) for _ in range(3)]
        assert (await pages[0].until(lambda news: "gone" in news))["gone"]
        await pages[2].do("chat", text="hi")
        for each in pages[1:]:
            await each.until(lambda news: "chat" in news)


@in_loop
async def test_evenings_are_not_kept_here(tmp_path: Path) -> None:
    async with serving(tmp_path) as address:
        for name in ("evening", "evenings", "solo", "ruling"):
            status, found = await post(address, "/api/call", json.dumps({"name": name, "params": {}}).encode())
            assert (status, found) == (403, {"error": "this server keeps tables; for that, start `duskfall host`"})
        status, found = await post(address, "/api/call", json.dumps({"name": "rulesets", "params": {}}).encode())
        assert status == 200
        assert len(found) >= 5


@in_loop
async def test_a_record_that_is_brought_along_is_shown(tmp_path: Path, text: bytes) -> None:
    async with serving(tmp_path / "data", limits=Limits(filming=Rate(1, SLOW))) as address:
        asked = json.dumps({"name": "film", "params": {"text": text.decode(), "language": "en"}}).encode()
        status, found = await post(address, "/api/call", asked)
        assert status == 200
        assert "error" not in found
        assert (await post(address, "/api/call", asked))[0] == 429
