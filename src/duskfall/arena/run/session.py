"""One run of a league: it plays missing chunks until all games are over or the budget is used up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from duskfall.arena.run.spread import Map
from duskfall.arena.run.standing import Standing
from duskfall.players.llm.accounts.budget import Spent

Watch = Callable[[Standing, int], None]
"""A callback that gets the progress and the number of each finished chunk."""


def play_missing(standing: Standing, missing: Sequence[int], spread: Map, watch: Watch | None = None) -> str:
    """Play these chunks of a league whose folder is open.

    Returns the reason for an early end, or an empty string if all games of the league are played.
    """
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
