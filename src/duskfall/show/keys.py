"""Single keys from the terminal, read without waiting for Enter; the terminal is always given back as it was."""

from __future__ import annotations

import os
import select
import sys
import time
from contextlib import suppress
from types import TracebackType

try:
    import termios
    import tty

    POSIX = True
except ImportError:  # no such terminal: nothing is read
    POSIX = False

RIGHT, LEFT, UP, DOWN = "right", "left", "up", "down"
ARROWS = {"C": RIGHT, "D": LEFT, "A": UP, "B": DOWN}


class Keys:
    """The keyboard while a game is watched; without a terminal it only lets time pass."""

    def __init__(self) -> None:
        self.present = bool(POSIX and sys.stdin and sys.stdin.isatty())  # whether there are keys to press
        self.waiting: list[str] = []

    def __enter__(self) -> Keys:
        if self.present:
            self.fd = sys.stdin.fileno()
            self.before = termios.tcgetattr(self.fd)
            tty.setcbreak(self.fd)
            mode = termios.tcgetattr(self.fd)
            mode[6][termios.VSUSP] = b"\0"  # a game put to sleep would leave its screen behind
            termios.tcsetattr(self.fd, termios.TCSADRAIN, mode)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.present:
            with suppress(termios.error):  # the terminal may be gone
                termios.tcsetattr(self.fd, termios.TCSAFLUSH, self.before)

    def get(self, seconds: float) -> str:
        """The next key within so many seconds; nothing if none was pressed."""
        if not self.waiting:
            self.waiting = self._read(seconds)
        return self.waiting.pop(0) if self.waiting else ""

    def _read(self, seconds: float) -> list[str]:
        if not self.present:
            time.sleep(seconds)
            return []
        if not select.select([self.fd], [], [], seconds)[0]:
            return []
        try:
            data = os.read(self.fd, 256)
        except OSError:
            data = b""
        self.present = bool(data)  # else the terminal is gone
        return split(data.decode("utf-8", "ignore"))


def split(text: str) -> list[str]:
    """The keys in what the terminal has sent; arrows come as escape sequences, other sequences are dropped."""
    found = []
    while text:
        if text[0] != "\x1b":
            found.append(text[0])
            text = text[1:]
            continue
        rest = text[1:].removeprefix("[").removeprefix("O") if text[1:2] in ("[", "O") else text[1:]
        while rest and not (rest[0].isalpha() or rest[0] == "~"):
            rest = rest[1:]
        if text[1:2] in ("[", "O") and rest[:1] in ARROWS:
            found.append(ARROWS[rest[0]])
        text = rest[1:]
    return found
