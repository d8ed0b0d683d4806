"""The desk at which people play: who has the keyboard, and whose view is in sight."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Protocol

from rich.console import Console
from rich.text import Text

from duskfall.core.facts import Fact
from duskfall.core.game import Game
from duskfall.core.view import View
from duskfall.players.terminal import Human, Prompt, deal
from duskfall.show.desk_screen import Screen
from duskfall.show.plain import plain_lines
from duskfall.show.typing import MARK, Read, get_ready, handing, typed_line
from duskfall.table.run import Eyes
from duskfall.tell.text import safe

PUBLIC = 0


class Face(Protocol):
    """How a desk looks: a whole screen, or lines one under the other."""

    def tell(self, view: View, news: Sequence[Fact], quick: bool) -> None:
        """The view is in sight from now on, and these facts are new to it; quick: without pauses."""
        ...

    def ask(self, view: View, prompt: Prompt) -> str:
        """Put a question; the line that was typed."""
        ...

    def page(self, view: View, lines: Sequence[str]) -> None:
        """Give something to read."""
        ...

    def hand_over(self, name: str) -> None:
        """Somebody else takes the keyboard, and nothing of the former stays in sight."""
        ...

    def close(self) -> None:
        """Give the terminal back."""
        ...


class Desk:
    """One terminal and the people at it: one sees their view as it grows, several the public's until their turn."""

    def __init__(
        self, console: Console, plain: bool, speed: float, seats: Sequence[int] = (), read: Read = typed_line
    ) -> None:
        get_ready()
        self.face: Face = Lines(console, read) if plain else Screen(console, speed, read)
        self.seats = tuple(seats)  # of the people here; without them, each is known from their first turn on
        self.people = 0
        self.eyes = Eyes()
        self.told: dict[int, int] = {}  # by viewer: how many facts of the view were shown
        self.holder = PUBLIC  # who has the keyboard
        self.private = False  # whether somebody's own view is in sight

    def player(self, seed: int) -> Human:
        """Somebody who plays here."""
        self.people += 1
        return Human(self)

    def __call__(self, game: Game) -> None:
        """Show what has happened; what was there before a resumed game went on is not staged again."""
        view = self.eyes.of(self._viewer(), game)
        if view.seat == PUBLIC and len(view.facts) > self.told.get(PUBLIC, 0):
            self.holder = PUBLIC  # the others look now
        if self.private and view.seat == PUBLIC:
            self.face.tell(view, [], quick=True)
        self.private = False
        self._news(view, quick=bool(game.log) and view.seat not in self.told)

    def turn(self, view: View) -> None:
        """Hand the keyboard over if somebody else had it; show what is new to this seat."""
        seat = view.seat or PUBLIC
        if self._several() and seat != self.holder:
            self.face.hand_over(safe(view.names[seat - 1]))
        self.holder, self.private = seat, True
        if not self._several():
            self.seats = (seat,)
        self._news(view, quick=True)

    def ask(self, view: View, prompt: Prompt) -> str:
        """Put a question; the line that was typed."""
        return self.face.ask(view, prompt)

    def page(self, view: View, lines: Sequence[str]) -> None:
        """Give something to read."""
        self.face.page(view, lines)

    def close(self) -> None:
        """Give the terminal back."""
        self.face.close()

    def _several(self) -> bool:
        return max(self.people, len(self.seats)) > 1

    def _viewer(self) -> int:
        return PUBLIC if self._several() or not self.seats else self.seats[0]

    def _news(self, view: View, quick: bool) -> None:
        viewer = view.seat or PUBLIC
        first, news = viewer not in self.told, view.facts[self.told.get(viewer, 0) :]
        self.told[viewer] = len(view.facts)
        if news:
            self.face.tell(view, news, quick)
        if first and viewer:
            self.face.page(view, deal(view))


class Lines:
    """The desk without a screen: everything is printed, one line under the other."""

    def __init__(self, console: Console, read: Read) -> None:
        self.console, self.read = console, read

    def tell(self, view: View, news: Sequence[Fact], quick: bool) -> None:
        """Print a line a fact."""
        self._print(*plain_lines(news, view.names, view.seat))

    def ask(self, view: View, prompt: Prompt) -> str:
        """Print the question and its options, read a line, and show it where no keyboard has."""
        options = " · ".join(f"{each.key} {safe(each.label)}" for each in prompt.options)
        self._print("", *filter(None, (prompt.trouble, prompt.question, options, f"({prompt.hint})")))
        line = self.read(MARK)
        if not (sys.stdin and sys.stdin.isatty()):
            self._print(safe(line))
        return line

    def page(self, view: View, lines: Sequence[str]) -> None:
        """Print the lines."""
        self._print("", *lines)

    def hand_over(self, name: str) -> None:
        """Print a line between the two."""
        self._print("", "─" * 60, handing(name))

    def close(self) -> None:
        """There is nothing to give back."""

    def _print(self, *lines: str) -> None:
        if lines:
            self.console.print(Text("\n".join(lines)), soft_wrap=True)
