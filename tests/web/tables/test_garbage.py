"""Whatever is sent, by HTTP or by socket: no game ends of it, and no connection but its own."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from duskfall.wire.room import RoomDeed
from tests.patience import PATIENCE
from tests.web.tables.client import QUICK, call, post, socket_of

DEEDS = [deed for deed in get_args(RoomDeed) if deed != "leave"]
LEAF = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12)
    | st.sampled_from([0, 1, 2, -1, "", "en", "bot", "person", "watch", "werewolf", 10**14])
)  # fmt: skip
ANY = st.recursive(
    LEAF,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)
DEED = st.fixed_dictionaries(
    {"do": st.sampled_from(DEEDS) | LEAF},
    optional=dict.fromkeys(
        ("verb", "number", "value", "said", "text", "language", "name", "seat", "to", "wish", "target"), ANY
    ),
)
VALUE = ANY | st.fixed_dictionaries(
    {}, optional={"text": ANY, "to": ANY, "nominate": ANY, "claims": ANY, "target": ANY, "as": ANY}
)
HELLO = st.fixed_dictionaries(
    {}, optional=dict.fromkeys(("room", "secret", "creator", "watch", "language", "game", "have", "chat"), ANY)
)
CALL = st.fixed_dictionaries(
    {"name": st.sampled_from(["form", "new", "find", "join", "record"]) | LEAF},
    optional={
        "params": ANY
        | st.fixed_dictionaries(
            {},
            optional=dict.fromkeys(("rules", "seats", "deck", "flags", "clocks", "room", "code", "name", "game"), ANY)
            | {
                "wish": st.fixed_dictionaries(
                    {},
                    optional=dict.fromkeys(
                        ("rules", "seats", "deck", "flags", "clocks", "fill", "name", "pace", "delay"), ANY
                    ),
                )
            },
        ),
        "language": ANY,
    },
)
TOO_BIG = {1009, 1006}  # 1006: it was still writing, and could not read why
hostile = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


def opened(address: str) -> ClientConnection:
    """A socket whose owner need not read what it is sent."""
    return connect(socket_of(address), max_queue=None, legacy=True)


class Table:
    """A table at which Ann plays, and what was made for others."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.made = asyncio.run(call(address, "new", wish={**QUICK, "name": "Ann"}))
        self.bob = asyncio.run(call(address, "join", room=self.made["room"], name="Bob"))
        self.ann = self.open(secret=self.made["secret"], creator=self.made["creator"])
        self.ann.send(json.dumps({"do": "start"}))

    def open(self, **hello: Any) -> ClientConnection:
        link = opened(self.address)
        link.send(json.dumps({"room": self.made["room"], "language": "en", **hello}))
        return link

    def goes_on(self) -> None:
        """Ann is answered, and her game is on."""
        self.ann.send(json.dumps({"do": "no such deed"}))
        while "refused" not in json.loads(self.ann.recv(PATIENCE)):
            pass
        found = asyncio.run(call(self.address, "find", room=self.made["room"]))
        assert found["state"] == "playing"


@pytest.fixture(scope="module")
def table(server: str) -> Iterator[Table]:
    table = Table(server)
    yield table
    table.ann.close()


@pytest.fixture(autouse=True)
def no_mistakes(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """The server has nothing to complain of."""
    yield
    assert not [each.getMessage() for each in caplog.get_records("call") if each.name.startswith("duskfall")]


def closes(link: ClientConnection) -> None:
    """Read until the server has closed it."""
    with suppress(ConnectionClosed):
        while True:
            link.recv(PATIENCE)


@hostile
@given(sent=st.text() | st.binary() | HELLO)
def test_a_first_frame_of_any_kind(table: Table, sent: Any) -> None:
    with opened(table.address) as link:
        with suppress(ConnectionClosed):
            link.send(sent if isinstance(sent, str | bytes) else json.dumps(sent))
        closes(link)
    table.goes_on()


@hostile
@given(frames=st.lists(DEED, min_size=1, max_size=4), value=VALUE)
def test_deeds_of_any_kind_in_a_seat(table: Table, frames: list[Any], value: Any) -> None:
    with table.open(secret=table.bob["secret"]) as link, suppress(ConnectionClosed):
        for frame in (*frames, {"do": "answer", "verb": "vote", "number": 1, "value": value}):
            link.send(json.dumps(frame))
    table.goes_on()


@hostile
@given(frames=st.lists(DEED, min_size=1, max_size=4))
def test_deeds_of_any_kind_with_the_creators_powers(server: str, table: Table, frames: list[Any]) -> None:
    """At a table of their own: there creators may do as they like."""
    made = asyncio.run(call(server, "new", wish={**QUICK, "name": "Eve"}))
    with opened(server) as link, suppress(ConnectionClosed):
        for frame in ({"room": made["room"], "secret": made["secret"], "creator": made["creator"]}, *frames):
            link.send(json.dumps(frame))
    assert asyncio.run(call(server, "find", room=made["room"]))["state"]
    table.goes_on()


@hostile
@given(asked=CALL | ANY)
def test_calls_of_any_kind(table: Table, asked: Any) -> None:
    status, found = asyncio.run(post(table.address, "/api/room", json.dumps(asked).encode()))
    assert status < 500, found
    assert "error" in found or status == 200
    table.goes_on()


@hostile
@given(body=st.binary(max_size=200) | st.builds(lambda found: json.dumps(found).encode(), ANY))
def test_bodies_of_any_kind(table: Table, body: bytes) -> None:
    for path in ("/api/room", "/api/call"):
        status, found = asyncio.run(post(table.address, path, body))
        assert (status, list(found)) == (400, ["error"]) or status in {403, 409}
    table.goes_on()


@hostile
@given(sent=st.binary(max_size=300))
def test_bytes_that_are_no_http(table: Table, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", int(table.address.rpartition(":")[2]))) as link:
        link.sendall(sent)
    table.goes_on()


@pytest.mark.parametrize("size", [8 * 1024 + 1, 100_000, 3_000_000])
def test_a_frame_of_more_than_8_kb_ends_its_own_connection(table: Table, size: int) -> None:
    with table.open(secret=table.bob["secret"]) as link:
        with suppress(ConnectionClosed):
            link.send('{"do":"chat","text":"' + "x" * size + '"}')
        closes(link)
        assert link.close_code in TOO_BIG
    table.goes_on()


@pytest.mark.parametrize("frame", [b"\x00\x01", "no JSON", "[]", "[" * 5000, '{"do":NaN}', ""])
def test_a_frame_that_is_no_object_ends_its_own_connection(table: Table, frame: str | bytes) -> None:
    with table.open(secret=table.bob["secret"]) as link:
        link.send(frame)
        closes(link)
        assert link.close_code == 1008
    table.goes_on()


def test_fragments_count_together(table: Table) -> None:
    with table.open(secret=table.bob["secret"]) as link:
        with suppress(ConnectionClosed):
            link.send("x" * 1000 for _ in range(20))
        closes(link)
        assert link.close_code in TOO_BIG
    table.goes_on()
