"""Servers of tables as processes of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.patience import PATIENCE

REAL, SEEDED = "duskfall", "tests.web.tables.launch"


class Server(NamedTuple):
    """A server that is up, and all that it said before."""

    process: subprocess.Popen[str]
    address: str
    said: str

    def kill(self) -> None:
        """End it as a power cut does."""
        self.process.kill()
        self.process.wait()


@contextmanager
def started(data: Path, *args: str, module: str = REAL, **environment: str) -> Iterator[Server]:
    """`duskfall serve` over this folder until the end of the block."""
    command = [sys.executable, "-m", module, *(["serve"] if module == REAL else []), "--data", str(data), *args]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=os.environ | environment)
    try:
        said = ""
        assert process.stdout
        while "nothing is lost" not in said:
            line = process.stdout.readline()
            assert line, process.communicate()
            said += line
        found = re.search(r"On this machine: +(http://127\.0\.0\.1:\d+)/", said)
        assert found, said
        yield Server(process, found[1], said)
    finally:
        process.kill()
        process.communicate()


def refused(*args: str, status: int = 2, **environment: str) -> str:
    """The one line with which `duskfall serve` ends at once."""
    done = subprocess.run(
        [sys.executable, "-m", "duskfall", "serve", *args],
        capture_output=True, text=True, timeout=PATIENCE, env=os.environ | environment,
    )  # fmt: skip
    assert done.returncode == status, done
    assert done.stderr.startswith("duskfall: ")
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr
