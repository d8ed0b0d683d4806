"""The layout of one screen: header, table of seats, lines of this phase, footer. Uses nothing but a view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment
from rich.text import Text

from duskfall.core.view import View
from duskfall.study.sight import rules_of
from duskfall.tell.text import capital, safe
from duskfall.terminal.stage.board import NOTHING, Board, Now, cell

NARROW = 64  # with fewer columns, the lines are below the seats
SIGNS = {"night": "☾", "day": "☀"}
BARS = {"night": "bold white on blue", "day": "bold black on yellow"}
GAP, BORDER = "  ", " │ "
COLUMN = 28  # the least width of a seat in a layout of two columns
HOLDS, STAND_IN = "\u00a0", "\ue000"
LOG = 5  # rows for the lines below the seats, with the separator


@dataclass(frozen=True, slots=True)
class Frame:
    """The screen of a viewer at a fixed size, as a rich renderable; the newest line is at the bottom."""

    view: View
    lines: Sequence[Text]
    width: int
    height: int
    now: Now = NOTHING
    note: str = ""  # at the right of the header: the speed, or that it is paused
    footer: str = ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        rows = [header(self.view, self.now, self.note, self.width), *self._body(console)]
        rows.append(cell(Text(self.footer, "dim"), self.width))
        for number, row in enumerate(rows):
            yield from Text.assemble(row).render(console)
            if number < len(rows) - 1:
                yield Segment.line()

    def _body(self, console: Console) -> Iterator[Text]:
        height = max(1, self.height - 2)
        return self._stacked(console, height) if self.width < NARROW else self._beside(console, height)

    def _beside(self, console: Console, height: int) -> Iterator[Text]:
        """Yield rows with the seats on the left and the lines on the right."""
        board = Board(self.view, self.now, self.width * 9 // 20, self.width // 2)
        left = board.width
        seats = [Text(), *board.rows(left, height - 1)]
        log = [Text(), *last_lines(console, self.lines, self.width - left - len(BORDER), height - 1)]
        for number in range(height):
            row = cell(seats[number] if number < len(seats) else Text(), left)
            line = log[number] if number < len(log) else Text()
            yield cell(Text.assemble(row, (BORDER, "dim"), line), self.width)

    def _stacked(self, console: Console, height: int) -> Iterator[Text]:
        """Yield rows with the lines below the seats."""
        seats = self._seats(max(height - LOG, min(1, height - 2), 0))
        log = last_lines(console, self.lines, self.width, height - len(seats) - 1)
        rows = [*seats, Text("─" * self.width, "dim"), *log]
        for number in range(height):
            yield cell(rows[number] if number < len(rows) else Text(), self.width)

    def _seats(self, height: int) -> list[Text]:
        """Return the seats in `height` rows; in two columns if one is too long and the screen is wide enough."""
        half = self.width // 2
        if len(self.view.names) <= height or half < COLUMN:
            return Board(self.view, self.now, self.width, self.width).rows(self.width, height)
        rows = Board(self.view, self.now, half, 0).rows(half, 2 * height)
        return [Text.assemble(*pair) for pair in zip_longest(rows[:height], rows[height:], fillvalue=Text())]


def last_lines(console: Console, lines: Sequence[Text], width: int, height: int) -> list[Text]:
    """Return the newest lines that fit, wrapped with a hanging indent."""
    found: list[Text] = []
    for line in reversed(lines):
        if len(found) >= height:
            break
        found[:0] = hanging(console, line, width)
    return found[max(0, len(found) - height) :]


def hanging(console: Console, line: Text, width: int, indent: int = 2) -> list[Text]:
    """Wrap a line with a hanging indent; a part after a line break joins the row before it if it fits."""
    room = max(8, width - indent)
    rows: list[Text] = []
    for part in line.split("\n"):
        if rows and rows[-1].cell_len + len(GAP) + part.cell_len <= room:
            rows[-1] = Text.assemble(rows[-1], GAP, part)
        else:
            rows += _wrapped(console, part, room)
    return [*rows[:1], *(Text.assemble(" " * indent, row) for row in rows[1:])]


def _wrapped(console: Console, part: Text, room: int) -> list[Text]:
    """Wrap a text, but never at a no-break space, at which rich would wrap."""
    part.plain = part.plain.replace(HOLDS, STAND_IN)
    rows = list(part.wrap(console, room))
    for row in rows:
        row.plain = row.plain.replace(STAND_IN, HOLDS)
    return rows


# -- the header --------------------------------------------------------------------------------------------


def header(view: View, now: Now, note: str, width: int) -> Text:
    """Return the header: phase, ruleset, viewer, and a note at the right."""
    bar = BARS["day" if now.dawn else view.phase or "day"]
    sign = "" if view.over else SIGNS.get("day" if now.dawn else view.phase, "")
    title = f" {sign} {phase_title(view, now)} · {safe(rules_of(view))} · {watcher(view)}"
    right = f"{note} " if note else ""
    left = cell(Text(title), width - cell_len(right))
    left.append(right)
    left.stylize(bar)
    return left


def phase_title(view: View, now: Now = NOTHING) -> str:
    """Return the name and number of the current phase."""
    if view.over:
        return "The end"
    if not view.phase:
        return "The deal"
    number = view.night if view.phase == "night" else view.day
    return f"Dawn after night {number}" if now.dawn and view.phase == "night" else f"{capital(view.phase)} {number}"


def watcher(view: View) -> str:
    """Return the viewer's name, for a seat with its role and team."""
    if view.seat is None:
        return "the moderator's view"
    if not view.seat:
        return "the public view"
    me = safe(view.names[view.seat - 1]) if view.names else f"seat {view.seat}"
    return f"{me}, {view.role} of {view.team}" if view.role else me
