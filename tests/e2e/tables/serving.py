"""A real `duskfall serve`, a process of its own on a free port of this machine, ended by its own id."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.serving import PROGRAM, ROOT, UNCOMPILED, end, free_port

HURRIED = "tests.room.hurried"


@dataclass(frozen=True, slots=True)
class TableServer:
    """A server of tables that runs, and where it keeps them."""

    port: int
    data: Path
    process: subprocess.Popen[str]

    def at(self, path: str = "") -> str:
        """An address of its page."""
        return f"http://127.0.0.1:{self.port}/#/{path}"

    def kill(self) -> None:
        """End it as a power cut does, and wait until it has ended."""
        self.process.kill()
        self.process.wait()


@contextmanager
def served(data: Path, port: int = 0, program: str = PROGRAM, *given: str) -> Iterator[TableServer]:
    """`duskfall serve` over this folder, until the end of the block; at a free port, if none is given.

    `given` are more words of its command line.
    """
    port = port or free_port()
    command = [
        sys.executable, "-m", program, "serve", "--port", str(port), "--data", str(data), "--behind-proxy", *given
    ]  # fmt: skip
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=os.environ | UNCOMPILED | {"PYTHONPATH": str(ROOT)}
    )
    try:
        assert process.stdout is not None
        assert any(re.search(rf"http://127\.0\.0\.1:{port}/", line) for line in process.stdout), process.wait()
        yield TableServer(port, data, process)
    finally:
        end(process)
