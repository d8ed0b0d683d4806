"""The full-screen replay of a record: runs, pauses, steps back, jumps to phases, and switches the viewer."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from rich.console import Console

from duskfall.terminal.reel import Reel
from duskfall.terminal.scroll import Scroll
from duskfall.terminal.stage.console import draw, screen
from duskfall.terminal.stage.keys import END, HOME, LEFT, RIGHT, Keys
from duskfall.terminal.stage.pace import HELP, LEGEND, MOMENT, QUIT, TICK, Presses, changed, note
from duskfall.terminal.stage.pauses import HEADING

FOOTER = "space run  → ← step  n p phase  g go to  v view  + - speed  ? help  q quit"
MORE = f"Home End   {LEGEND}"
PROMPTS = "m what a model was sent   "
NO_PROMPT = "no model that you may look at was asked anything yet"
Prompts = Callable[[int | None, int], str]
"""A function that returns the last prompt a viewer may see, up to the event of an index; empty if there is none."""
ENTERS, RUBS = ("\r", "\n"), ("\x7f", "\b")


class Replay:
    """A full-screen replay that is controlled by keys."""

    def __init__(
        self, console: Console, reel: Reel, speed: float, keys: Presses, clock: Callable[[], float] = time.monotonic,
        *, viewers: Sequence[int | None] = (), sent: Prompts | None = None,
    ) -> None:  # fmt: skip
        self.sent = sent
        self.leaf: Scroll | None = None  # the prompt of a model, while it is shown
        self.console, self.reel, self.speed, self.keys, self.clock = console, reel, speed, keys, clock
        self.viewers = viewers or (None, *range(len(reel.stage.view.names) + 1))  # the viewers to choose from
        self.running, self.typed = True, ""  # `typed`: the phase being typed after `g`, behind a colon
        self.helps, self.trouble = False, ""  # what the footer shows instead of the list of keys
        self.commands: dict[str, Callable[[], None]] = {
            " ": self._toggle, ".": self._step, RIGHT: self._step, ",": self._back, LEFT: self._back,
            "n": lambda: self._jump(self.reel.next_phase), "p": lambda: self._jump(self.reel.last_phase),
            HOME: lambda: self._jump(self.reel.to_start), END: lambda: self._jump(self.reel.to_end),
            "g": self._ask_place, "v": self._next_view, "m": self._read, HELP: self._help,
        }  # fmt: skip

    def show(self) -> None:
        """Run the replay until the user quits; without a keyboard, until the end."""
        pause = 0.0
        while not (self.reel.at_end and not self.keys.present):
            self.draw()
            key = self._wait(pause)
            if key in QUIT and not self.typed and not self.leaf:
                return
            if key:
                self._press(key)
                pause = HEADING
            elif self.running:
                pause = self.reel.forward()
                self.running = not self.reel.at_end or not self.keys.present

    def _wait(self, pause: float) -> str:
        """Return the next key, or an empty string when it is time for the next step."""
        left = pause / self.speed if self.speed else 0.0
        size = self.console.size
        while not self.running or left > MOMENT:
            began = self.clock()
            key = self.keys.get(TICK if not self.running else min(TICK, left))
            left -= self.clock() - began
            if key:
                return key
            if self.console.size != size:
                size = self.console.size
                self.draw()
        return self.keys.get(0) if self.keys.present else ""

    def _press(self, key: str) -> None:
        self.trouble = ""
        if self.leaf:
            self._turn(self.leaf, key)
        elif self.typed:
            self._type(key)
        elif key in self.commands:
            self.commands[key]()
        else:
            self.speed = changed(self.speed, key)

    def _toggle(self) -> None:
        self.running = not self.running and not self.reel.at_end

    def _step(self) -> None:
        self.running = False
        self.reel.forward()

    def _back(self) -> None:
        self.running = False
        self.reel.back()

    def _jump(self, jump: Callable[[], None]) -> None:
        jump()
        self.running = self.running and not self.reel.at_end

    def _next_view(self) -> None:
        after = self.viewers.index(self.reel.seat) + 1
        self.reel = self.reel.seen_by(self.viewers[after % len(self.viewers)])

    def _ask_place(self) -> None:
        self.typed, self.running = ":", False

    def _type(self, key: str) -> None:
        """Handle a key while the user types the phase to go to."""
        if key in ENTERS:
            self._go_to(self.typed[1:].lower())
            self.typed = ""
        elif key in RUBS:
            self.typed = self.typed[:-1]
        elif key.isalnum() and len(key) == 1:
            self.typed += key
        else:
            self.typed = ""

    def _go_to(self, phase: str) -> None:
        if phase in self.reel.phases:
            self.reel.to(self.reel.phases[phase])
        elif phase:
            self.trouble = f"there is no {phase}: {self._places()}"

    def _places(self) -> str:
        return f"one of {' '.join(self.reel.phases)}"

    def _read(self) -> None:
        """Show what a model was last sent, if the current viewer may see it."""
        self.running = False
        text = self.sent(self.reel.seat, self.reel.moment) if self.sent else ""
        self.leaf, self.trouble = (Scroll(text), "") if text else (None, NO_PROMPT)

    def _turn(self, leaf: Scroll, key: str) -> None:
        leaf.press(key)
        self.leaf = None if key in (*QUIT, "m") else leaf

    def _help(self) -> None:
        self.helps = not self.helps

    def draw(self) -> None:
        """Draw the current screen."""
        width, height = self.console.size
        if self.leaf:
            draw(self.console, self.leaf.picture(width, height))
            return
        right = "the end" if self.reel.at_end else note(self.speed, not self.running)
        draw(self.console, self.reel.stage.frame(width, height, right, self._footer()))

    def _footer(self) -> str:
        if self.typed:
            return f"go to {self.typed[1:]}▁   ({self._places()}, then Enter)"
        if not self.keys.present:
            return ""
        return self.trouble or (f"{PROMPTS * (self.sent is not None)}{MORE}" if self.helps else FOOTER)


def replay(
    console: Console, reel: Reel, speed: float, viewers: Sequence[int | None], sent: Prompts | None = None
) -> Reel:
    """Replay a record on the full screen, for any of `viewers`; return the reel where the user left it."""
    with Keys() as keys, screen(console):
        viewer = Replay(console, reel, speed, keys, viewers=viewers, sent=sent)
        viewer.show()
        return viewer.reel
