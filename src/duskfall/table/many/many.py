"""Many games of one table, in this process or over several; the count is the same however they are shared out."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, TypeAlias

from duskfall.players.base import PlayerError
from duskfall.table.guard import PlayerFailed
from duskfall.table.many.tally import Outcome
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.table.sheet import TableSheet

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

SPAWN = get_context("spawn")  # the same on every system, and a child holds nothing of its parent's
MOST_AT_ONCE = 100  # games that are handed to a process together
Pipe: TypeAlias = "Connection[Any, Any]"
Progress = Callable[[int], None]
"""Told of every few games that are finished."""


def play_seeds(sheet: TableSheet, seeds: range) -> Outcome:
    """Play a game for each seed, here; a player that fails is named with the seed."""
    outcome = Outcome()
    for seed in seeds:
        game = sheet.start(seed)
        kinds = sheet.kinds(game)
        try:
            outcome.count(play(game, seat_players(game, kinds)), kinds)
        except PlayerFailed as error:
            raise PlayerFailed(f"seed {seed}: {error}") from error
    return outcome


def play_many(sheet: TableSheet, seeds: range, jobs: int = 1, progress: Progress | None = None) -> Outcome:
    """Play a game for each seed over so many processes; 0 is one for each core, and more than a few help nobody."""
    jobs = min(jobs or cores(), 4 * cores(), len(seeds))
    size = max(1, min(MOST_AT_ONCE, len(seeds) // (16 * jobs or 1)))
    shares = [seeds[first : first + size] for first in range(0, len(seeds), size)]
    outcome = Outcome()
    for part in _spread(sheet, shares, jobs) if jobs > 1 else (play_seeds(sheet, share) for share in shares):
        outcome.merge(part)
        if progress:
            progress(part.games)
    return outcome


def cores() -> int:
    """How many processes this machine runs at once for us."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _spread(sheet: TableSheet, shares: list[range], jobs: int) -> Iterator[Outcome]:
    """What each share came to, in the order in which they are finished."""
    left = iter(shares)
    with _workers(sheet, jobs) as pipes:
        busy = {pipe for pipe in pipes if _hand_out(pipe, next(left, None))}
        while busy:
            ready = wait(list(busy))
            for pipe in [pipe for pipe in busy if pipe in ready]:
                yield _result(pipe)
                if not _hand_out(pipe, next(left, None)):
                    busy.remove(pipe)


def _hand_out(pipe: Pipe, share: range | None) -> bool:
    if share is not None:
        with _listening():
            pipe.send(share)
    return share is not None


def _result(pipe: Pipe) -> Outcome:
    with _listening():
        found = pipe.recv()
    if isinstance(found, Exception):
        raise found
    assert isinstance(found, Outcome)
    return found


@contextmanager
def _listening() -> Iterator[None]:
    """At the other end of a pipe there must be somebody."""
    try:
        yield
    except (EOFError, OSError):
        raise PlayerFailed("a process was ended from outside, or by one of its players") from None


@contextmanager
def _workers(sheet: TableSheet, jobs: int) -> Iterator[list[Pipe]]:
    """A pipe to each of so many processes, which are ended at once when the block is left, however that happens."""
    pairs = [SPAWN.Pipe() for _ in range(jobs)]
    workers = [SPAWN.Process(target=_work, args=(theirs,), daemon=True) for _, theirs in pairs]
    try:
        with _deaf():
            for worker in workers:
                worker.start()
        for _, theirs in pairs:
            theirs.close()
        for ours, _ in pairs:  # not with the start: that waits for ever for one who dies before it has read so much
            with _listening():
                ours.send(sheet)
        yield [ours for ours, _ in pairs]
    finally:
        started = [worker for worker in workers if worker.pid is not None]
        for worker in started:
            worker.kill()
        for worker in started:
            worker.join()


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that are started meanwhile do not hear Ctrl-C: this one does, and ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(pipe: Pipe) -> None:
    """Play shares of a sheet until the pipe is closed."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        sheet = pipe.recv()
        while True:
            pipe.send(_attempt(sheet, pipe.recv()))
    except (EOFError, OSError):  # whoever asked is gone
        return


def _end_with_parent() -> None:
    """A player may never answer, and whoever would end this process may be killed."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _attempt(sheet: TableSheet, share: range) -> Outcome | Exception:
    """The outcome, or the mistake as it can be sent."""
    try:
        return play_seeds(sheet, share)
    except (PlayerFailed, PlayerError) as error:
        return type(error)(str(error))
    except BaseException as error:  # this process does not hear Ctrl-C: a player has raised it
        return PlayerFailed(f"seeds {share[0]} to {share[-1]}: a player raised {type(error).__name__}")
