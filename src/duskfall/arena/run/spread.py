"""The distribution of a league's chunks over processes or threads; all results go to the league's folder."""

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
    """A function that plays chunks of a league, and yields each one's number once its result is in the folder.

    Closing the generator early ends the work.
    """

    def __call__(self, folder: Path, numbers: Sequence[int]) -> Generator[int, None, None]:
        """Yield the number of each chunk once it's finished."""
        ...


def over_cores(jobs: int) -> Map:
    """Return a map over this many processes, 0 for one per core; a single one is this process."""

    def spread(folder: Path, numbers: Sequence[int]) -> Generator[int, None, None]:
        count = most_jobs(jobs, len(numbers))
        yield from over_processes(partial(_chunk, folder), numbers, count) if count > 1 else _here(folder, numbers)

    return spread


def over_games(models: Models, at_once: int) -> Map:
    """Return a map over this many threads, which share their models."""

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
    """Play a chunk in a worker process. It ignores Ctrl-C, so a KeyboardInterrupt in it came from a player."""
    try:
        play_chunk(folder, number)
    except KeyboardInterrupt:
        raise PlayerFailed(f"chunk {number}: a player raised KeyboardInterrupt") from None
    return number
