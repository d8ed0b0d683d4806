"""All tables of a server: opened again after its end, put away when nobody is there, and never in each other's way."""

from __future__ import annotations

import asyncio
import logging
import shutil
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from duskfall.room.refused import Refused
from duskfall.room.room import Room
from duskfall.web.tables import hub as hubs
from duskfall.web.tables.hub import Hub, NoTable, Taken
from duskfall.web.tables.limits import Limits
from tests.web.tables.client import QUICK, call, called, in_loop, page, serving
from tests.web.tables.test_limits import Clock

PLAYED = {**QUICK, "name": "Ann", "start": True}


def state(room: str, hub: Hub) -> Any:
    return hub.turn(room, lambda table: table.room.state)


@in_loop
async def test_all_that_was_open_goes_on_by_itself(tmp_path: Path) -> None:
    hub = Hub(tmp_path)
    made = [await hub.make(wish) for wish in (PLAYED, QUICK, PLAYED)]
    await hub.close()
    again = Hub(tmp_path)
    await again.start()
    while len(again._tables) < 3:
        await asyncio.sleep(0)
    assert [await state(each["room"], again) for each in made] == ["playing", "lobby", "playing"]
    await again.close()


@in_loop
async def test_an_index_that_is_lost_is_read_off_the_folders(tmp_path: Path) -> None:
    hub = Hub(tmp_path)
    made = await hub.make(PLAYED)
    gone = await hub.make(QUICK)
    await hub.close()
    for path in tmp_path.glob("index.sqlite*"):
        path.unlink()
    shutil.rmtree(tmp_path / "rooms" / gone["room"])
    again = Hub(tmp_path)
    await again.start()
    while made["room"] not in again._tables:
        await asyncio.sleep(0)
    assert await state(made["room"], again) == "playing"
    assert await again.room_of(made["code"]) == made["room"]
    with pytest.raises(NoTable):
        await again.room_of(gone["code"])
    await again.close()


@in_loop
async def test_a_folder_that_is_gone_is_forgotten(tmp_path: Path) -> None:
    hub = Hub(tmp_path)
    gone = await hub.make(QUICK)
    await hub.close()
    shutil.rmtree(tmp_path / "rooms" / gone["room"])
    again = Hub(tmp_path)
    await again.start()
    while await again.thread(again._index.has, gone["room"]):
        await asyncio.sleep(0)
    with pytest.raises(NoTable):
        await state(gone["room"], again)
    await again.close()


@in_loop
async def test_quiet_tables_are_closed_and_opened_when_somebody_comes(tmp_path: Path) -> None:
    clock = Clock()
    hub = Hub(tmp_path, now=clock)
    lobby, played = await hub.make(QUICK), await hub.make(PLAYED)
    clock.at = hubs.QUIET - 1
    await hub.sweep()
    assert {*hub._tables} == {lobby["room"], played["room"]}
    clock.at = hubs.QUIET + 1
    await hub.sweep()
    assert {*hub._tables} == {played["room"]}
    assert await state(lobby["room"], hub) == "lobby"
    assert {*hub._tables} == {lobby["room"], played["room"]}
    await hub.close()


@in_loop
async def test_a_lobby_to_which_nobody_ever_came_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    hub = Hub(tmp_path, now=clock)
    lobby, played = await hub.make(QUICK), await hub.make(PLAYED)
    clock.at = hubs.QUIET + 1
    await hub.sweep()
    monkeypatch.setattr(time, "time", lambda: 2e9)  # the date jumps by years, which is no reason
    clock.at += hubs.EMPTY - 2 * hubs.QUIET
    await hub.sweep()
    assert len([*(tmp_path / "rooms").iterdir()]) == 2
    clock.at += 2 * hubs.QUIET
    await hub.sweep()
    assert [path.name for path in (tmp_path / "rooms").iterdir()] == [played["room"]]
    with pytest.raises(NoTable):
        await state(lobby["room"], hub)
    await hub.close()


@in_loop
async def test_a_table_that_is_damaged_is_told_of_and_harms_no_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    hub = Hub(tmp_path)
    bad, good = await hub.make(QUICK), await hub.make(QUICK)
    await hub.close()
    (tmp_path / "rooms" / bad["room"] / "room.jsonl").write_text('{"nothing":1}\n')
    again = Hub(tmp_path)
    for _ in range(2):
        with pytest.raises(NoTable, match="damaged"):
            await state(bad["room"], again)
    assert await state(good["room"], again) == "lobby"
    assert bad["room"] in caplog.text
    await again.close()


@in_loop
async def test_one_process_holds_a_folder(tmp_path: Path) -> None:
    hub = Hub(tmp_path)
    with pytest.raises(Taken):
        Hub(tmp_path)
    await hub.close()
    await Hub(tmp_path).close()


@in_loop
async def test_so_many_tables_and_no_more(tmp_path: Path) -> None:
    hub = Hub(tmp_path, Limits(tables=1))
    await hub.make(QUICK)
    with pytest.raises(Refused, match="no place"):
        await hub.make(QUICK)
    await hub.close()


@in_loop
async def test_what_is_refused_leaves_nothing_behind(tmp_path: Path) -> None:
    hub = Hub(tmp_path)
    with pytest.raises(Refused):
        await hub.make({"rules": "no such game"})
    assert list((tmp_path / "rooms").iterdir()) == []
    assert await hub.thread(hub._index.ids) == set()
    await hub.close()


@in_loop
async def test_a_table_that_waits_for_its_disk_holds_up_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as address:
        slow, quick = [await call(address, "new", wish={**QUICK, "name": "Ann"}) for _ in range(2)]
        disk, write = threading.Event(), Room.write

        def waits(room: Room, line: dict[str, Any]) -> None:
            assert room.id != slow["room"] or disk.wait()
            write(room, line)

        monkeypatch.setattr(Room, "write", waits)
        hello = [{"room": made["room"], "secret": made["secret"]} for made in (slow, quick)]
        async with page(address, **hello[0]) as stuck, page(address, **hello[1]) as free:
            await stuck.look()
            await stuck.do("chat", text="I wait")
            for _ in range(3):
                await free.do("chat", text="I do not")
            await free.until(lambda _: len(free.chat) == 3)
            assert not stuck.chat
            disk.set()
            await stuck.until(lambda _: stuck.chat)


@in_loop
async def test_a_full_disk_is_told_and_what_was_not_kept_is_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as address:
        made = await call(address, "new", wish={**QUICK, "name": "Ann"})
        async with page(address, room=made["room"], secret=made["secret"]) as ann:
            await ann.look()

            def full(file: object, data: bytes) -> None:
                raise OSError(28, "No space left on device")

            with monkeypatch.context() as disk:
                disk.setattr("duskfall.room.kept.put", full)
                await ann.do("chat", text="lost")
                refused = (await ann.until(lambda news: "refused" in news))["refused"]
                assert "No space left on device" in refused
            await ann.do("chat", text="kept")
            await ann.until(lambda _: ann.chat)
            assert [line["text"] for line in ann.chat] == ["kept"]


@in_loop
async def test_a_table_with_a_mistake_harms_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path) as address:
        bad, good = [await call(address, "new", wish={**QUICK, "name": "Ann"}) for _ in range(2)]
        advance = Room.advance

        def fails(room: Room) -> float | None:
            if room.id == bad["room"]:
                raise AssertionError("the card is a Jester")
            return advance(room)

        monkeypatch.setattr(Room, "advance", fails)
        async with (
            page(address, room=bad["room"], secret=bad["secret"]),
            page(address, room=good["room"], secret=good["secret"]) as ann,
        ):
            await ann.do("chat", text="still here")
            await ann.until(lambda _: ann.chat)
    said = [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR]
    assert said
    assert all("AssertionError at" in line and "Jester" not in line for line in said)


@in_loop
async def test_what_happens_at_one_table_is_no_work_for_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as address:
        busy, *others = [await call(address, "new", wish={**QUICK, "name": "Ann"}) for _ in range(5)]
        worked, advance = list[str](), Room.advance

        def counts(room: Room) -> float | None:
            worked.append(room.id)
            return advance(room)

        monkeypatch.setattr(Room, "advance", counts)
        async with page(address, room=busy["room"], secret=busy["secret"]) as ann:
            for _ in range(10):
                await ann.do("chat", text="again")
            await ann.until(lambda _: len(ann.chat) == 10)
        assert len(worked) >= 10
        assert {*worked} == {busy["room"]}
        assert len(others) == 4


@in_loop
async def test_a_disk_that_is_full_for_a_while_ends_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither one that is to be opened, nor one that is to be made."""
    hub = Hub(tmp_path)
    made = await hub.make(QUICK)
    await hub.close()
    async with serving(tmp_path) as address:

        def full(*args: object, **more: object) -> Room:
            raise OSError(24, "Too many open files")

        with monkeypatch.context() as disk:
            disk.setattr(Room, "new", full)
            status, found = await called(address, "new", wish=QUICK)
            assert (status, found) == (507, {"error": "the table could not be kept: Too many open files"})
        assert (await call(address, "find", room=made["room"]))["state"] == "lobby"
    again = Hub(tmp_path)
    with monkeypatch.context() as disk:
        disk.setattr(Room, "open", full)
        with pytest.raises(OSError, match="Too many open files"):
            await state(made["room"], again)
    assert await state(made["room"], again) == "lobby"
    await again.close()
