"""Background compilation of programs, in a child process that ends with this one."""

from __future__ import annotations

import atexit
import os
import sys
from collections import OrderedDict
from collections.abc import Callable, Mapping
from enum import Enum
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Protocol

from duskfall.batch.compiled import build
from duskfall.batch.program import Program

CHILD = "duskfall.batch.compiled.child"
MOST = 16  # waiting programs; beyond that the oldest is dropped and must be requested again


class State(Enum):
    """The progress of a program's compilation."""

    NEVER = "never"  # it can't be compiled here
    COMING = "coming"
    READY = "ready"


class Process(Protocol):
    """A running compiler process."""

    def poll(self) -> int | None:
        """Return the exit status, or None while the process runs."""
        ...

    def kill(self) -> None:
        """Kill the process."""
        ...

    def wait(self) -> int:
        """Wait until the process has ended and return its exit status."""
        ...


Forms = Mapping[str, str]  # by function: a letter for each argument, see `on_cpu.compile_now`
Start = Callable[[Path, Forms], Process]


def start(path: Path, forms: Forms) -> Process:
    """Start a child Python with this one's module path, which compiles these functions of a cached source file."""
    from subprocess import DEVNULL, PIPE, Popen  # imported here: some platforms have no processes

    return Popen(
        [sys.executable, "-P", "-m", CHILD, str(path), *(f"{name}={form}" for name, form in forms.items())],
        stdin=PIPE,
        stdout=DEVNULL,
        stderr=DEVNULL,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )


class Ahead:
    """A queue of programs to compile, one at a time. Each call of `want` starts the next one if it can."""

    def __init__(self, start: Start = start) -> None:
        self._start = start
        self._waiting: OrderedDict[bytes, tuple[Program, Forms]] = OrderedDict()
        self._running: tuple[bytes, Process] | None = None
        self._done: dict[bytes, State] = {}  # by digest: a server may meet many programs, and their texts are long
        self._lock = Lock()

    def want(self, program: Program, forms: Forms) -> State:
        """Request the compilation of a program's functions, unless they are compiled, and return their state."""
        if not can_compile():
            return State.NEVER
        key = sha256(program.text.encode()).digest()
        with self._lock:
            self._go_on()
            if key not in self._done and not self._is_under_way(key):
                self._put_in_line(key, program, forms)
                self._go_on()
            return self._done.get(key, State.COMING)

    def close(self) -> None:
        """Drop all requests and kill the running compiler."""
        with self._lock:
            self._waiting.clear()
            if self._running:
                _, process = self._running
                self._running = None
                process.kill()
                process.wait()

    def _is_under_way(self, key: bytes) -> bool:
        return key in self._waiting or (self._running is not None and self._running[0] == key)

    def _put_in_line(self, key: bytes, program: Program, forms: Forms) -> None:
        if build.is_kept(program, *forms):
            self._done[key] = State.READY
            return
        self._waiting[key] = program, forms
        while len(self._waiting) > MOST:
            self._waiting.popitem(last=False)

    def _go_on(self) -> None:
        """Record a compilation that has ended, and start the next one."""
        if self._running:
            key, process = self._running
            if (status := process.poll()) is None:
                return
            self._done[key], self._running = State.NEVER if status else State.READY, None
        if self._waiting:
            key, (program, forms) = self._waiting.popitem(last=False)
            path = build.keep_source(program, *forms)
            try:
                self._running = (key, self._start(path, forms)) if path else None
            except OSError:  # no process can be started
                self._running = None
            if self._running is None:
                self._done[key] = State.NEVER


def can_compile() -> bool:
    """Return whether this machine can compile programs; checks for numba without importing it."""
    installed = find_spec("numba") is not None and find_spec("numpy") is not None
    return installed and build.may_compile() and bool(sys.executable)


AHEAD = Ahead()
atexit.register(AHEAD.close)
