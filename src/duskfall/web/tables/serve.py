"""Runs the server of tables."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

import uvicorn

from duskfall.table.kept.shelf import folder as games
from duskfall.web.crowd import Rank
from duskfall.web.serve import Doors, server
from duskfall.web.site import File
from duskfall.web.tables.app import make_app
from duskfall.web.tables.frames import LARGEST
from duskfall.web.tables.hub import Hub
from duskfall.web.tables.limits import Limits

FILES = 65_536  # that we ask the system for: a socket is one, and every table has two
BEAT = 20.0  # seconds between two questions whether a page is still there, and until it has answered


def folder() -> Path:
    """Where tables are kept if nobody says where: beside the games of the terminal."""
    return games().with_name("tables")


def serve(doors: Doors, data: Path, started: Callable[[], None], **settings: Any) -> None:
    """Serve until Ctrl-C; whatever was done at a table is on disk before anybody is shown it. Raises Taken, OSError."""
    tables(data, started, **settings).run(sockets=doors.sockets)


def tables(
    data: Path,
    started: Callable[[], None],
    names: Collection[str] = (),
    limits: Limits | None = None,
    files: Mapping[str, File] | None = None,
    behind_proxy: bool = False,
    **making: Any,
) -> uvicorn.Server:
    """A server over this folder, which may be called by these names; `making` goes to the hub."""
    limits = (limits or Limits())._replace(behind_proxy=behind_proxy)
    most = _most(_more_files())
    crowd = make_app(Hub(data, limits, **making), most, names, files)
    return server(
        crowd,
        started,
        log_level="critical",  # what uvicorn tells of broken connections helps nobody; mistakes of ours we tell
        lifespan="on",
        ws=crowd.socket(),
        ws_max_size=LARGEST,
        ws_ping_interval=BEAT,
        ws_ping_timeout=BEAT,
        ws_per_message_deflate=False,  # a frame's length tells nothing that its reader does not know
        timeout_graceful_shutdown=5,
    )


def _most(files: int) -> dict[Rank, int]:
    """How many connections of which rank there may be, with so many files; tables need some, too."""
    return {"strangers": min(100, files // 5), "watchers": min(300, files // 8), "seated": min(2000, files // 3)}


def _more_files() -> int:
    """How many files this process may open, after asking for more."""
    if sys.platform == "win32":
        return 512
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):
        return soft
    return wanted
