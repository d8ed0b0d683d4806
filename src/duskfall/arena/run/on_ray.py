"""The map over chunks on a Ray cluster. Ray is nothing but the map: the folder of the league is the ledger.

A task is a folder and the number of a chunk; it returns that number, and what it made is at the path that follows from
it. A node that is lost costs its chunks in flight, which Ray runs again elsewhere. All machines need the folder at the
same path, the same version of duskfall, and whatever rulesets and players the league brings from outside.
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

AUTO = "auto"  # the cluster that runs on this machine
RETRIES = 100  # of one chunk, if its process or its node is gone: whoever ends so many is not struck by chance
AHEAD = 2  # tasks for each core, so that none waits for the next
KNOCK = 10.0  # seconds until a cluster has to be there
BLINK = 0.5  # seconds between two looks whether Ctrl-C was pressed
LAG = 90.0  # seconds until a file that another machine wrote has to be seen here
QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # a warning of things to come
}


def on_ray(address: str | None = None) -> Map:
    """The cluster at this address; without one, the cluster of this machine, or a new one for as long as it is used."""

    def spread(folder: Path, numbers: Sequence[int]) -> Generator[int, None, None]:
        folder, league = folder.resolve(), read_league(folder)
        with _cluster(address) as ray:
            hand = ModelHand(folder, league) if league.has_models else BotHand(ray.cluster_resources)
            play = ray.remote(num_cpus=hand.cores, max_retries=RETRIES)(play_there).remote
            here = Here(folder, os.getcwd(), tuple(sys.path))
            left, out = iter(numbers), dict[Any, int]()
            while out := out | {play(here, each, hand.share()): each for each in islice(left, hand.room(len(out)))}:
                for done in ray.wait(list(out), timeout=BLINK)[0]:
                    number = _landed(ray, done, folder, out.pop(done))
                    hand.count(number)
                    yield number

    return spread


class Here(NamedTuple):
    """Where the command was given: the folder of its league, and from where Python loads what that names."""

    folder: Path
    cwd: str
    path: tuple[str, ...]


def play_there(here: Here, number: int, share: Share | None) -> int:
    """Play a chunk in a worker, as if it were where the command was given."""
    with suppress(OSError):  # another machine need not have that folder
        os.chdir(here.cwd)
    sys.path.extend(each for each in here.path if each not in sys.path)
    try:
        play_chunk(here.folder, number, shared_models(here.folder, share) if share else None)
    except Unreached as error:
        raise Stopped(str(error)) from None
    except KeyboardInterrupt:  # a worker does not hear Ctrl-C: a player has raised it
        raise PlayerFailed(f"chunk {number}: a player raised KeyboardInterrupt") from None
    return number


# -- how many tasks are out ----------------------------------------------------------------------------------


class BotHand:
    """Tasks of bots: some for each core of the cluster."""

    cores = 1.0

    def __init__(self, resources: Callable[[], dict[str, float]]) -> None:
        self.resources = resources

    def room(self, out: int) -> int:
        """For how many tasks more there is room; nodes come and go."""
        return max(0, AHEAD * max(1, int(self.resources().get("CPU", 1))) - out)

    def share(self) -> Share | None:
        """Bots take nothing that has to be shared."""
        return None

    def count(self, number: int) -> None:
        """Nor does it have to be counted."""


class ModelHand:
    """Tasks of models, a game each: as many as the limits let, which mostly wait; the dollars are counted here."""

    cores = 0.1

    def __init__(self, folder: Path, league: League) -> None:
        self.among = games_at_once(league, AT_ONCE)
        self.purse = Purse(folder, league)

    def room(self, out: int) -> int:
        """For how many games more there is room."""
        return max(0, self.among - out)

    def share(self) -> Share:
        """What the next game may take; raises Spent if nothing is left."""
        return Share(self.among, self.purse.left())

    def count(self, number: int) -> None:
        """A game is over."""
        self.purse.count(number)


# -- the way back --------------------------------------------------------------------------------------------


def _landed(ray: Any, done: Any, folder: Path, number: int) -> int:
    """A chunk that was played, and is here."""
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
    """Whether it is there; a shared file system may be late to tell."""
    end = time.monotonic() + LAG
    while not path.exists() and time.monotonic() < end:
        time.sleep(BLINK)
    return path.exists()


# -- the cluster ---------------------------------------------------------------------------------------------


@contextmanager
def _cluster(address: str | None) -> Iterator[Any]:
    """Ray, connected; whoever leaves ends the tasks that are out, and the cluster if it was started here."""
    os.environ.update({name: os.environ.get(name, value) for name, value in QUIET.items()})
    try:
        import ray
    except ImportError:
        raise MissingExtra('--ray needs ray: pip install "duskfall[ray]" (in a checkout: make ray)') from None
    with _our_signals():
        _connect(ray.init, address)
    ray._private.worker._worker_logs_enabled = False  # the loss of a node is printed whatever `log_to_driver` says
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
    """Whether somebody listens there: Ray itself would try again for ever."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    try:
        if not host or not port.isdigit():
            raise OSError("it is not as 10.0.0.1:6379")
        socket.create_connection((host.strip("[]"), int(port)), KNOCK).close()
    except (OSError, OverflowError) as error:
        raise LeagueError(f"--ray {address}: no cluster can be reached there ({error})") from None


@contextmanager
def _our_signals() -> Iterator[None]:
    """Ray sets handlers of its own: ours come back."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
