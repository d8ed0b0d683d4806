"""A running game on the full screen: a listener that shows events step by step, with pauses to read them.

A step (code: beat) is one change of the screen.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from rich.console import Console

from duskfall.core.ask import Ask
from duskfall.core.facts import Fact
from duskfall.core.play.game import Game
from duskfall.core.play.talk import SAY
from duskfall.study.sight import audible, counted
from duskfall.tell.text import spaced
from duskfall.terminal.plain import no_trouble
from duskfall.terminal.stage.console import draw, screen
from duskfall.terminal.stage.keys import Keys
from duskfall.terminal.stage.pace import Pace
from duskfall.terminal.stage.pauses import HEADING, LAST_LOOK
from duskfall.terminal.stage.stage import Stage

REFRESH = 1 / 30  # seconds between two drawings without pauses; more would not be visible


class Watch:
    """A listener that shows a game to one viewer; None is the moderator, 0 the public.

    A step stays on the screen until its pause is over and the next step exists. Time that players take in secret counts
    as part of the pause, so it doesn't make pauses longer.
    """

    def __init__(
        self, console: Console, seat: int | None, pace: Pace, resumed: bool = False,
        trouble: Callable[[int], str] = no_trouble,
    ) -> None:  # fmt: skip
        """`trouble` returns why a seat's answer is late; only the moderator sees it, as it may repeat a prompt."""
        self.trouble = trouble
        self.console, self.seat, self.pace, self.resumed = console, seat, pace, resumed
        self.stage, self.ahead = Stage(seat), Stage(seat)  # `ahead` runs first, to find the steps to come
        self.facts: list[Fact] = []
        self.taken, self.drawn = 0, 0.0
        self.pause, self.shown = 0.0, pace.clock()  # the pause of the current step, and when it was shown
        self.picture: tuple[object, ...] = ()  # what the last drawing depended on besides the stage
        self.waits, self.stale = False, False  # whether the table waited for the last answer; whether a drawing is due
        self.began = 0.0  # when the current speech was first heard; 0: nobody is speaking
        self.counted: tuple[str, ...] = ()  # lines of a speech that are passes or votes, and aren't shown

    def __call__(self, game: Game) -> None:
        """Show the events since the last call, with pauses; events from before a resume are shown at once."""
        if game.facts is not self.facts:
            self._catch_up(game)
        for fact in game.facts[self.taken :]:
            self.taken += 1
            beats = self.stage.take(fact)
            for pause in list(self.ahead.take(fact)):
                self._rest()
                next(beats)
                self._show(pause)
                self.pause, self.shown = pause, self.began or self.pace.clock()
            next(beats, None)
        self.began, self.waits = 0.0, False

    def hear(self, ask: Ask, words: str) -> None:
        """Show who is asked and the words of a speech so far, once the current step has been on the screen long enough.

        Called while the table waits for a player. Only the moderator sees who is asked for anything but public speech.
        """
        self.waits = True
        self.pace.rest(0, self.redraw)
        looked = not self.pace.speed or (self.pace.clock() - self.shown) * self.pace.speed >= self.pause
        if looked and (self.seat is None or ask.verb == SAY):  # everybody knows whose turn it is to speak to all
            words = words if self.seat is None else audible(words, self.counted)
            self.began = self.began or (self.pace.clock() if words else 0.0)
            asked = words if ask.speech else spaced(ask.verb)
            why = self.trouble(ask.seat) if self.seat is None else ""
            murmur = ask.seat, f"{asked} ({why})".strip() if why else asked
            self.stale = self.stale or self.stage.murmur != murmur
            self.stage.murmur = murmur
        if self.stale:
            self.draw()

    def _rest(self) -> None:
        """Wait until the current step has been on the screen long enough."""
        if self.pause:
            self.pace.rest(self.pause, self.redraw, self.shown)
            self.pause = 0.0

    def _catch_up(self, game: Game) -> None:
        self.facts, self.taken, self.counted = game.facts, 0, counted(game.plan.rules)
        self.stage, self.ahead = Stage(self.seat), Stage(self.seat)
        if game.log or self.resumed:
            self.taken = len(game.facts)
            for stage in (self.stage, self.ahead):
                deque(stage.run(game.facts), maxlen=0)
            self.draw()
            self.pause, self.shown = HEADING, self.pace.clock()

    def finish(self) -> None:
        """Leave the last screen for a moment; Ctrl-C or q ends it early without stopping the program."""
        self.draw()
        with suppress(KeyboardInterrupt):
            self._rest()
            self.pace.rest(LAST_LOOK, self.redraw)

    def _show(self, pause: float) -> None:
        """Draw now, or, without pauses, at most every `REFRESH` seconds; while the table waits, `hear` draws later."""
        if (self.pace.speed and pause) or self.pace.paused:
            self.draw()
        elif self.waits:
            self.stale = True
        elif time.monotonic() - self.drawn >= REFRESH:
            self.draw()

    def redraw(self) -> None:
        """Draw again if a key or a new window size has changed the screen."""
        if self._around() != self.picture:
            self.draw()

    def draw(self) -> None:
        """Draw the current screen."""
        self.picture = size, note, footer = self._around()
        draw(self.console, self.stage.frame(*size, note, footer))
        self.drawn, self.stale = time.monotonic(), False

    def _around(self) -> tuple[tuple[int, int], str, str]:
        width, height = self.console.size
        return (width, height), self.pace.note, self.pace.footer


@contextmanager
def watching(
    console: Console, seat: int | None, speed: float, resumed: bool = False,
    trouble: Callable[[int], str] = no_trouble,
) -> Iterator[Watch]:  # fmt: skip
    """Yield a `Watch` on the alternate screen with keys; the terminal is restored in any case."""
    with Keys() as keys, screen(console):
        yield Watch(console, seat, Pace(speed, keys), resumed, trouble)
