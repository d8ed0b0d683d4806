"""Two nodes on this machine that play a league; in the middle, one of them is killed without grace.

    python -m tests.arena.ray_nodes FOLDER HOLD

While the folder HOLD is there, a player of the league waits, and has put a file there: its process, and in it the process
above, which is its node. So the node that is killed has a chunk in flight. Prints the numbers of the chunks as they come.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from duskfall.arena.folder import missing, read_league
from duskfall.arena.run.on_ray import QUIET, on_ray
from tests.patience import PATIENCE, until

os.environ.update(QUIET)

from ray.cluster_utils import Cluster

SMALL = {"num_cpus": 1, "object_store_memory": 80 << 20}

HELD = """
import os, time
from pathlib import Path
from duskfall.players.bots.random import RandomPlayer

class Held(RandomPlayer):
    def answer(self, ask, view):
        hold = Path(os.environ["HOLD"])
        if hold.exists():
            (hold / str(os.getpid())).write_text(str(os.getppid()))
        while hold.exists():
            time.sleep(0.05)
        return super().answer(ask, view)
"""


@contextmanager
def two_nodes() -> Iterator[tuple[Cluster, Any]]:
    """A cluster, and that node of it to which nobody is connected; nothing of it is left behind."""
    place = tempfile.mkdtemp(prefix="ray-")  # short: the path of a socket must be
    cluster = Cluster(initialize_head=True, head_node_args={**SMALL, "temp_dir": place, "include_dashboard": False})
    try:
        yield cluster, cluster.add_node(**SMALL)
    finally:
        cluster.shutdown()
        shutil.rmtree(place, ignore_errors=True)


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


def main(folder: Path, hold: Path) -> None:
    """Play, kill, and say what came."""
    with two_nodes() as (cluster, node):
        killing = threading.Thread(target=kill, args=(node, hold), daemon=True)
        killing.start()
        for number in on_ray(cluster.address)(folder, missing(folder, read_league(folder))):
            print(number, flush=True)
        killing.join(PATIENCE)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
