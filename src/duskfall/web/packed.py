"""The files of the page compressed for the network: each once, when it is first asked for, and kept in memory.

Only files that are the same for everybody are compressed. Answers and sockets never are: they hold secrets beside what
others have written, and their compressed length would tell of the secrets (BREACH, CRIME).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from gzip import compress

from starlette.concurrency import run_in_threadpool

from duskfall.web.site import File

TEXTS = (".html", ".js", ".mjs", ".css", ".json", ".webmanifest", ".svg", ".wasm")  # the others are packed already
QUICK, SMALL = 6, 9  # levels of compression
LARGE = 1 << 20  # bytes from which on the best compression takes seconds


def is_packable(path: str) -> bool:
    """Tell whether compression makes a file smaller."""
    return path.endswith(TEXTS)


def takes_gzip(accepted: str) -> bool:
    """Tell whether an `Accept-Encoding` header allows gzip."""
    for part in accepted.lower().split(","):
        name, *params = (each.strip() for each in part.split(";"))
        if name in ("gzip", "*"):
            return not any(each.replace(" ", "") in ("q=0", "q=0.0", "q=0.00", "q=0.000") for each in params)
    return False


class Packed:
    """The compressed files of a server. Whoever asks for one that is just being compressed waits for the same."""

    def __init__(self, files: Mapping[str, File]) -> None:
        self._files = files
        self._packed: dict[str, bytes] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    async def of(self, path: str) -> bytes:
        """Return a file compressed by gzip; the same bytes every time."""
        async with self._locks.setdefault(path, asyncio.Lock()):
            if path not in self._packed:
                self._packed[path] = await run_in_threadpool(_gzip, self._files[path].data)
        return self._packed[path]


def _gzip(data: bytes) -> bytes:
    return compress(data, QUICK if len(data) > LARGE else SMALL, mtime=0)
