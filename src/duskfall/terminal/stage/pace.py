"""The speed of showing a game: pauses between steps, and the keys that change the speed or pause it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from duskfall.terminal.stage.keys import RIGHT

SLOWEST, FASTEST = 0.25, 16.0
TICK = 0.2  # seconds between two checks for a new window size
MOMENT = 0.001  # a wait in seconds that is too short to notice
PAUSE, STEPS, FASTER, SLOWER, QUIT, HELP = " ", (".", RIGHT), ("+", "="), ("-", "_"), ("q", "Q"), "?"
PAUSED = "‖ paused"
KEYS = "space pause   . step   + - speed   ? help   q quit"
LEGEND = "◦ private   ▸ speaks   † dead   ★ has a title   ▪ a vote   ? back"


def changed(speed: float, key: str) -> float:
    """Return the speed after a key: doubled or halved within bounds, or unchanged; 0 means no pauses."""
    if key in FASTER:
        return max(speed, min(FASTEST, speed * 2))
    if key in SLOWER:
        return min(speed, max(SLOWEST, speed / 2)) if speed else FASTEST
    return speed


def note(speed: float, paused: bool) -> str:
    """Return the speed for the header; shown while paused, too, as keys can still change it."""
    how = f"speed {speed:g}" if speed else "no pauses"
    return f"{PAUSED}, {how}" if paused else f"▸ {how}"


class Presses(Protocol):
    """A source of keys."""

    present: bool
    """Whether there is a keyboard."""

    def get(self, seconds: float) -> str:
        """Return the next key pressed within so many seconds, or an empty string."""
        ...


class Pace:
    """The pauses between steps, during which keys are handled."""

    def __init__(self, speed: float, keys: Presses, clock: Callable[[], float] = time.monotonic) -> None:
        self.speed, self.keys, self.clock = speed, keys, clock
        self.paused = self.helps = False

    @property
    def note(self) -> str:
        """The speed or pause, for the header."""
        return note(self.speed, self.paused)

    @property
    def footer(self) -> str:
        """The list of keys, or the legend after the help key; empty without a keyboard."""
        return "" if not self.keys.present else LEGEND if self.helps else KEYS

    def rest(self, seconds: float, redraw: Callable[[], None], since: float | None = None) -> None:
        """Wait for a pause of so many seconds at speed 1, counted from now or from the clock time `since`.

        While paused, wait until a key ends it. `redraw` is called after each key and each `TICK`. Raise
        KeyboardInterrupt if the user quits.
        """
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
        """Handle a key; return whether the next step shall be shown at once. Raise KeyboardInterrupt for a quit key."""
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
