"""Patience: whether a failed call is tried again, how soon, and how long one ask may take in all."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from duskfall.players.llm.calls import EMPTY, TIMEOUT, TRANSPORT
from duskfall.tell.text import plural

CALLS = 4  # for one ask, at most, but for those to which the server said that it wants to be asked later
BUSY = 60.0  # seconds in which a server may say nothing but that; where it names a time, that is waited for
BASE, CAP = 0.5, 8.0  # seconds: the first pause and the longest, before chance shortens them
LAST = 1 / 20  # of the deadline: with less than this left, no call is worth beginning
AGAIN = (TRANSPORT, TIMEOUT, EMPTY)
"""What may go well the next time; whatever else fails has to be repaired, once."""


@dataclass(slots=True)
class Patience:
    """What is left of it for one ask. Waiting for our own limits does not count: it is not the model that is slow."""

    deadline: float
    chance: Random
    left: float = field(init=False)
    calls: int = 0
    put_off: int = 0  # of these: calls to which the server said: later
    repaired: bool = False

    def __post_init__(self) -> None:
        self.left = self.deadline

    @property
    def limit(self) -> float:
        """Seconds for the next call: a connection that hangs leaves time for another."""
        return min(self.left, self.deadline / 2)

    def spend(self, seconds: float) -> None:
        """A call took so long."""
        self.calls += 1
        self.left -= seconds

    def pause(self, failure: str, wait: float | None, later: bool = False) -> float | None:
        """Seconds before the next call, as many as the provider asks for if there is time; None: there is no next."""
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
        """Return the seconds of calls and pauses so far."""
        return self.deadline - self.left

    @property
    def only_busy(self) -> bool:
        """Return whether the server has said nothing but that it wants to be asked later."""
        return 0 < self.calls == self.put_off

    def told(self, why: str) -> str:
        """Return why no more calls are made: `why` is what became of the last one."""
        if not self.only_busy:
            return why
        calls = plural(self.calls, "call")
        return f"the server was busy for {self.spent:.0f} seconds ({calls}); the last time, {why}"

    def _back_off(self) -> float:
        """Full jitter: anything up to twice as long as the time before."""
        return self.chance.uniform(0, min(CAP, BASE * 2 ** min(self.calls - 1, 8)))
