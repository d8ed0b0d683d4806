"""`duskfall table`: a table made without a browser, and its links."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from duskfall.cli.table import table
from duskfall.mcp.address import read_link
from duskfall.mcp.link import Link
from duskfall.testing.serving import serving


async def run(*words: str) -> Result:
    return await asyncio.to_thread(CliRunner().invoke, table, words)


def test_a_table_is_made_joined_and_dealt(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as address:
            options = ("--server", address, "--rules", "ai-mafia", "--seats", "7", "--flags", "announceSaves=true")
            done = await run(*options, "--join", "Ann, Kim", "--start", "--json")
            assert done.exit_code == 0, done.output
            made = json.loads(done.output)
            assert list(made["seats"]) == ["Ann", "Kim"]
            rooms = {read_link(link).room for link in made["seats"].values()}
            assert rooms == {made["room"]}
            assert made["creator"].startswith(f"{address}/#/table/{made['room']}/-/")
            assert made["join"] == f"{address}/#/join/{made['code']}"
            told = (await run("--server", address, "--join", "Ann")).output
            assert told.count(f"{address}/#/") == 3
            lines = (tmp_path / "rooms" / made["room"] / "room.jsonl").read_text("utf-8")
            assert '"dealt":1' in lines.replace(" ", "")
            assert "announceSaves" in lines

    asyncio.run(test())


def test_what_is_wrong_is_one_line(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as address:
            for words, told, status in (
                (("--server", address, "--rules", "chess"), "no such game", 2),
                (("--server", address, "--rules", "ai-maffia"), "did you mean ai-mafia?", 2),
                (("--server", f"{address}/elsewhere"), "is it `duskfall serve`?", 2),
                (("--server", address, "--seats", "2"), "players", 2),
                (("--server", address, "--start"), "--join NAMES", 2),
                (("--server", "ftp://x"), "no address of a server", 2),
                (("--server", "http://127.0.0.1:9"), "duskfall serve", 1),
            ):
                done = await run(*words)
                assert done.exit_code == status, (words, done.output)
                assert told in done.output
                assert "Traceback" not in done.output

    asyncio.run(test())


def test_the_links_are_printed_even_if_a_name_is_refused(tmp_path: Path) -> None:
    """The table exists by then: without its links nobody can use or close it."""

    async def test() -> None:
        async with serving(tmp_path) as address:
            done = await run("--server", address, "--join", "Ann, Ann", "--start")
            assert done.exit_code == 2
            assert done.output.count(f"{address}/#/") == 3
            assert "has such a name already" in done.output

    asyncio.run(test())


def test_a_server_on_this_machine_is_reached_without_a_proxy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would read the links, each of which opens a seat."""
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)

    async def test() -> None:
        async with serving(tmp_path) as address:
            done = await run("--server", address, "--join", "Ann", "--start", "--json")
            assert done.exit_code == 0, done.output
            seat = Link(read_link(json.loads(done.output)["seats"]["Ann"]), "en")
            async with seat.open():
                await seat.ready()

    asyncio.run(test())
