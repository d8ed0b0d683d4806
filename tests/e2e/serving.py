"""Real servers for the browser, each a process of its own on a free port of this machine, ended by its own id."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

from tests.patience import PATIENCE

HERE = "127.0.0.1"
# An address for documentation (RFC 5737) that the browser is told to find on this machine: plain http and no secure
# context, as a phone on the local network has it.
LAN = "192.0.2.7"


@dataclass(frozen=True, slots=True)
class Server:
    """A `duskfall host` that runs, and where it keeps evenings."""

    port: int
    key: str
    evenings: Path
    process: subprocess.Popen[str]

    @property
    def address(self) -> str:
        """The page as `duskfall host` tells it, on this machine."""
        return f"http://{HERE}:{self.port}/#key={self.key}"

    @property
    def lan(self) -> str:
        """The same page as a phone on the local network opens it."""
        return f"http://{LAN}:{self.port}/#key={self.key}"

    def keep(self, actions: Iterable[Mapping[str, object]]) -> str:
        """Put an evening there, as if its host had gone away; its id."""
        evening = token_hex(9)
        self.evenings.mkdir(parents=True, exist_ok=True)
        lines = "".join(json.dumps(action) + "\n" for action in actions)
        (self.evenings / f"{evening}.jsonl").write_text(lines, encoding="utf-8")
        return evening

    def kill(self) -> None:
        """End it as a power cut does, and wait until it has ended."""
        self.process.kill()
        self.process.wait()


ROOT = Path(__file__).parents[2]
UNCOMPILED = {"NUMBA_DISABLE_JIT": "1"}  # a browser shows the same, and nothing is compiled beside it
PROGRAM = "tests.futures"


@contextmanager
def hosted(state: Path, port: int = 0) -> Iterator[Server]:
    """`duskfall host` over this folder, until the end of the block; at a free port, if none is given."""
    port = port or free_port()
    command = [sys.executable, "-m", PROGRAM, "host", "--no-open", "--port", str(port)]
    env = os.environ | UNCOMPILED | {"XDG_STATE_HOME": str(state), "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env)
    try:
        yield Server(port, _key(process), state / "duskfall" / "evenings", process)
    finally:
        end(process)


def _key(process: subprocess.Popen[str]) -> str:
    """The key out of the address that the server tells when it is ready."""
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"#key=(\S+)", line):
            return found[1]
    raise AssertionError(f"duskfall host has ended with {process.wait()} before it told its address")


@contextmanager
def shelved(folder: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Python's own server of files over this folder: its address, and the process."""
    port = free_port()
    command = [sys.executable, "-u", "-m", "http.server", str(port), "--bind", HERE, "--directory", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert process.stdout is not None
        assert "Serving" in process.stdout.readline()
        yield f"http://localhost:{port}/", process
    finally:
        end(process)


def free_port() -> int:
    """A port of this machine that nobody listens on now."""
    with closing(socket.socket()) as asking:
        asking.bind((HERE, 0))
        return int(asking.getsockname()[1])


def end(process: subprocess.Popen[str]) -> None:
    """Ask a process to end, and wait until it has; one that does not is killed."""
    process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(PATIENCE)
    if process.stdout:
        process.stdout.close()
