"""How many random games, tables and questions the tests go through; `make soak` goes through several times more."""

from __future__ import annotations

import os

VOLUME = int(os.environ.get("DUSKFALL_VOLUME", "1"))


def scaled(count: int) -> int:
    """Return `count`, multiplied by DUSKFALL_VOLUME where it is set."""
    return count * VOLUME
