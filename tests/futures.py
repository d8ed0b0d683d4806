"""Few futures in the story of a finished game, for all tests but those of its chances: they take a second for each.

As a program, a `duskfall` that counts so, and waits for no disk.
"""

from __future__ import annotations

from functools import partial

from duskfall.cli import main
from duskfall.room.game import tale
from duskfall.table import odds, scripted_rates, story
from tests.disk import unsynced

COUNTED, WORK = odds.odds, scripted_rates.WORK


def few() -> None:
    """In this process chances are counted with the least effort from now on."""
    story.odds = partial(COUNTED, effort=0.0)  # type: ignore[attr-defined]
    tale.EFFORT = 0.0
    scripted_rates.WORK = 0


if __name__ == "__main__":
    few()
    unsynced()
    main()
