"""The keyboard of a bench: lines that are typed, what is typed too early, and nothing of it for who sits there next.

Any bytes do, and the end of the input is a leave. While the others play, letters and digits wait for the next question,
so that nobody leaves the game by a word typed a moment too soon; the other keys do what they do for a watcher.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from duskfall.terminal.stage.pace import FASTER, HELP, LEGEND, PAUSE, SLOWER, STEPS, Pace

try:
    import readline
except ImportError:  # lines can then not be edited
    readline = None  # type: ignore[assignment]

MARK = "> "
WATCHING = (PAUSE, *STEPS, *FASTER, *SLOWER, HELP)  # what keys do for a watcher; q is a letter here
TAB, ERASE, CLEAR = "\t", ("\x7f", "\b"), "\x15"
WAITING = "space pause  . step  + - speed  Ctrl-C stop  what you type waits for your turn"
PAUSED = "space go on  . step  + - speed  ? help  Ctrl-C stop"
# Keys of GNU readline that bring back what was deleted, typed before, or recorded: by keymap, the default one last.
BRING_BACK = {
    "vi-command": ("p", "P", "@", ".", r"\C-y"),
    "vi-insert": (r"\C-y",),
    "emacs": (r"\C-y", r"\ey", r"\e\C-y", r"\e.", r"\e_", r"\C-xe", r"\C-p", r"\C-n", r"\C-r", r"\C-s"),
}


class Read(Protocol):
    """Where lines come from."""

    def __call__(self, mark: str, draft: str = "") -> str:
        """The next line, typed behind a mark; a draft can be edited."""
        ...


def typed_line(mark: str, draft: str = "") -> str:
    """The next line; whoever ends the input leaves as by Ctrl-C. Where no line can be edited, Enter gives the draft."""
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
    """What Tab makes of the next line."""
    if readline is not None:
        readline.set_completer(lambda line, number: dict(enumerate(completed(line))).get(number))


def at_terminal() -> bool:
    """Whether somebody types, and not a file."""
    return bool(sys.stdin and sys.stdin.isatty())


def get_ready() -> None:
    """Before the first line: bytes that are no text do no harm, and no line is kept."""
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    if readline is not None:
        readline.set_auto_history(False)
        readline.set_completer_delims("")  # a line is completed as a whole
        for line in ["bind ^I rl_complete"] if _is_libedit() else ["tab: menu-complete", "set bell-style none"]:
            readline.parse_and_bind(line)  # one after another, in the line: a list would run over the screen
        offer(lambda line: ())


def forget() -> None:
    """Somebody else takes the keyboard: no key brings back what was typed before."""
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
    """What is said when the keyboard changes hands."""
    return f"Pass the keyboard to {name}. {name}: press Enter."


class Waiting(Pace):
    """The pace at a bench while the others play: keys as for a watcher, and what begins with a letter is kept.

    Where something is typed already, every key but Tab belongs to it.
    """

    early = ""  # what was typed too soon

    @property
    def footer(self) -> str:
        """What was typed too soon, else what the keys do or the signs mean; nothing without keys."""
        if not self.keys.present:
            return ""
        return MARK + self.early if self.early else LEGEND if self.helps else PAUSED if self.paused else WAITING

    def press(self, key: str) -> bool:
        """Take a key; whether the next beat is wanted at once."""
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
        """Keep what was typed in the last moment too."""
        while self.keys.present and (key := self.keys.get(0)):
            if self.early or key not in (*WATCHING, TAB):
                self.press(key)

    def taken(self) -> str:
        """What was typed too soon, once."""
        early, self.early = " ".join(self.early.split()), ""
        return early
