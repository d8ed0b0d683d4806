"""What an evening keeps, as the protocol reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duskfall.host.protocol.acts import Kept
from duskfall.host.protocol.kept import Sheet

if TYPE_CHECKING:
    from duskfall.host.evening import Evening


def sheets(evening: Evening) -> list[Sheet]:
    """The games of an evening."""
    return [live.sheet() for live in evening.games]


def corrections(evening: Evening) -> list[Kept]:
    """What was taken back and not taken again, and when: the audit of an evening."""
    log = evening.log
    return [{"at": log[back].get("at", ""), "took": log[place]} for place, back in evening.taken_back.items()]
