"""Events out of bytes, however they are cut, and requests as a package addresses them."""

from __future__ import annotations

import httpx2
import pytest
from openai import AsyncOpenAI

from duskfall.players.llm.wires.events import Event, Events
from duskfall.players.llm.wires.letterhead import Letterhead
from tests.llm.loopback import response
from tests.llm.wiring import asked, run, set_keys

STREAM = ': a comment\nevent: a\ndata: {"x":\ndata:1}\nid: 7\n\nevent: without data\n\ndata: ü 猫\n\ndata: broken off'
TOLD = [Event("a", '{"x":\n1}'), Event("", "ü 猫")]


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_events_are_the_same_however_their_bytes_are_cut(end: str, size: int) -> None:
    stream, events = STREAM.replace("\n", end).encode(), Events()
    chunks = [stream[at : at + size] for at in range(0, len(stream), size)]
    assert [event for chunk in chunks for event in events.feed(chunk)] == TOLD


def test_every_request_has_the_address_and_the_headers_that_the_package_writes() -> None:
    async def test() -> None:
        letterhead = Letterhead()
        package = AsyncOpenAI(
            api_key="k", base_url="http://h/v1", organization="o", timeout=httpx2.Timeout(None, connect=9.0),
            http_client=letterhead.client(),
        )  # fmt: skip
        await package.post("/chat/completions", body={"long": "x" * 99}, cast_to=object)
        request = letterhead.over(b"{}")
        assert (request.method, str(request.url)) == ("POST", "http://h/v1/chat/completions")
        headers = dict(request.headers)
        assert headers.items() >= {
            ("authorization", "Bearer k"), ("openai-organization", "o"), ("host", "h"), ("content-length", "2"),
            ("accept-encoding", "identity"), ("content-type", "application/json"),
        }  # fmt: skip
        assert request.extensions["timeout"]["connect"] == 9.0
        request.headers["Connection"] = "close"
        assert letterhead.over(b"{}").headers["Connection"] == "keep-alive"

    run(test())


@pytest.mark.parametrize("kind", ["openai:m", "anthropic:m"])
def test_all_requests_of_a_wire_are_addressed_alike(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    set_keys(monkeypatch)
    busy = response(503, "Busy", {"error": {"message": "busy"}}, "Set-Cookie: a=b; Path=/\r\n")

    async def test() -> None:
        _, server = await asked(kind, busy, busy, path="")
        (path, first, _), (again, second, _) = server.sent
        assert path == again
        assert second == first | {"connection": "keep-alive", "cookie": "a=b"}

    run(test())
