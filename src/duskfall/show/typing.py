"""Lines from the keyboard: any bytes do, the end of the input is a leave, and nothing typed is kept."""

from __future__ import annotations

import sys
from typing import Protocol

try:
    import readline
except ImportError:  # lines can then not be edited
    readline = None  # type: ignore[assignment]

MARK = "> "


class Read(Protocol):
    """Where lines come from."""

    def __call__(self, mark: str, draft: str = "") -> str:
        """The next line, typed behind a mark; a draft can be edited."""
        ...


def typed_line(mark: str, draft: str = "") -> str:
    """The next line; whoever ends the input leaves as by Ctrl-C."""
    if readline is not None:
        readline.set_startup_hook(lambda: readline.insert_text(draft))
    try:
        return input(mark)
    except EOFError:
        raise KeyboardInterrupt from None


def get_ready() -> None:
    """Before the first line: bytes that are no text do no harm, and no line is kept for whoever sits there next."""
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    if readline is not None:
        readline.set_auto_history(False)
        readline.set_completer(lambda text, state: None)


def handing(name: str) -> str:
    """What is said when the keyboard changes hands."""
    return f"Pass the keyboard to {name}. {name}: press Enter."
