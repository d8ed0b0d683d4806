"""Check which commands after a correction can be reapplied: those that the host would give on the same screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duskfall.host.evening.fields import Refusal
from duskfall.host.screens.host_screen import shown
from duskfall.host.screens.same import fits

if TYPE_CHECKING:
    from duskfall.host.evening.evening import Evening


def still_fitting(evening: Evening) -> int:
    """Return how many of the commands that followed a correction can be reapplied."""
    past, room = evening.past.copy(), evening.room.copy()
    steps = 0
    for place in reversed(evening.rest):
        action = evening.log[place]
        if not fits(action, shown(past), shown(room)):
            break
        try:
            room.take(action)
        except Refusal:
            break
        past.take(action)
        steps += 1
    return steps
