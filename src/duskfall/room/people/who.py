"""Whoever has come to a table: by which secret, and what they may do and see."""

from __future__ import annotations

from typing import NamedTuple

from duskfall.wire.room import Watching


class Who(NamedTuple):
    """A page: the seat that it opened, if any, whether it has the creator's powers, and how it looks on."""

    seat: int
    creator: bool
    watching: Watching
    key: str = ""  # the hash of the seat's secret: one that was dealt anew opens nothing any more
