"""Full-screen output to people who play: header with seat and role, table of seats, events, and the question below."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack

from rich.console import Console, Group
from rich.control import Control
from rich.text import Text

from duskfall.core.facts import Fact
from duskfall.core.view import View
from duskfall.players.person.terminal import TypedPrompt
from duskfall.tell.facts.questions import Option
from duskfall.tell.text import safe
from duskfall.terminal.bench.keyboard import MARK, Read, Waiting, handing, offer
from duskfall.terminal.stage.board import cell
from duskfall.terminal.stage.console import draw, screen
from duskfall.terminal.stage.frame import Frame, hanging, header
from duskfall.terminal.stage.keys import Keys
from duskfall.terminal.stage.looks import player
from duskfall.terminal.stage.stage import Stage

IDLE = "Nothing to do now. Press Enter."
WIPE = "\x1b[H\x1b[2J\x1b[3J"  # clears the screen and the scrollback
ROOM = 3  # rows for typing a speech
KEY = "bold cyan"


class ScreenFront:
    """Full-screen output to the people at this terminal; implements `Front`."""

    def __init__(self, console: Console, speed: float, read: Read) -> None:
        self.console, self.read = console, read
        self.keys = Keys()
        self.pace = Waiting(speed, self.keys)
        self.stages: dict[int, Stage] = {}
        self.lines: dict[int, list[Text]] = {}  # by viewer: all lines shown so far
        self.open = ExitStack()
        self.open.enter_context(screen(console))
        self.live = ExitStack()  # open while others play and single keys are read
        self.watched = False

    def tell(self, view: View, news: Sequence[Fact], quick: bool) -> None:
        """Show new events step by step; `quick`: without pauses."""
        viewer = view.seat or 0
        stage, lines = self.stages.setdefault(viewer, Stage(viewer)), self.lines.setdefault(viewer, [])
        page, known = stage.lines, len(stage.lines)
        for pause in stage.run(news):
            lines += filter(None, stage.lines[known:] if stage.lines is page else stage.lines)
            page, known = stage.lines, len(stage.lines)
            if not quick:
                self._play(viewer, pause)

    def ask(self, view: View, prompt: TypedPrompt) -> str:
        """Show the view with the question and an input line below; return the line that was typed."""
        self._stop()
        return self._ask(view, prompt, MARK, f"{prompt.draft} {self.pace.taken()}".strip())

    def _ask(self, view: View, prompt: TypedPrompt, mark: str, draft: str) -> str:
        width, height = self.console.size
        rows = [row for line in block(view, prompt) for row in hanging(self.console, line, width)]
        room = 1 if prompt.options else ROOM
        tall = max(3, height - len(rows) - room)
        viewer = view.seat or 0
        table = Frame(view, self.lines[viewer], width, tall, self.stages[viewer].now, footer="─" * width)
        self._put(rows, height - tall, above=table)
        offer(prompt.completed)
        return self._type(mark, tall + len(rows), draft)

    def page(self, view: View, lines: Sequence[str]) -> None:
        """Show lines instead of the table, on as many screens as needed; the user may leave early."""
        width, height = self.console.size
        rows = [row for line in lines for row in hanging(self.console, Text(line), width) or [Text()]]
        top, room = header(view, self.stages[view.seat or 0].now, "", width), max(1, height - 3)
        for at in range(0, max(1, len(rows)), room):
            self._put([top, Text(), *rows[at : at + room]], height)
            more = at + room < len(rows)
            if self._type("Enter: more · q: enough " if more else "Enter: go on ", height - 1).strip():
                return

    def idle(self, view: View) -> None:
        """Show the view and let the person press Enter, as if answering."""
        self._ask(view, TypedPrompt(IDLE, (), ""), "", "")

    def hand_over(self, name: str) -> None:
        """Clear the screen and its scrollback, wait until the named person presses Enter, and drop early input."""
        self.console.file.write(WIPE)
        self._put([Text(), Text(handing(name), "bold")], self.console.height)
        self._type("", 3)
        self.pace.taken()

    def cover(self, view: View) -> None:
        """Draw the view as it was."""
        self._draw(view.seat or 0)

    def close(self) -> None:
        """Restore the terminal."""
        self.live.close()
        self.open.close()

    def _play(self, viewer: int, pause: float) -> None:
        """Draw the current step and wait for its pause, with single keys enabled."""
        if not self.watched:
            self.live.enter_context(self.keys)
            self.watched = True
        self._draw(viewer)
        self.pace.rest(pause, lambda: self._draw(viewer))

    def _draw(self, viewer: int) -> None:
        width, height = self.console.size
        stage, pace = self.stages[viewer], self.pace
        draw(self.console, Frame(stage.view, self.lines[viewer], width, height, stage.now, pace.note, pace.footer))

    def _put(self, rows: Sequence[Text], height: int, above: Frame | None = None) -> None:
        """Draw rows, padded with blank ones to `height`, below an optional frame."""
        width = self.console.width
        shown = [cell(row, width) for row in [*rows, *[Text()] * (height - len(rows))]]
        below = Text("\n", end="").join(shown)
        draw(self.console, Group(above, Text(), below) if above else below)

    def _type(self, mark: str, row: int, draft: str = "") -> str:
        """Read a line that the person types in this row of the screen."""
        self._stop()
        self.console.control(Control.move_to(0, row), Control.show_cursor(True))
        try:
            return self.read(mark, draft)
        finally:
            self.console.show_cursor(False)

    def _stop(self) -> None:
        """Stop reading single keys; what was typed early is kept."""
        if self.watched:
            self.pace.catch()
            self.live.close()
            self.watched = False


def block(view: View, prompt: TypedPrompt) -> list[Text]:
    """Return the lines of a question: the last error, how a speech is understood, the question, options, and a hint."""
    trouble = [Text(prompt.trouble, "yellow")] if prompt.trouble else []
    trouble += [Text.assemble(("heard as: ", "dim"), (prompt.heard, KEY))] if prompt.heard else []
    choice = [Text(" · ", "dim").join(_option(view, each) for each in prompt.options)] if prompt.options else []
    return [*trouble, Text(prompt.question, "bold"), *choice, Text(prompt.hint, "dim")]


def _option(view: View, option: Option) -> Text:
    name = player(view, option.value) if isinstance(option.value, int) else Text(safe(option.label))
    return Text.assemble((option.key, KEY), "\u00a0", name)
