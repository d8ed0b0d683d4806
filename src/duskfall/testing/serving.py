"""A server of tables in this very process, for tests and benchmarks: on loopback, at a free port."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from duskfall.web.serve import LOOPBACK, open_doors
from duskfall.web.tables.serve import tables


@asynccontextmanager
async def serving(data: Path, **settings: Any) -> AsyncIterator[str]:
    """A server over this folder until the end of the block, with the settings of `tables`; its address."""
    doors, up = open_doors(0, lan=False, exact=True), asyncio.Event()
    server = tables(data, up.set, **settings)
    task = asyncio.create_task(server.serve(sockets=doors.sockets))
    waiting = asyncio.create_task(up.wait())
    await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    try:
        yield f"http://{LOOPBACK}:{doors.port}"
    finally:
        server.should_exit = True
        await task
