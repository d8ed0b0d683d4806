"""The bench without a screen: everything is printed, one line under the other."""

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
    """The face of a bench at a pipe or a terminal that only prints; who shares a terminal is waited for."""

    def __init__(self, console: Console, read: Read) -> None:
        self.console, self.read = console, read
        self.tales: dict[int, Tale] = {}  # by viewer

    def tell(self, view: View, news: Sequence[Fact], quick: bool) -> None:
        """Print a line a fact."""
        tale = self.tales.setdefault(view.seat or 0, Tale(view.seat))
        self._print(*tale.lines(news, view.names))

    def ask(self, view: View, prompt: TypedPrompt) -> str:
        """Print the question and its options, read a line, and show it where no keyboard has."""
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
        """Print that there is nothing to do; at a terminal, wait."""
        self._print("", IDLE)
        self._wait()

    def hand_over(self, name: str) -> None:
        """Print a line between the two; at a terminal, take what there was out of sight and wait."""
        self._wipe()
        self._print("", "─" * 60, handing(name))
        self._wait()

    def cover(self, view: View) -> None:
        """At a terminal, print again what all know of this phase, and nothing else."""
        if at_terminal():
            self._wipe()
            self._print(*plain_lines(view.facts, view.names, view.seat, max(0, begun(view.facts)[0])))

    def close(self) -> None:
        """There is nothing to give back."""

    def _wait(self) -> None:
        if at_terminal():
            self.read("")

    def _wipe(self) -> None:
        if at_terminal():
            self.console.file.write(WIPE if is_screen(self.console) else "\n" * self.console.height)

    def _print(self, *lines: str) -> None:
        if lines:
            self.console.print(Text("\n".join(lines)), soft_wrap=True)
