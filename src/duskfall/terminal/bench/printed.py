"""Printed output to people who play, for pipes and terminals without a full screen."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from duskfall.core.facts import Fact
from duskfall.core.view import View
from duskfall.players.person.terminal import TypedPrompt
from duskfall.study.phases import begun
from duskfall.tell.text import safe
from duskfall.terminal.bench.full_screen import IDLE, WIPE
from duskfall.terminal.bench.keyboard import MARK, Read, at_terminal, handing, offer
from duskfall.terminal.plain import Tale, plain_lines
from duskfall.terminal.stage.console import is_screen


class PrintedFront:
    """Printed output to the people at this terminal; implements `Front`. In a pipe, nothing waits for Enter."""

    def __init__(self, console: Console, read: Read) -> None:
        self.console, self.read = console, read
        self.tales: dict[int, Tale] = {}  # transcripts by viewer

    def tell(self, view: View, news: Sequence[Fact], quick: bool) -> None:
        """Print the lines of new events; there are no pauses."""
        tale = self.tales.setdefault(view.seat or 0, Tale(view.seat))
        self._print(*tale.lines(news, view.names))

    def ask(self, view: View, prompt: TypedPrompt) -> str:
        """Print a question and return the line that was typed; input from a pipe is printed, too."""
        options = " · ".join(f"{each.key} {safe(each.label)}" for each in prompt.options)
        heard = f"heard as: {prompt.heard}" if prompt.heard else ""
        self._print("", *filter(None, (prompt.trouble, heard, prompt.question, options, f"({prompt.hint})")))
        offer(prompt.completed)
        line = self.read(MARK, prompt.draft)
        if not at_terminal():
            self._print(safe(line))
        return line

    def page(self, view: View, lines: Sequence[str]) -> None:
        """Print the lines."""
        self._print("", *lines)

    def idle(self, view: View) -> None:
        """Print that there is nothing to do; at a terminal, wait for Enter."""
        self._print("", IDLE)
        self._wait()

    def hand_over(self, name: str) -> None:
        """Print a separator and the handover message; at a terminal, clear the screen first and wait for Enter."""
        self._wipe()
        self._print("", "─" * 60, handing(name))
        self._wait()

    def cover(self, view: View) -> None:
        """Clear a terminal and print the public events of this phase again; print nothing in a pipe."""
        if at_terminal():
            self._wipe()
            self._print(*plain_lines(view.facts, view.names, view.seat, max(0, begun(view.facts)[0])))

    def close(self) -> None:
        """Do nothing: the terminal was not changed."""

    def _wait(self) -> None:
        if at_terminal():
            self.read("")

    def _wipe(self) -> None:
        if at_terminal():
            self.console.file.write(WIPE if is_screen(self.console) else "\n" * self.console.height)

    def _print(self, *lines: str) -> None:
        if lines:
            self.console.print(Text("\n".join(lines)), soft_wrap=True)
