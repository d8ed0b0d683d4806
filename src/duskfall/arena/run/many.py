"""Many games of one table that are only counted; the counts don't depend on the distribution over processes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from duskfall.arena.run.pool import most_jobs, over_processes
from duskfall.arena.run.tally import Outcome
from duskfall.players.base import PlayerError
from duskfall.players.foreign.calls import calls_of
from duskfall.table.guard import PlayerFailed
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.table.sheet import TableSheet

MOST_AT_ONCE = 100  # games that are sent to a process together
Progress = Callable[[int], None]
"""A callback that gets the number of games finished since its last call."""


def play_seeds(sheet: TableSheet, seeds: range) -> Outcome:
    """Play a game for each seed in this process. Raises PlayerFailed with the seed if a player fails."""
    outcome = Outcome()
    for seed in seeds:
        game = sheet.start(seed)
        kinds = sheet.kinds(game)
        try:
            players = seat_players(game, kinds)
            outcome.count(play(game, players), kinds)
            outcome.count_calls(calls_of(players))
        except PlayerFailed as error:
            raise PlayerFailed(f"seed {seed}: {error}") from error
    return outcome


def play_many(sheet: TableSheet, seeds: range, jobs: int = 1, progress: Progress | None = None) -> Outcome:
    """Play a game for each seed in `jobs` processes.

    0 is one process per core; the number is capped at a few per core, as more don't help. `progress` is called after
    every few games.
    """
    jobs = most_jobs(jobs, len(seeds))
    size = max(1, min(MOST_AT_ONCE, len(seeds) // (16 * jobs or 1)))
    shares = [seeds[first : first + size] for first in range(0, len(seeds), size)]
    work, outcome = partial(play_seeds, sheet), Outcome()
    for part in over_processes(partial(_share, sheet), shares, jobs) if jobs > 1 else map(work, shares):
        outcome.merge(part)
        if progress:
            progress(part.games)
    return outcome


def _share(sheet: TableSheet, seeds: range) -> Outcome:
    """Play these seeds in a worker process. It ignores Ctrl-C, so a KeyboardInterrupt in it came from a player."""
    try:
        return play_seeds(sheet, seeds)
    except (PlayerFailed, PlayerError):
        raise
    except BaseException as error:
        raise PlayerFailed(f"seeds {seeds[0]} to {seeds[-1]}: a player raised {type(error).__name__}") from None
