"""What of the program a way out runs through."""

from __future__ import annotations

import sys
import threading
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

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
    found: set[Place] = set()

    def note(frame: FrameType, event: str, arg: object) -> None:
        if event == "call" and (name := frame.f_globals.get("__name__", "")).startswith("duskfall."):
            found.add((name, frame.f_code.co_qualname))

    with TemporaryDirectory() as folder:
        threading.setprofile(note)
        sys.setprofile(note)
        try:
            received(way, WORLDS["werewolf"], "left", Path(folder))
        finally:
            sys.setprofile(None)
            threading.setprofile(None)  # type: ignore[arg-type]
    return frozenset(found)
