"""Leagues on Ray, in a process of its own; prints the numbers of the chunks as they come.

    python -m tests.arena.run.ray_nodes lose FOLDER MORE...
    python -m tests.arena.run.ray_nodes leave FOLDER

The first plays on two nodes of this machine, of which one is killed without grace in the middle. While the folder $HOLD
is there, a player of the league waits (tests/arena/run/held.py), and has put a file there: its process, and in it the
process above, which is its node. So the node that is killed has a chunk in flight. Leagues that follow are played by
the other. The second plays on a cluster of its own, and leaves it after one chunk.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from duskfall.arena.folder import missing, read_league
from duskfall.arena.run.on_ray import QUIET, on_ray
from tests.patience import PATIENCE, until

SMALL = {"num_cpus": 1, "object_store_memory": 80 << 20}


@contextmanager
def two_nodes() -> Iterator[tuple[str, Any]]:
    """The address of a cluster, and that node of it to which nobody is connected; nothing of it is left behind."""
    os.environ.update(QUIET)
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={**SMALL, "include_dashboard": False})
    try:
        yield cluster.address, cluster.add_node(**SMALL)
    finally:
        cluster.shutdown()


def kill(node: Any, hold: Path) -> None:
    """Once a player of this node waits, end the node and its players; then let all others play."""
    raylet = node.all_processes["raylet"][0].process.pid
    until(lambda: raylet in waiting(hold).values())
    os.kill(raylet, signal.SIGKILL)
    for player, above in waiting(hold).items():
        if above == raylet:
            with suppress(ProcessLookupError):  # it has seen that its node is gone
                os.kill(player, signal.SIGKILL)
    print("killed", flush=True)
    shutil.rmtree(hold)


def waiting(hold: Path) -> dict[int, int]:
    """Who waits, and the process above each."""
    found = {int(path.name): path.read_text() for path in hold.iterdir()}
    return {process: int(above) for process, above in found.items() if above}


def play(address: str | None, folder: Path) -> Iterator[None]:
    """Play what is missing."""
    with closing(on_ray(address)(folder, missing(folder, read_league(folder)))) as numbers:
        for number in numbers:
            print(number, flush=True)
            yield


def lose(first: Path, *others: Path) -> None:
    """A node is lost while the first league is played."""
    with two_nodes() as (address, node):
        killing = threading.Thread(target=kill, args=(node, Path(os.environ["HOLD"])), daemon=True)
        killing.start()
        for folder in (first, *others):
            for _ in play(address, folder):
                pass
        killing.join(PATIENCE)


def leave(folder: Path) -> None:
    """It is left after one chunk."""
    with closing(play(None, folder)) as playing:
        next(playing)


if __name__ == "__main__":
    # A folder of its own, where no other cluster of this machine is told of; short, as the path of a socket must be.
    with tempfile.TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True) as place:
        os.environ["RAY_TMPDIR"] = place
        {"lose": lose, "leave": leave}[sys.argv[1]](*map(Path, sys.argv[2:]))
