"""A league's chunks, mapped over a Ray cluster. Ray only distributes the work: the league's folder holds all results.

A task gets a folder and the number of a chunk, and returns that number; its result is at the path that follows from it.
If a node is lost, Ray runs its unfinished chunks again elsewhere. All machines need the folder at the same path, the
same version of duskfall, and all external rulesets and players that the league uses.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from duskfall.arena.folder import LeagueError, chunk_path, read_league
from duskfall.arena.league import League
from duskfall.arena.run.chunk import play_chunk
from duskfall.arena.run.series import AT_ONCE
from duskfall.arena.run.share import Purse, Share, games_at_once, shared_models
from duskfall.arena.run.spread import Map
from duskfall.arena.store.extra import MissingExtra
from duskfall.players.base import Stopped
from duskfall.table.guard import PlayerFailed
from duskfall.table.models import Unreached

AUTO = "auto"  # Ray's name for the cluster that runs on this machine
RETRIES = 100  # of a chunk whose process or node is gone; this many losses aren't chance
AHEAD = 2  # tasks per core, so that no core waits for its next task
KNOCK = 10.0  # seconds until a cluster must have answered
BLINK = 0.5  # seconds between two checks for Ctrl-C
LAG = 90.0  # seconds until a file that another machine wrote must be visible here
QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # silences a warning about a future change
}


def on_ray(address: str | None = None) -> Map:
    """Return a map over the cluster at this address.

    Without an address, it's the cluster of this machine; if there is none, one is started and ended with the work.
    """

    def spread(folder: Path, numbers: Sequence[int]) -> Generator[int, None, None]:
        folder, league = folder.resolve(), read_league(folder)
        with _cluster(address) as ray:
            hand = ModelHand(folder, league) if league.has_models else BotHand(ray.cluster_resources)
            play = ray.remote(num_cpus=hand.cores, max_retries=RETRIES)(play_there).remote
            here = Here(folder, os.getcwd(), tuple(sys.path))
            left, out = iter(numbers), dict[Any, int]()
            try:
                while out := out | {play(here, each, hand.share()): each for each in islice(left, hand.room(len(out)))}:
                    for done in ray.wait(list(out), timeout=BLINK)[0]:
                        number = _landed(ray, done, folder, out.pop(done))
                        hand.count(number)
                        yield number
            finally:
                for task in out:
                    ray.cancel(task, force=True)  # else Ray may print that it couldn't report the retry of a task

    return spread


class Here(NamedTuple):
    """The place where the command was given: the league's folder, the working directory, and Python's search path."""

    folder: Path
    cwd: str
    path: tuple[str, ...]


def play_there(here: Here, number: int, share: Share | None) -> int:
    """Play a chunk in a worker as if in the directory, and with the search path, of the command. Return its number."""
    with suppress(OSError):  # another machine may lack that folder
        os.chdir(here.cwd)
    sys.path.extend(each for each in here.path if each not in sys.path)
    try:
        play_chunk(here.folder, number, shared_models(here.folder, share) if share else None)
    except Unreached as error:
        raise Stopped(str(error)) from None
    except KeyboardInterrupt:  # a worker doesn't receive Ctrl-C: a player raised it
        raise PlayerFailed(f"chunk {number}: a player raised KeyboardInterrupt") from None
    return number


# -- how many tasks are out ----------------------------------------------------------------------------------


class BotHand:
    """The supply of tasks for bots: some for each core of the cluster."""

    cores = 1.0

    def __init__(self, resources: Callable[[], dict[str, float]]) -> None:
        self.resources = resources

    def room(self, out: int) -> int:
        """Return how many more tasks may be started now, with `out` unfinished; nodes come and go."""
        return max(0, AHEAD * max(1, int(self.resources().get("CPU", 1))) - out)

    def share(self) -> Share | None:
        """Return None: bots need no share of any limit."""
        return None

    def count(self, number: int) -> None:
        """Do nothing: bots use nothing that must be counted."""


class ModelHand:
    """The supply of tasks for models, a game each: as many as their limits allow. It also counts the dollars spent.

    The tasks mostly wait, so that they need little of a core.
    """

    cores = 0.1

    def __init__(self, folder: Path, league: League) -> None:
        self.among = games_at_once(league, AT_ONCE)
        self.purse = Purse(folder, league)

    def room(self, out: int) -> int:
        """Return how many more games may be started now, with `out` unfinished."""
        return max(0, self.among - out)

    def share(self) -> Share:
        """Return what the next game may use. Raises Spent if nothing is left."""
        return Share(self.among, self.purse.left())

    def count(self, number: int) -> None:
        """Count the dollars of a finished game."""
        self.purse.count(number)


# -- the way back --------------------------------------------------------------------------------------------


def _landed(ray: Any, done: Any, folder: Path, number: int) -> int:
    """Return the number of a chunk once its result is visible here; raise what stopped it."""
    try:
        ray.get(done)
    except ray.exceptions.RayTaskError as error:
        raise error.cause if isinstance(error.cause, Exception) else LeagueError(f"chunk {number}: {error}") from None
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.OutOfMemoryError):
        raise LeagueError(
            f"chunk {number}: its process was ended {RETRIES + 1} times: by one of its players, or for want of memory"
        ) from None
    if not _seen(chunk_path(folder, number)):
        raise LeagueError(f"chunk {number} was played, but is not in {folder}: all machines need that folder shared")
    return number


def _seen(path: Path) -> bool:
    """Return whether the path exists, after waiting for a shared file system to show it."""
    end = time.monotonic() + LAG
    while not path.exists() and time.monotonic() < end:
        time.sleep(BLINK)
    return path.exists()


# -- the cluster ---------------------------------------------------------------------------------------------


@contextmanager
def _cluster(address: str | None) -> Iterator[Any]:
    """Connect to Ray and yield it; on exit, unfinished tasks end, and so does a cluster that was started here."""
    os.environ.update({name: os.environ.get(name, value) for name, value in QUIET.items()})
    try:
        import ray
    except ImportError:
        raise MissingExtra('--ray needs ray: pip install "duskfall[ray]" (in a checkout: make ray)') from None
    with _our_signals():
        _connect(ray.init, address)
    ray._private.worker._worker_logs_enabled = False  # else the loss of a node is printed in spite of `log_to_driver`
    try:
        yield ray
    finally:
        with _our_signals():
            ray.shutdown()


def _connect(init: Callable[..., Any], address: str | None) -> None:
    quietly: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.CRITICAL, "namespace": "duskfall"}
    if address and address != AUTO:
        _reach(address)
        init(address, **quietly)
        return
    try:
        init(AUTO, **quietly)
    except ConnectionError:
        init("local", include_dashboard=False, **quietly)


def _reach(address: str) -> None:
    """Raise LeagueError if nothing listens at this address: Ray itself would retry forever."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    try:
        if not host or not port.isdigit():
            raise OSError("it is not as 10.0.0.1:6379")
        socket.create_connection((host.strip("[]"), int(port)), KNOCK).close()
    except (OSError, OverflowError) as error:
        raise LeagueError(f"--ray {address}: no cluster can be reached there ({error})") from None


@contextmanager
def _our_signals() -> Iterator[None]:
    """Restore our signal handlers after Ray has set its own."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
