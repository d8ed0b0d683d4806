"""The pace of a show: how fast, paused or not, and what the keys change of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from duskfall.terminal.stage.keys import RIGHT

SLOWEST, FASTEST = 0.25, 16.0
TICK = 0.2  # seconds after which a changed window is noticed
MOMENT = 0.001  # seconds that nobody notices
PAUSE, STEPS, FASTER, SLOWER, QUIT, HELP = " ", (".", RIGHT), ("+", "="), ("-", "_"), ("q", "Q"), "?"
PAUSED = "‖ paused"
KEYS = "space pause   . step   + - speed   ? help   q quit"
LEGEND = "◦ private   ▸ speaks   † dead   ★ has a title   ▪ a vote   ? back"


def changed(speed: float, key: str) -> float:
    """The speed after a key: doubled or halved, up to a bound; 0 is without pauses."""
    if key in FASTER:
        return max(speed, min(FASTEST, speed * 2))
    if key in SLOWER:
        return min(speed, max(SLOWEST, speed / 2)) if speed else FASTEST
    return speed


def note(speed: float, paused: bool) -> str:
    """The speed, for a header; also while it is paused, when keys may change it."""
    how = f"speed {speed:g}" if speed else "no pauses"
    return f"{PAUSED}, {how}" if paused else f"▸ {how}"


class Presses(Protocol):
    """Where keys come from."""

    present: bool
    """Whether there are keys to press."""

    def get(self, seconds: float) -> str:
        """The next key within so many seconds; nothing if none was pressed."""
        ...


class Pace:
    """Waits between beats and listens to the keys meanwhile."""

    def __init__(self, speed: float, keys: Presses, clock: Callable[[], float] = time.monotonic) -> None:
        self.speed, self.keys, self.clock = speed, keys, clock
        self.paused = self.helps = False

    @property
    def note(self) -> str:
        """How the header tells it."""
        return note(self.speed, self.paused)

    @property
    def footer(self) -> str:
        """What the keys do, or what the signs mean; nothing without keys."""
        return "" if not self.keys.present else LEGEND if self.helps else KEYS

    def rest(self, seconds: float, redraw: Callable[[], None], since: float | None = None) -> None:
        """Wait as long as a beat takes at this speed, from now or since a moment; while paused, until a key comes."""
        left = seconds - (0 if since is None else (self.clock() - since) * self.speed)
        while True:
            if not self.paused and (not self.speed or left < MOMENT):
                key = self.keys.get(0) if self.keys.present else ""
                if not key:
                    return
            else:
                began = self.clock()
                key = self.keys.get(TICK if self.paused else min(TICK, left / self.speed))
                left -= 0 if self.paused else (self.clock() - began) * self.speed
            if key and self.press(key):
                return
            redraw()

    def press(self, key: str) -> bool:
        """Take a key; whether the next beat is wanted at once."""
        if key == PAUSE:
            self.paused = not self.paused
        elif key in STEPS:
            self.paused = True
            return True
        elif key in QUIT:
            raise KeyboardInterrupt
        elif key == HELP:
            self.helps = not self.helps
        self.speed = changed(self.speed, key)
        return False
