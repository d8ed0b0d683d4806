"""`duskfall` as a process of its own, forked from one that has loaded it: a command begins at once.

It is a real process, with arguments, a folder, an environment, streams and an exit status of its own; only what an
interpreter does when it starts (PYTHONHASHSEED, sitecustomize) has been done. `python -m tests.warm` is what forks.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import runpy
import select
import signal
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from duskfall.rules import BOOKS, ruleset
from tests import disk, futures
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[1]
LOADED = (
    "duskfall.arena.identity", "duskfall.arena.league_file", "duskfall.arena.report.leaders",
    "duskfall.arena.run.live", "duskfall.arena.run.series", "duskfall.arena.run.session",
    "duskfall.arena.run.with_models", "duskfall.arena.store.query", "duskfall.cases.check",
    "duskfall.cli.arena.progress", "duskfall.cli.arena.run", "duskfall.cli.play.sheet",
    "duskfall.players.bots.scripted.player", "duskfall.players.llm.player", "duskfall.replay.page",
    "duskfall.table.kept.resume", "duskfall.table.kept.shelf", "duskfall.terminal.session", "duskfall.terminal.watch",
    "numpy.random", "openai", "openskill.models",
)  # fmt: skip
STREAMS = (("stdin", os.O_RDONLY), ("stdout", os.O_RDWR), ("stderr", os.O_RDWR))


def duskfall(
    *args: object, cwd: Path = ROOT, env: Mapping[str, str] | None = None, typed: str = ""
) -> subprocess.CompletedProcess[str]:
    """What a command says, and how it ends; `env` is added to the environment of this process."""
    words = [str(arg) for arg in args]
    with TemporaryDirectory() as folder:
        given, out, err = (Path(folder) / name for name, _ in STREAMS)
        for place, text in ((given, typed), (out, ""), (err, "")):
            place.write_text(text, encoding="utf-8")
        streams = [str(given), str(out), str(err)]
        status = _forks().run({"args": words, "cwd": str(cwd), "env": os.environ | (env or {}), "streams": streams})
        return subprocess.CompletedProcess(words, status, out.read_text("utf-8"), err.read_text("utf-8"))


class Forks:
    """The process that forks; a test waits for one command at a time."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.warm"]
        self.process = subprocess.Popen(command, bufsize=0, cwd=ROOT, stdin=-1, stdout=-1, start_new_session=True)
        atexit.register(self.end)

    def end(self) -> None:
        """Without its input it ends by itself."""
        with self.process:
            pass

    def run(self, task: dict[str, Any]) -> int:
        """The exit status of a command; one that takes too long is killed."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(task).encode() + b"\n")
        child = int(self.process.stdout.readline())
        if not select.select([self.process.stdout], [], [], PATIENCE)[0]:
            os.kill(child, signal.SIGKILL)
            self.process.stdout.readline()
            raise subprocess.TimeoutExpired(task["args"], PATIENCE)
        return int(self.process.stdout.readline())


@cache
def _forks() -> Forks:
    return Forks()


# -- the process that forks ------------------------------------------------------------------------------------


def main() -> None:
    """Fork for every line that comes; a child becomes what `python -m duskfall` is, and ends as that does."""
    for name in LOADED:
        import_module(name)
    for book in BOOKS:
        ruleset(book)
    futures.few()
    disk.unsynced()
    gc.freeze()
    import_module("duckdb")  # not frozen: it would say at the end that something of it is left
    for line in sys.stdin.buffer:
        child = os.fork()
        if child == 0:
            _become(json.loads(line))
        print(child, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _become(task: dict[str, Any]) -> None:
    """Run the command; the interpreter ends with its status."""
    for number, ((name, flags), place) in enumerate(zip(STREAMS, task["streams"], strict=True)):
        os.dup2(os.open(place, flags), number)
        setattr(sys, name, open(number, "r" if number == 0 else "w", encoding="utf-8"))  # noqa: SIM115
    os.chdir(task["cwd"])
    os.environ.clear()
    os.environ.update(task["env"])
    sys.argv[1:] = task["args"]
    sys.path[:1] = [task["cwd"], *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    runpy.run_module("duskfall", run_name="__main__", alter_sys=True)
    sys.exit()


if __name__ == "__main__":
    main()
