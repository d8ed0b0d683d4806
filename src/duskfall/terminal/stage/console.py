"""Full-screen drawing: alternate screen, hidden cursor, one write per frame; the terminal is always restored."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from rich.console import Console, RenderableType
from rich.control import Control

ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


class TerminalConsole(Console):
    """A console whose closed output raises `BrokenPipeError`, as print() does; Rich's own would exit with status 1."""

    def on_broken_pipe(self) -> None:
        """Raise the error again; it is called while the error is handled."""
        raise BrokenPipeError


def terminal() -> Console:
    """Return a console that never interprets text of players as markup."""
    return TerminalConsole(highlight=False, markup=False, emoji=False)


def is_screen(console: Console) -> bool:
    """Return whether the console can be drawn on: not a pipe, not a dumb terminal."""
    return console.file.isatty() and not console.is_dumb_terminal


def draw(console: Console, picture: RenderableType) -> None:
    """Draw a picture on the whole screen, in one write so that nothing flickers."""
    with console:
        console.control(Control.home())
        console.print(picture, end="", overflow="crop", no_wrap=True, crop=True)


@contextmanager
def screen(console: Console) -> Iterator[None]:
    """Switch to the alternate screen without a cursor while the block runs."""
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
    """Turn signals that end the process into KeyboardInterrupt, so that the terminal is restored.

    Does nothing outside the main thread, where signal handlers can't be set.
    """
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
