"""Pages that lose their connection, and readers that are too slow."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from websockets.client import ClientProtocol
from websockets.uri import parse_uri

from duskfall.web.tables.limits import Limits, Rate
from tests.web.tables.client import QUICK, call, in_loop, page, serving, socket_of

MANY = Limits(frames=Rate(100_000, 0.001))


@in_loop
async def test_who_comes_back_is_sent_what_is_missing(tmp_path: Path) -> None:
    async with serving(tmp_path) as address:
        made = await call(address, "new", wish={**QUICK, "name": "Ann", "start": True})
        mine = {"room": made["room"], "secret": made["secret"]}
        async with page(address, **mine) as ann:
            await ann.until(lambda _: ann.now.get("forms"))
        async with page(address, **ann.have()) as again:
            first = await again.look()
            assert first["since"] > 0  # the last may have changed, and is sent again
            assert ann.events[: first["since"]] + first["events"] == ann.events
            assert first["now"]["forms"] == ann.now["forms"]
        async with page(address, **mine) as anew:
            await anew.until(lambda _: anew.now.get("forms"))
            assert anew.events == ann.events


@in_loop
async def test_a_reader_that_does_not_read_is_dropped_and_catches_up(tmp_path: Path) -> None:
    """Bob's page asks for everything again and again, and never reads a byte of it."""
    async with serving(tmp_path, limits=MANY) as address:
        made = await call(address, "new", wish={**QUICK, "name": "Ann"})
        bob = await call(address, "join", room=made["room"], name="Bob")
        his = {"room": made["room"], "secret": bob["secret"]}
        async with page(address, room=made["room"], secret=made["secret"], creator=made["creator"]) as ann:
            await ann.do("start")
            deaf = await _deaf(address, json.dumps(his), json.dumps({"do": "language", "language": "en"}), 3000)
            await ann.until(lambda _: ann.board["chairs"][bob["seat"] - 1]["here"])
            await ann.until(lambda _: not ann.board["chairs"][bob["seat"] - 1]["here"])
            async with page(address, **his) as again:
                await again.until(lambda _: again.events and again.now)
                await ann.until(lambda _: ann.board["chairs"][bob["seat"] - 1]["here"])
            deaf.close()


async def _deaf(address: str, hello: str, deed: str, times: int) -> asyncio.StreamWriter:
    """A socket that says hello, does something many times, and never reads what it is sent."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(address.rpartition(":")[2]), limit=1024)
    wire = ClientProtocol(parse_uri(socket_of(address)))
    wire.send_request(wire.connect())
    writer.writelines(wire.data_to_send())
    wire.receive_data(await reader.readuntil(b"\r\n\r\n"))
    for text in (hello, *[deed] * times):
        wire.send_text(text.encode())
    writer.writelines(wire.data_to_send())
    return writer
