"""A league is played, or gone on with, until all its games are over or its budget is used up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from duskfall.arena.run.spread import Map
from duskfall.arena.run.standing import Standing
from duskfall.players.llm.accounts.budget import Spent

Watch = Callable[[Standing, int], None]
"""Told of every chunk that is finished: how far it all is, and the number of the chunk."""


def play_missing(standing: Standing, missing: Sequence[int], spread: Map, watch: Watch | None = None) -> str:
    """Play these chunks of a league whose folder is opened; says what ended it early, empty if all are played."""
    folder: Path = standing.folder
    try:
        with closing(spread(folder, missing)) as numbers:
            for number in () if _late(standing) else numbers:
                standing.take(number)
                if watch:
                    watch(standing, number)
                if _late(standing):
                    break
    except Spent as error:
        return str(error)
    finally:
        standing.note()
    return "" if standing.done == standing.games else "the time of its budget is up"


def _late(standing: Standing) -> bool:
    return standing.time_left is not None and standing.time_left <= 0
