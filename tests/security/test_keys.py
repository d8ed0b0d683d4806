"""Where a key may be sent: to whom it was set for, and nowhere else, whatever a server says."""

from __future__ import annotations

from pathlib import Path

import pytest

from duskfall.players.llm.model import key, read_model, withheld
from duskfall.room.room import Room
from tests.llm.loopback import response
from tests.llm.scripted import scripted
from tests.llm.wiring import KEY, failed, outcome, request, run, set_keys
from tests.room.sitting import Clock

from .files import HostileFiles
from .watch import no_connections


@pytest.fixture(autouse=True)
def _keys_are_set(monkeypatch: pytest.MonkeyPatch) -> None:
    set_keys(monkeypatch)
    monkeypatch.delenv("DUSKFALL_HTTP_HOSTS", raising=False)


@pytest.mark.parametrize(
    ("address", "hosts", "sent"),
    [
        ("http://localhost:8080/v1", "", True),
        ("http://127.0.0.1:8080/v1", "", True),
        ("http://127.8.9.1/v1", "", True),
        ("http://[::1]:8080/v1", "", True),
        ("http://10.0.0.5:8080/v1", "", False),
        ("https://llm.example.org/v1", "", False),
        ("http://localhost.example.org/v1", "", False),
        ("http://127.0.0.1.example.org/v1", "", False),
        ("https://llm.example.org/v1", "llm.example.org", True),
        ("https://LLM.example.org:444/v1", " other , LLM.Example.org", True),
        ("https://llm.example.org/v1", "example.org", False),
        ("https://evil-llm.example.org/v1", "llm.example.org", False),
        ("http://10.0.0.5:8000/v1", "10.0.0.5:8000 llm.example.org", True),
        ("http://10.0.0.5:8001/v1", "10.0.0.5:8000", False),
        ("https://llm.example.org/v1", "llm.example.org:443", True),
        ("http://llm.example.org/v1", "https://llm.example.org", False),
        ("http://llm.example.org:443/v1", "https://llm.example.org", False),
        ("http://llm.example.org:8000/v1", "https://llm.example.org:8000", False),
        ("https://llm.example.org:8000/v1", "https://llm.example.org:8000", True),
        ("https://llm.example.org./v1", "llm.example.org", False),
        ("http://[fd00::1]:8000/v1", "[fd00::1]:8000", True),
        ("http://[fd00::2]:8000/v1", "[fd00::1]:8000", False),
        ("http://llm.example.org/v1", "[:bad llm.example.org:x", False),
    ],
)
def test_the_key_for_addresses_goes_to_this_machine_and_to_listed_hosts(
    address: str, hosts: str, sent: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DUSKFALL_HTTP_HOSTS", hosts)
    model = read_model(f"{address}#m")
    assert (key(model) == KEY) == sent
    assert bool(withheld(model)) != sent


def test_keys_of_providers_go_to_these(monkeypatch: pytest.MonkeyPatch) -> None:
    assert key(read_model("openai:m")) == KEY
    assert withheld(read_model("openai:m")) == ""
    monkeypatch.delenv("DUSKFALL_HTTP_KEY")
    assert withheld(read_model("http://10.0.0.5/v1#m")) == ""


def test_a_key_that_is_withheld_is_told_with_the_host_to_list(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from duskfall.players.llm.wires.faults import refused

    model = replace(read_model("http://10.0.0.5:8000/v1#m"))
    hint = "DUSKFALL_HTTP_KEY is not sent to 10.0.0.5:8000: set DUSKFALL_HTTP_HOSTS=10.0.0.5:8000 if that is right"
    assert refused(401, {}, {}, model, key(model)).why == f"http wants a key, and {hint}"
    assert refused(403, {}, {}, model, key(model)).why == f"http forbids it ({hint})"


@pytest.mark.parametrize("kind", ["openai:m", "anthropic:m", "http://h/v1#m"])
def test_a_redirect_to_another_server_is_not_followed(kind: str) -> None:
    async def test() -> None:
        async with scripted(response(200, "OK", {})) as other:
            for status in (301, 302, 307, 308):
                there = response(status, "Elsewhere", {}, f"Location: {other.address}/v1/steal\r\n")
                found = await failed(kind, there)
                assert f"sends calls on to {other.address}; name that address" in found.why
                assert found.final
            assert other.sent == []

    run(test())


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
@pytest.mark.parametrize("kind", ["http", "ollama", "anthropic"])
def test_calls_to_this_machine_go_through_no_proxy(kind: str, host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy that the environment names would read the key: it may only go to this machine."""

    async def test() -> None:
        good = response(200, "OK", {"choices": [{"message": {"content": "yes"}, "finish_reason": "stop"}]})
        async with scripted(good, good) as server, scripted(response(401, "No", {})) as proxy:
            from duskfall.players.llm.wires.find import wire

            for variable in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
                monkeypatch.setenv(variable, proxy.address)
            monkeypatch.delenv("NO_PROXY", raising=False)
            monkeypatch.delenv("no_proxy", raising=False)
            base = server.address.replace("127.0.0.1", host)
            monkeypatch.setenv(f"{kind.upper()}_BASE_URL", base)
            model = read_model(f"{base}/v1#m" if kind == "http" else f"{kind}:m")
            way = wire(model)
            await outcome(way, request(model))
            await way.close()
            assert proxy.sent == []
            assert server.sent

    run(test())


def test_a_redirect_within_a_server_is_followed() -> None:
    async def test() -> None:
        good = response(200, "OK", {"choices": [{"message": {"content": "yes"}, "finish_reason": "stop"}]})
        async with scripted(response(307, "Moved", {}, "Location: /v2/chat\r\n"), good) as server:
            from duskfall.players.llm.wires.find import wire

            model = read_model(f"{server.address}/v1#m")
            way = wire(model)
            found = await outcome(way, request(model))
            await way.close()
            assert [sent.path for sent in server.sent] == ["/v1/chat/completions", "/v2/chat"]
            assert getattr(found, "text", found) == "yes"

    run(test())


def test_a_table_whose_file_names_others_is_played_by_bots(tmp_path: Path) -> None:
    """A server plays the tables of its folder with whom it was told to let in, and nobody else."""
    hostile, tried = HostileFiles(tmp_path, 9), list[object]()
    with no_connections(tried):
        for folder in sorted((hostile.tables / "rooms").iterdir()):
            clock = Clock()
            room = Room.open(folder, now=clock)
            while room.state == "playing":
                clock.time = max(clock.time, room.advance() or 0.0)
            assert {seat.player for seat in room.chairs} <= {"scripted", "random"}, folder
            assert room.games[0]["winner"], folder
            room.close()
    assert tried == []
    assert not hostile.mark.exists()
