"""What of the program a way out runs through."""

from __future__ import annotations

import sys
import threading
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType

from .caches import forget
from .clock import modules
from .ways import received
from .world import WORLDS

Place = tuple[str, str]  # module, function


@cache
def reached(way: str) -> frozenset[Place]:
    """The functions that are run when this way is walked, whatever was walked before."""
    modules()
    forget()
    run: dict[int, tuple[CodeType, str]] = {}  # by identity: to hash code takes long, and this is called at every call

    def note(frame: FrameType, event: str, arg: object) -> None:
        if id(frame.f_code) not in run:
            run[id(frame.f_code)] = frame.f_code, frame.f_globals.get("__name__", "")

    with TemporaryDirectory() as folder:
        threading.setprofile(note)
        sys.setprofile(note)
        try:
            received(way, WORLDS["werewolf"], "left", Path(folder))
        finally:
            sys.setprofile(None)
            threading.setprofile(None)  # type: ignore[arg-type]
    return frozenset((module, code.co_qualname) for code, module in run.values() if module.startswith("duskfall."))
