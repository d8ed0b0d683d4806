"""A server of tables that runs beside the test, for tests that ask it many things."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from duskfall.web.tables.limits import Limits, Rate
from tests.patience import PATIENCE
from tests.web.tables.client import serving

OFTEN = Rate(1_000_000, 0.0001)
NO_LIMITS = Limits(making=OFTEN, joining=OFTEN, guessing=OFTEN, calling=OFTEN, filming=OFTEN, frames=OFTEN)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Its address."""
    folder: Path = tmp_path_factory.mktemp("tables")
    up, loop, found = threading.Event(), asyncio.new_event_loop(), list[str]()
    end = asyncio.Event()

    async def run() -> None:
        async with serving(folder, limits=NO_LIMITS) as address:
            found.append(address)
            up.set()
            await end.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(run(),))
    thread.start()
    assert up.wait(PATIENCE)
    yield found[0]
    loop.call_soon_threadsafe(end.set)
    thread.join(PATIENCE)
    assert not thread.is_alive()
