"""The keyboard of people who play: typed lines, early input, and hiding both from the next person at the keyboard.

Invalid bytes are accepted, and the end of the input stops the game like Ctrl-C. While others play, letters and digits
are kept for the next question, so that a word typed a moment too early doesn't quit the game; other keys work as for a
spectator.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from duskfall.terminal.stage.pace import FASTER, HELP, LEGEND, PAUSE, SLOWER, STEPS, Pace

try:
    import readline
except ImportError:  # without it, lines can't be edited
    readline = None  # type: ignore[assignment]

MARK = "> "
WATCHING = (PAUSE, *STEPS, *FASTER, *SLOWER, HELP)  # the keys of a spectator; q is a letter here
TAB, ERASE, CLEAR = "\t", ("\x7f", "\b"), "\x15"
WAITING = "space pause  . step  + - speed  Ctrl-C stop  what you type waits for your turn"
PAUSED = "space go on  . step  + - speed  ? help  Ctrl-C stop"
# Keys of GNU readline that restore deleted, earlier or recorded input, by keymap; the default keymap comes last.
BRING_BACK = {
    "vi-command": ("p", "P", "@", ".", r"\C-y"),
    "vi-insert": (r"\C-y",),
    "emacs": (r"\C-y", r"\ey", r"\e\C-y", r"\e.", r"\e_", r"\C-xe", r"\C-p", r"\C-n", r"\C-r", r"\C-s"),
}


class Read(Protocol):
    """A source of typed lines."""

    def __call__(self, mark: str, draft: str = "") -> str:
        """Return the next line, typed after the prompt `mark`; `draft` is editable text at its start."""
        ...


def typed_line(mark: str, draft: str = "") -> str:
    """Return the next line typed at the terminal; raise KeyboardInterrupt at the end of the input.

    If lines can't be edited, an empty line returns the draft.
    """
    spare = draft
    if readline is not None:
        readline.set_startup_hook(lambda: readline.insert_text(draft))
        spare = ""
    try:
        return input(mark) or spare
    except EOFError:
        raise KeyboardInterrupt from None
    finally:
        offer(lambda line: ())


def offer(completed: Callable[[str], Sequence[str]]) -> None:
    """Set the completions that Tab offers for the next line."""
    if readline is not None:
        readline.set_completer(lambda line, number: dict(enumerate(completed(line))).get(number))


def at_terminal() -> bool:
    """Return whether the input comes from a terminal."""
    return bool(sys.stdin and sys.stdin.isatty())


def get_ready() -> None:
    """Set up input: invalid bytes are replaced, lines aren't kept in a history, Tab completes whole lines.

    Must be called before the first line is read.
    """
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    if readline is not None:
        readline.set_auto_history(False)
        readline.set_completer_delims("")  # a line is completed as a whole
        for line in ["bind ^I rl_complete"] if _is_libedit() else ["tab: menu-complete", "set bell-style none"]:
            readline.parse_and_bind(line)  # completions appear one by one in the line: a list would spoil the screen
        offer(lambda line: ())


def forget() -> None:
    """Make sure that no key brings back what the previous person typed. Must be called before a handover."""
    if readline is not None:
        readline.clear_history()
        for line in ["bind -r ^Y"] if _is_libedit() else _unbound():
            readline.parse_and_bind(line)


def _is_libedit() -> bool:
    return "libedit" in (readline.__doc__ or "")


def _unbound() -> Iterator[str]:
    for keymap, keys in BRING_BACK.items():
        yield f"set keymap {keymap}"
        yield from (f'"{key}": ""' for key in keys)


def handing(name: str) -> str:
    """Return the message that asks people to hand over the keyboard."""
    return f"Pass the keyboard to {name}. {name}: press Enter."


class Waiting(Pace):
    """The pace while others play: keys work as for a spectator, and text is kept for the next question.

    Once a text has been begun, every key but Tab belongs to it; Tab pauses and resumes.
    """

    early = ""  # text typed before its question

    @property
    def footer(self) -> str:
        """The early text, else the list of keys or the legend; empty without a keyboard."""
        if not self.keys.present:
            return ""
        return MARK + self.early if self.early else LEGEND if self.helps else PAUSED if self.paused else WAITING

    def press(self, key: str) -> bool:
        """Handle a key; return whether the next step shall be shown at once."""
        if key == TAB:
            self.paused = not self.paused
        elif not self.early and key in WATCHING:
            return super().press(key)
        elif key in ERASE:
            self.early = self.early[:-1]
        elif key == CLEAR:
            self.early = ""
        elif len(key) == 1 and (key.isprintable() or (key.isspace() and self.early)):
            self.early += key if key.isprintable() else " "
        return False

    def catch(self) -> None:
        """Read the keys that are still waiting and keep their text."""
        while self.keys.present and (key := self.keys.get(0)):
            if self.early or key not in (*WATCHING, TAB):
                self.press(key)

    def taken(self) -> str:
        """Return the early text and clear it."""
        early, self.early = " ".join(self.early.split()), ""
        return early
