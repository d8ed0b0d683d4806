"""A table over HTTP and sockets, as pages use it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.web.tables.client import QUICK, call, called, in_loop, page, serving


@in_loop
async def test_a_table_is_made_found_joined_and_talked_at(tmp_path: Path) -> None:
    async with serving(tmp_path) as address:
        made = await call(address, "new", wish={**QUICK, "name": "Ann"})
        assert made["seat"]
        found = await call(address, "find", code=made["code"].lower())
        assert (found["room"], found["state"], found["players"]) == (made["room"], "lobby", ["Ann"])
        joined = await call(address, "join", room=made["room"], name="Bob")
        async with (
            page(address, room=made["room"], secret=made["secret"], creator=made["creator"]) as ann,
            page(address, room=made["room"], secret=joined["secret"]) as bob,
        ):
            assert (await bob.look())["board"]["mine"] == joined["seat"]
            await ann.do("chat", text="hello")
            await bob.until(lambda news: news.get("chat"))
            assert bob.chat == [{"name": "Ann", "seat": made["seat"], "text": "hello", "dead": False}]
            await bob.do("start")
            assert (await bob.until(lambda news: "refused" in news))["refused"]
            await ann.do("start")
            for each in (ann, bob):
                await each.until(lambda _, each=each: each.board["state"] == "playing" and each.events)


@in_loop
async def test_a_page_in_another_language_is_answered_in_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as address:
        english = (await call(address, "find", code="XXXX"))["error"]
        russian = (await call(address, "find", "ru", code="XXXX"))["error"]
        assert english == "There is no table with this code."
        assert isinstance(russian, str)
        made = await call(address, "new", wish={**QUICK, "name": "Ann"})
        async with page(address, room=made["room"], secret=made["secret"]) as ann:
            first = (await ann.look())["board"]["title"]
            await ann.do("language", language="ru")
            assert (await ann.until(lambda news: "board" in news))["board"]["title"] != first


@pytest.mark.parametrize(
    "wrong", [{"room": "none"}, {"secret": "guess"}, {"creator": "guess"}, {"room": 7}, {"secret": [1]}]
)
@in_loop
async def test_who_does_not_belong_here_is_told_so_and_sent_away(tmp_path: Path, wrong: dict[str, object]) -> None:
    async with serving(tmp_path) as address:
        made = await call(address, "new", wish={**QUICK, "name": "Ann"})
        async with page(address, **{"room": made["room"], "secret": made["secret"]} | wrong) as stranger:
            assert list(await stranger.look()) == ["gone"]
            with pytest.raises(ConnectionClosed) as closed:
                await stranger.look()
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 1008


def called_by(address: str, name: str, origin: str) -> connect:
    """A socket at this address, by another name and from another page."""
    port = int(address.rpartition(":")[2])
    return connect(f"ws://{name or f'127.0.0.1:{port}'}/api/socket", host="127.0.0.1", port=port, origin=origin)


@pytest.mark.parametrize(
    ("name", "origin"),
    [
        ("", "http://evil.example"), ("", "null"), ("", "http://127.0.0.1:1"), ("", "http://["),
        ("evil.example", "http://evil.example"), ("evil.example", None), ("127.0.0.1.evil.example", None),
    ],
)  # fmt: skip
@in_loop
async def test_no_socket_for_another_page_or_name(tmp_path: Path, name: str, origin: str) -> None:
    async with serving(tmp_path) as address:
        with pytest.raises(InvalidStatus) as refused:
            await called_by(address, name, origin)
        assert refused.value.response.status_code == 403


@in_loop
async def test_our_own_page_and_our_own_name_may_open_a_socket(tmp_path: Path) -> None:
    async with serving(tmp_path, names=["tables.example"]) as address:
        for name in (address.removeprefix("http://"), "tables.example"):
            async with called_by(address, name, f"http://{name}") as socket:
                await socket.send(json.dumps({"room": "none"}))
                assert "gone" in json.loads(await socket.recv())


@in_loop
async def test_one_seat_on_two_devices(tmp_path: Path) -> None:
    async with serving(tmp_path) as address:
        made = await call(address, "new", wish={**QUICK, "name": "Ann"})
        mine = {"room": made["room"], "secret": made["secret"]}
        async with page(address, **mine) as phone, page(address, **mine) as laptop:
            await phone.look()
            await laptop.look()
            await phone.do("chat", text="from here")
            await laptop.until(lambda news: news.get("chat"))
            await phone.until(lambda news: news.get("chat"))


@in_loop
async def test_calls_that_are_none(tmp_path: Path) -> None:
    async with serving(tmp_path) as address:
        for name, params in (("nothing", {}), ("new", {}), ("new", {"wish": 7}), ("join", {"room": 7}), ("find", {})):
            status, found = await called(address, name, **params)
            assert 400 <= status < 500, name
            assert list(found) == ["error"]


@in_loop
async def test_models_are_let_in_by_the_server_alone_and_at_its_price(tmp_path: Path) -> None:
    model = "openai:some-model"
    async with serving(tmp_path / "none") as address:
        assert (await called(address, "new", wish={"fill": model, "max_cost": 1}))[0] == 409
    async with serving(tmp_path / "some", fills=["scripted", model], most_cost=2.0) as address:
        form = await call(address, "form", rules="werewolf")
        assert [(each["value"], each["costs"]) for each in form["fills"]] == [("scripted", False), (model, True)]
        assert (await called(address, "new", wish={"fill": model, "max_cost": 3}))[0] == 409
        assert (await called(address, "new", wish={"fill": model, "max_cost": 2}))[0] == 200
