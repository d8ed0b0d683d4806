"""Pieces that screens share: the Next button, how long a cue takes, a sign for one player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from duskfall.host.evening.host_table import HostTable
from duskfall.tell.host.cues import Cue

Kept = dict[str, Any]


def onward(label: str, why_not: str = "") -> Kept:
    """The Next button, and why it cannot be tapped yet."""
    return {"label": label, "ready": not why_not, "why": why_not}


def pause(cue: Cue, table: HostTable) -> float:
    """For how many seconds the host waits at a cue."""
    return table.timers[cue.pause] * cue.times if cue.pause else 0


def signed(seat: int, text: str, names: Sequence[str]) -> Kept:
    """What is shown silently to one player."""
    return {"seat": seat, "to": names[seat - 1], "text": text}
