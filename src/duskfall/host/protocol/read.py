"""What an evening keeps, as the protocol reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duskfall.host.protocol.acts import Kept
from duskfall.host.protocol.kept import Sheet

if TYPE_CHECKING:
    from duskfall.host.evening.evening import Evening


def sheets(evening: Evening) -> list[Sheet]:
    """The games of an evening."""
    return [live.sheet() for live in evening.games]


def corrections(evening: Evening) -> list[Kept]:
    """What was taken back and not taken again, or changed after a Back, and when: the audit of an evening."""
    log = evening.log
    ended = sorted((when, place) for place, when in (evening.taken_back | evening.replaced()).items())
    return [{"at": log[when].get("at", ""), "took": log[place]} for when, place in ended]
