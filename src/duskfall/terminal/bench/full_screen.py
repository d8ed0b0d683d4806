"""The bench on a whole screen: seat and role in the header, the table, what happened, and under it the question."""

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
WIPE = "\x1b[H\x1b[2J\x1b[3J"  # the screen, and the lines that have scrolled off it
ROOM = 3  # rows to type a speech in
KEY = "bold cyan"


class ScreenFront:
    """The face of a bench in a terminal."""

    def __init__(self, console: Console, speed: float, read: Read) -> None:
        self.console, self.read = console, read
        self.keys = Keys()
        self.pace = Waiting(speed, self.keys)
        self.stages: dict[int, Stage] = {}
        self.lines: dict[int, list[Text]] = {}  # by viewer: all that was shown
        self.open = ExitStack()
        self.open.enter_context(screen(console))
        self.live = ExitStack()  # open while the others play and keys are read one by one
        self.watched = False

    def tell(self, view: View, news: Sequence[Fact], quick: bool) -> None:
        """Let the facts happen on the screen, line by line."""
        viewer = view.seat or 0
        stage, lines = self.stages.setdefault(viewer, Stage(viewer)), self.lines.setdefault(viewer, [])
        page, known = stage.lines, len(stage.lines)
        for pause in stage.run(news):
            lines += filter(None, stage.lines[known:] if stage.lines is page else stage.lines)
            page, known = stage.lines, len(stage.lines)
            if not quick:
                self._play(viewer, pause)

    def ask(self, view: View, prompt: TypedPrompt) -> str:
        """The view, under it the question, and at the bottom a place to type."""
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
        """Something to read instead of the table, as many screens as it takes."""
        width, height = self.console.size
        rows = [row for line in lines for row in hanging(self.console, Text(line), width) or [Text()]]
        top, room = header(view, self.stages[view.seat or 0].now, "", width), max(1, height - 3)
        for at in range(0, max(1, len(rows)), room):
            self._put([top, Text(), *rows[at : at + room]], height)
            more = at + room < len(rows)
            if self._type("Enter: more · q: enough " if more else "Enter: go on ", height - 1).strip():
                return

    def idle(self, view: View) -> None:
        """The view, and a word that nobody else has to hear."""
        self._ask(view, TypedPrompt(IDLE, (), ""), "", "")

    def hand_over(self, name: str) -> None:
        """Wipe everything, also what was typed too soon, and wait until the other sits there."""
        self.console.file.write(WIPE)
        self._put([Text(), Text(handing(name), "bold")], self.console.height)
        self._type("", 3)
        self.pace.taken()

    def cover(self, view: View) -> None:
        """The view as it was left."""
        self._draw(view.seat or 0)

    def close(self) -> None:
        """Leave the terminal as it was before."""
        self.live.close()
        self.open.close()

    def _play(self, viewer: int, pause: float) -> None:
        """A beat: the screen as it is now, for as long as it takes to read."""
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
        """These rows, and blank ones up to a height; above them, on the same screen, a frame."""
        width = self.console.width
        shown = [cell(row, width) for row in [*rows, *[Text()] * (height - len(rows))]]
        below = Text("\n", end="").join(shown)
        draw(self.console, Group(above, Text(), below) if above else below)

    def _type(self, mark: str, row: int, draft: str = "") -> str:
        """Let the person type in this row."""
        self._stop()
        self.console.control(Control.move_to(0, row), Control.show_cursor(True))
        try:
            return self.read(mark, draft)
        finally:
            self.console.show_cursor(False)

    def _stop(self) -> None:
        """Keys are no longer read one by one."""
        if self.watched:
            self.pace.catch()
            self.live.close()
            self.watched = False


def block(view: View, prompt: TypedPrompt) -> list[Text]:
    """What was wrong or how it will be heard, the question, its options, and how to answer."""
    trouble = [Text(prompt.trouble, "yellow")] if prompt.trouble else []
    trouble += [Text.assemble(("heard as: ", "dim"), (prompt.heard, KEY))] if prompt.heard else []
    choice = [Text(" · ", "dim").join(_option(view, each) for each in prompt.options)] if prompt.options else []
    return [*trouble, Text(prompt.question, "bold"), *choice, Text(prompt.hint, "dim")]


def _option(view: View, option: Option) -> Text:
    name = player(view, option.value) if isinstance(option.value, int) else Text(safe(option.label))
    return Text.assemble((option.key, KEY), "\u00a0", name)
