"""What an evening keeps, as the protocol reads it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from duskfall.host.protocol.acts import Kept
from duskfall.host.protocol.kept import Sheet

if TYPE_CHECKING:
    from duskfall.host.evening import Evening


def sheets(evening: Evening) -> list[Sheet]:
    """The games of an evening."""
    return [live.sheet() for live in evening.games]


def corrections(log: Sequence[dict[str, Any]]) -> list[Kept]:
    """What was taken back, and when: the audit of an evening."""
    standing: list[dict[str, Any]] = []
    found: list[Kept] = []
    for action in log:
        if action["do"] != "back":
            standing.append(action)
        elif standing:
            found.append({"at": action.get("at", ""), "took": standing.pop()})
    return found
