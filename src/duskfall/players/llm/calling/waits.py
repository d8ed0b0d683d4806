"""Pending questions by model, for the lines that say which model a run is waiting for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import NamedTuple


class Wait(NamedTuple):
    """The time since a model last answered, and why its last call failed (empty if it did not)."""

    seconds: float
    why: str = ""


class Waits:
    """The pending questions of all games to each model; safe for use by several threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, Lock()
        self._pending: dict[str, int] = {}
        self._since: dict[str, float] = {}  # the last answer, or the first question since nothing was pending
        self._why: dict[str, str] = {}

    @contextmanager
    def question(self, kind: str) -> Iterator[None]:
        """Count a question to the model as pending until the block is left."""
        with self._lock:
            if not self._pending.get(kind):
                self._since[kind] = self._clock()
            self._pending[kind] = self._pending.get(kind, 0) + 1
        try:
            yield
        finally:
            with self._lock:
                self._pending[kind] -= 1
                if not self._pending[kind]:
                    self._why.pop(kind, None)

    def record_call(self, kind: str, why: str = "") -> None:
        """Record the outcome of a call to the model: why it failed, or an empty string if the model replied."""
        with self._lock:
            if why:
                self._why[kind] = why
            else:
                self._since[kind] = self._clock()
                self._why.pop(kind, None)

    def now(self) -> dict[str, Wait]:
        """Return the models that have pending questions, with the time since each last answered."""
        with self._lock:
            now = self._clock()
            return {
                kind: Wait(now - self._since[kind], self._why.get(kind, ""))
                for kind, count in self._pending.items()
                if count
            }
