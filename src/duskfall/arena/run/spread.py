"""The chunks of a league, spread over processes or threads; the folder is the ledger, and this is only the map."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from duskfall.arena.run.chunk import play_chunk
from duskfall.arena.run.pool import most_jobs, over_processes, over_threads
from duskfall.table.guard import PlayerFailed

if TYPE_CHECKING:
    from duskfall.table.models import Models


class Map(Protocol):
    """Plays chunks of a league, and says of each when it is in the folder; whoever closes it early ends its work."""

    def __call__(self, folder: Path, numbers: Sequence[int]) -> Generator[int, None, None]:
        """The numbers, as their chunks are finished."""
        ...


def over_cores(jobs: int) -> Map:
    """So many processes, 0 for one each core; a single one is this process."""

    def spread(folder: Path, numbers: Sequence[int]) -> Generator[int, None, None]:
        count = most_jobs(jobs, len(numbers))
        yield from over_processes(partial(_chunk, folder), numbers, count) if count > 1 else _here(folder, numbers)

    return spread


def over_games(models: Models, at_once: int) -> Map:
    """So many threads, which share their models."""

    def spread(folder: Path, numbers: Sequence[int]) -> Generator[int, None, None]:
        def play(number: int) -> int:
            play_chunk(folder, number, models)
            return number

        yield from over_threads(play, numbers, at_once, models.exchange.close)

    return spread


def _here(folder: Path, numbers: Sequence[int]) -> Generator[int, None, None]:
    for number in numbers:
        play_chunk(folder, number)
        yield number


def _chunk(folder: Path, number: int) -> int:
    """A chunk, in a process of its own, which does not hear Ctrl-C: if that is raised, it was a player."""
    try:
        play_chunk(folder, number)
    except KeyboardInterrupt:
        raise PlayerFailed(f"chunk {number}: a player raised KeyboardInterrupt") from None
    return number
