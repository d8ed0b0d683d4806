"""`duskfall mcp` as a client starts it: by the configuration of the docs, byte by byte."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from mcp import Client, StdioServerParameters, stdio_client
from websockets.exceptions import ConnectionClosed

from duskfall.cli import cli
from duskfall.room.game.playing import Playing
from duskfall.testing.serving import serving
from tests.mcp.seats import WISH, browser, call, link, play
from tests.room.hurried import hurried

ROOT = Path(__file__).parents[2]
TEED = """
import subprocess, sys
with open(sys.argv[1], "wb") as out, subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE) as run:
    while part := run.stdout.read1():
        for each in (out, sys.stdout.buffer):
            each.write(part)
            each.flush()
"""


def configured() -> dict[str, Any]:
    """What docs/web.md tells a desktop client."""
    (text,) = re.findall(r"```json\n(.*?)```", (ROOT / "docs/web.md").read_text("utf-8"), re.DOTALL)
    return json.loads(text)["mcpServers"]["duskfall"]


def started(folder: Path, seat: str) -> StdioServerParameters:
    """The command of the docs, with what it prints written down."""
    told = configured()
    assert Path(told["command"]).name == "duskfall"
    assert set(told["env"]) == {"DUSKFALL_SEAT"}
    command = [sys.executable, "-m", "duskfall", *told["args"]]
    args = ["-c", TEED, str(folder / "out"), *command]
    return StdioServerParameters(command=sys.executable, args=args, env={"DUSKFALL_SEAT": seat})


async def listened(socket: Any) -> str:
    """All that a page is sent."""
    frames = []
    try:
        async for frame in socket:
            frames.append(frame)
    except ConnectionClosed:
        pass
    return "\n".join(frames)


def texts(frames: str, only_private: bool) -> set[str]:
    """What a seat was told: its card, and events, or those alone that are not for all."""
    found = set[str]()
    for news in map(json.loads, frames.splitlines()):
        found |= {event["text"] for event in news.get("events", ()) if event["private"] or not only_private}
        found |= set(news["now"]["you"]["card"]) if news.get("now") else set()
    return found


def test_two_seats_play_a_whole_game_and_neither_reads_what_is_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Playing, "advance", hurried)

    async def run() -> None:
        async with serving(tmp_path / "data") as address, AsyncExitStack() as stack:
            made = await call(address, "new", wish=WISH | {"start": False, "clocks": CLOCKS})
            kim = await call(address, "join", room=made["room"], name="Kim")
            sockets, clients = [], []
            for seat in (made, kim):
                folder = tmp_path / str(seat["seat"])
                folder.mkdir()
                errors = stack.enter_context((folder / "errors").open("w+"))
                opened = stdio_client(started(folder, link(address, seat)), errlog=errors)
                clients.append(await stack.enter_async_context(Client(opened)))
                hello = {"room": made["room"], "secret": seat["secret"], "watch": "seat"}
                sockets.append(await stack.enter_async_context(browser(address, hello)))
            pages = [asyncio.create_task(listened(each)) for each in sockets]
            hello = {"room": made["room"], "creator": made["creator"], "watch": "watch"}
            creator = await stack.enter_async_context(browser(address, hello))
            await creator.send(json.dumps({"do": "start"}))
            seen = await asyncio.gather(play(clients[0], "Robin has a thought."), play(clients[1], "Kim has another."))
            for socket in sockets:
                await socket.close()
            frames = await asyncio.gather(*pages)
        check(tmp_path, [made, kim], list(seen), frames)

    asyncio.run(run())


CLOCKS = {"speech": 60, "choice": 60, "secret": 60, "word": 60}


def check(folder: Path, seats: list[Any], seen: list[str], frames: list[str]) -> None:
    """No secret of anybody's link in any byte; nothing in a seat's that only the other seat was told before the end."""
    secrets = [seats[0]["creator"], *(each["secret"] for each in seats)]
    for at, seat in enumerate(seats):
        out = b"".join((folder / str(seat["seat"]) / name).read_bytes() for name in ("out", "errors"))
        assert out
        assert not any(each.encode() in out for each in secrets)
        others = texts(frames[1 - at], only_private=True) - texts(frames[at], only_private=False)
        before = seen[at].partition("The game is over.")[0]
        assert [each for each in others if each and each in before] == []


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["mcp"], "Missing argument 'SEAT-LINK'"),
        (["mcp", "http://127.0.0.1/#/table/R/-"], "SEAT-LINK: the link holds no seat"),
        (["mcp", "http://127.0.0.1/#/table/R/S", "--language", "xx"], "--language: there is no 'xx'"),
    ],
)
def test_a_mistake_is_one_line(args: list[str], told: str) -> None:
    done = CliRunner().invoke(cli, args, env={"DUSKFALL_SEAT": ""})
    assert done.exit_code == 2
    assert told in done.output


def test_without_its_packages_it_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["duskfall.cli.mcp"], "NEEDS", ("no_such_package",))
    done = CliRunner().invoke(cli, ["mcp", "http://127.0.0.1/#/table/R/S"])
    assert (done.exit_code, "duskfall[mcp]" in done.output) == (2, True)
