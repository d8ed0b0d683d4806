"""The retry budget of a question: whether and when to repeat a failed call, and the total time limit."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from duskfall.players.llm.calls import EMPTY, TIMEOUT, TRANSPORT
from duskfall.tell.text import plural

CALLS = 4  # maximum calls for one question, not counting those that a busy server put off
BUSY = 60.0  # maximum seconds for a server that only says it is busy, unless it names a time to wait
BASE, CAP = 0.5, 8.0  # seconds: the first and the longest pause, before jitter shortens them
LAST = 1 / 20  # the share of the deadline below which starting another call is pointless
AGAIN = (TRANSPORT, TIMEOUT, EMPTY)
"""Failures after which the same request is repeated. Others are repaired at most once, with a correction."""


@dataclass(slots=True)
class Patience:
    """The time and calls left for one question. Waiting for our own rate limits does not count."""

    deadline: float
    chance: Random
    left: float = field(init=False)  # seconds
    calls: int = 0
    put_off: int = 0  # calls that a busy server put off
    repaired: bool = False

    def __post_init__(self) -> None:
        self.left = self.deadline

    @property
    def limit(self) -> float:
        """The time limit of the next call in seconds: at most half the deadline, to leave time for a second call."""
        return min(self.left, self.deadline / 2)

    def spend(self, seconds: float) -> None:
        """Count a call that took `seconds`."""
        self.calls += 1
        self.left -= seconds

    def pause(self, failure: str, wait: float | None, later: bool = False) -> float | None:
        """Return the seconds to wait before the next call, None if there should be none; counts them as spent.

        `wait` is the time that the provider asks for; `later` means that it only put the call off.
        """
        room = self.left - self.deadline * LAST
        self.put_off += later
        if self.calls - self.put_off >= CALLS or room <= 0 or (failure not in AGAIN and self.repaired):
            return None
        self.repaired = self.repaired or failure not in AGAIN
        pause = min(room, max(self._back_off(), wait or 0.0)) if failure in AGAIN else 0.0
        if self.only_busy and wait is None and self.spent + pause > BUSY:
            return None
        self.left -= pause
        return pause

    @property
    def spent(self) -> float:
        """The seconds of calls and pauses so far."""
        return self.deadline - self.left

    @property
    def only_busy(self) -> bool:
        """Return whether the server has put off every call so far."""
        return 0 < self.calls == self.put_off

    def told(self, why: str) -> str:
        """Return the reason for making no more calls; `why` is the reason of the last failure."""
        if not self.only_busy:
            return why
        calls = plural(self.calls, "call")
        return f"the server was busy for {self.spent:.0f} seconds ({calls}); the last time, {why}"

    def _back_off(self) -> float:
        """Return a random pause whose upper bound doubles with every call ("full jitter")."""
        return self.chance.uniform(0, min(CAP, BASE * 2 ** min(self.calls - 1, 8)))
