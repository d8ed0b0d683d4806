"""The terminal as a screen: the other buffer, no cursor, a frame in one write; left clean however the game ends."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from rich.console import Console, RenderableType
from rich.control import Control

ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


def terminal() -> Console:
    """The console of this process; nothing that players say is read as markup."""
    return Console(highlight=False, markup=False, emoji=False)


def is_screen(console: Console) -> bool:
    """Whether there is a screen to draw on, and not a pipe or a terminal that only prints."""
    return console.file.isatty() and not console.is_dumb_terminal


def draw(console: Console, picture: RenderableType) -> None:
    """Put a picture on the whole screen, in one write so that nothing flickers."""
    with console:
        console.control(Control.home())
        console.print(picture, end="", overflow="crop", no_wrap=True, crop=True)


@contextmanager
def screen(console: Console) -> Iterator[None]:
    """The other buffer of the terminal while this lasts."""
    with _killed_gently():
        console.set_alt_screen(True)
        console.show_cursor(False)
        try:
            yield
        finally:
            console.show_cursor(True)
            console.set_alt_screen(False)


@contextmanager
def _killed_gently() -> Iterator[None]:
    """A process that is told to end still gives the terminal back."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, _leave) for number in ENDING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _leave(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
