"""Programs compiled ahead, in a process beside this one: nobody waits for it, and it ends when this one does."""

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
MOST = 16  # programs that wait for their turn; of more, the oldest has to be asked for again


class State(Enum):
    """How far a program is."""

    NEVER = "never"  # nothing is compiled here
    COMING = "coming"
    READY = "ready"


class Process(Protocol):
    """What is compiling."""

    def poll(self) -> int | None:
        """Its exit status; None while it is at work."""
        ...

    def kill(self) -> None:
        """End it."""
        ...

    def wait(self) -> int:
        """Its exit status, once it has ended."""
        ...


Forms = Mapping[str, str]  # by function: a letter for each argument, as in `on_cpu.compile_now`
Start = Callable[[Path, Forms], Process]


def start(path: Path, forms: Forms) -> Process:
    """Another Python, with the modules of this one, compiles these functions of a file that is kept."""
    from subprocess import DEVNULL, PIPE, Popen  # not wherever this is imported are there processes

    return Popen(
        [sys.executable, "-P", "-m", CHILD, str(path), *(f"{name}={form}" for name, form in forms.items())],
        stdin=PIPE,
        stdout=DEVNULL,
        stderr=DEVNULL,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )


class Ahead:
    """What is to be compiled, one program at a time; whoever asks how far one is lets the next begin."""

    def __init__(self, start: Start = start) -> None:
        self._start = start
        self._waiting: OrderedDict[bytes, tuple[Program, Forms]] = OrderedDict()
        self._running: tuple[bytes, Process] | None = None
        self._done: dict[bytes, State] = {}  # by digest: a server may meet many programs, and their texts are long
        self._lock = Lock()

    def want(self, program: Program, forms: Forms) -> State:
        """Have these functions of a program compiled if they are not: how far they are."""
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
        """Nothing is compiled any more."""
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
        """Note what has ended, and begin with the next."""
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
    """Whether what it takes is installed; nothing of it is imported for that."""
    installed = find_spec("numba") is not None and find_spec("numpy") is not None
    return installed and build.may_compile() and bool(sys.executable)


AHEAD = Ahead()
atexit.register(AHEAD.close)
