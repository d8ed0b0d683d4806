"""A server that goes away and comes back: the seat says so meanwhile, comes back by itself, and has lost nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from duskfall.mcp import link
from duskfall.web.serve import LOOPBACK, open_doors
from duskfall.web.tables.serve import tables
from tests.mcp.seats import WISH, call, play, question, refused, reply, seated


@asynccontextmanager
async def at_port(data: Path, port: int) -> AsyncIterator[str]:
    """A server over this folder at this port."""
    doors, up = open_doors(port, lan=False, exact=True), asyncio.Event()
    server = tables(data, up.set, seeds=lambda: 4)  # whoever sits there is asked before they can die
    task = asyncio.create_task(server.serve(sockets=doors.sockets))
    await up.wait()
    try:
        yield f"http://{LOOPBACK}:{doors.port}"
    finally:
        server.should_exit = True
        await task


def test_a_game_goes_on_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "REPLY", 1.0)

    async def run() -> None:
        async with AsyncExitStack() as stack:
            await there_and_back(stack)

    async def there_and_back(stack: AsyncExitStack) -> None:
        async with at_port(tmp_path, 0) as address:
            made = await call(address, "new", wish=WISH)
            client = await stack.enter_async_context(seated(address, made))
            before = await question(client)
            await reply(client, before)
        line = await refused(client, "look")
        assert "does not answer" in line
        assert address in line
        assert made["secret"] not in line
        async with at_port(tmp_path, int(address.rpartition(":")[2])):
            monkeypatch.setattr(link, "REPLY", 60.0)
            after = await play(client)
            assert "Alive:" in after
            assert "You are Robin" in after
            whole = [each for each in before.splitlines() if each.startswith("— ")]
            assert not any(after.count(each) > 1 for each in whole), "what was told is not told again"

    asyncio.run(run())
