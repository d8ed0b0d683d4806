"""A long text on the full screen, scrolled by keys."""

from __future__ import annotations

from rich.console import Group
from rich.text import Text

from duskfall.terminal.stage.board import cell
from duskfall.terminal.stage.keys import DOWN, END, HOME, UP

FOOTER = "↑ ↓ line  space b page  Home End  q back"
FORWARD, BACK = " ", "b"


class Scroll:
    """A text and its scroll position."""

    def __init__(self, text: str) -> None:
        self.text, self.top = text, 0
        self.rows: list[Text] = []
        self.height = 1

    def press(self, key: str) -> None:
        """Scroll by a key; other keys do nothing. Uses the size of the last picture."""
        last = max(0, len(self.rows) - self.height)
        steps = {DOWN: 1, UP: -1, FORWARD: self.height - 1, BACK: 1 - self.height, HOME: -last, END: last}
        self.top = max(0, min(last, self.top + steps.get(key, 0)))

    def picture(self, width: int, height: int) -> Group:
        """Return the visible lines with the list of keys below, for a screen of this size."""
        self.rows = [row for line in self.text.split("\n") for row in _folded(line, max(1, width))]
        self.height = max(1, height - 1)
        shown = self.rows[self.top : self.top + self.height]
        rows = [*shown, *[Text()] * (self.height - len(shown)), Text(FOOTER, "dim")]
        return Group(*(Text.assemble(cell(row, width), end="" if number == height else "\n") for number, row in
                       enumerate(rows, 1)))  # fmt: skip


def _folded(line: str, width: int) -> list[Text]:
    """Wrap a line into rows of the screen; nothing is cut."""
    from rich.console import Console

    return list(Text(line).wrap(Console(width=width), width, overflow="fold")) or [Text()]
