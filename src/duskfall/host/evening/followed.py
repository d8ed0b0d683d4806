"""What followed a correction, as far as it can be taken again: until the host would see another screen than then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duskfall.host.evening.fields import Refusal
from duskfall.host.screens.host_screen import shown
from duskfall.host.screens.same import fits

if TYPE_CHECKING:
    from duskfall.host.evening.evening import Evening


def still_fitting(evening: Evening) -> int:
    """How many steps of what followed can be taken again."""
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
