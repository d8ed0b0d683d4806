"""Single keys from the terminal, read without waiting for Enter; the terminal settings are always restored."""

from __future__ import annotations

import os
import re
import select
import sys
import time
from contextlib import suppress
from types import TracebackType

try:
    import termios
    import tty

    POSIX = True
except ImportError:  # not a POSIX system: no keys are read
    POSIX = False

RIGHT, LEFT, UP, DOWN, HOME, END = "right", "left", "up", "down", "home", "end"
SEQUENCES = {"C": RIGHT, "D": LEFT, "A": UP, "B": DOWN, "H": HOME, "F": END}
SENT = re.compile(r"([^\x1b])|\x1b(?:[\[O]([^A-Za-z~\x1b]*)([A-Za-z~])?|[^\x1b])?", re.DOTALL)
NUMBERED = {"1": HOME, "7": HOME, "4": END, "8": END}  # as some terminals send them


class Keys:
    """The keyboard in single-key mode, as a context manager; without a terminal it only waits."""

    def __init__(self) -> None:
        self.present = bool(POSIX and sys.stdin and sys.stdin.isatty())  # whether there is a keyboard
        self.waiting: list[str] = []

    def __enter__(self) -> Keys:
        if self.present:
            self.fd = sys.stdin.fileno()
            self.before = termios.tcgetattr(self.fd)
            tty.setcbreak(self.fd)
            mode = termios.tcgetattr(self.fd)
            mode[6][termios.VSUSP] = b"\0"  # a suspended game would leave the alternate screen behind
            termios.tcsetattr(self.fd, termios.TCSADRAIN, mode)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.present:
            with suppress(termios.error):  # the terminal may be closed
                termios.tcsetattr(self.fd, termios.TCSAFLUSH, self.before)

    def get(self, seconds: float) -> str:
        """Return the next key pressed within so many seconds, or an empty string."""
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
        self.present = bool(data)  # no data: the terminal is closed
        return split(data.decode("utf-8", "ignore"))


def split(text: str) -> list[str]:
    """Split terminal input into keys; known escape sequences become their names, others are dropped."""
    return [key for each in SENT.finditer(text) if (key := _key(*each.groups()))]


def _key(plain: str | None, number: str | None, last: str | None) -> str:
    if plain:
        return plain
    return NUMBERED.get(number or "", "") if last == "~" else SEQUENCES.get(last or "", "")
