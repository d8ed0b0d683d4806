"""A game watched at the terminal as it is played: a listener that stages what happened, beat by beat."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from rich.console import Console

from duskfall.core.ask import Ask
from duskfall.core.facts import Fact
from duskfall.core.play.game import Game
from duskfall.core.play.talk import SAY
from duskfall.study.sight import audible, counted
from duskfall.tell.text import spaced
from duskfall.terminal.stage.console import draw, screen
from duskfall.terminal.stage.keys import Keys
from duskfall.terminal.stage.pace import Pace
from duskfall.terminal.stage.pauses import HEADING, LAST_LOOK
from duskfall.terminal.stage.stage import Stage

REFRESH = 1 / 30  # seconds; without pauses no more pictures than the eye can see


class Watch:
    """Follows a game for one viewer; None is the moderator, 0 the public.

    A beat is left on the screen until the next one is there and it is time for it, so that what players do in
    secret meanwhile makes no pause longer.
    """

    def __init__(self, console: Console, seat: int | None, pace: Pace, resumed: bool = False) -> None:
        self.console, self.seat, self.pace, self.resumed = console, seat, pace, resumed
        self.stage, self.ahead = Stage(seat), Stage(seat)  # what is on the screen, and how many beats are to come
        self.facts: list[Fact] = []
        self.taken, self.drawn = 0, 0.0
        self.pause, self.shown = 0.0, pace.clock()  # of the beat that is on the screen
        self.picture: tuple[object, ...] = ()  # what the last drawing depended on, the stage aside
        self.waits, self.stale = False, False  # whether the table waited for the last answer; what is yet to be drawn
        self.began = 0.0  # when the first of the words came that are being spoken; 0: nobody is heard
        self.counted: tuple[str, ...] = ()  # what may be said and is not heard

    def __call__(self, game: Game) -> None:
        """Show what has happened since the last call; what was there before a game was resumed is not staged again."""
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
        """The table waits for somebody, who may be speaking; what is on the screen is looked at first."""
        self.waits = True
        self.pace.rest(0, self.redraw)
        looked = not self.pace.speed or (self.pace.clock() - self.shown) * self.pace.speed >= self.pause
        if looked and (self.seat is None or ask.verb == SAY):  # whose turn it is to speak to all, all know
            words = words if self.seat is None else audible(words, self.counted)
            self.began = self.began or (self.pace.clock() if words else 0.0)
            murmur = ask.seat, words if ask.speech else spaced(ask.verb)
            self.stale = self.stale or self.stage.murmur != murmur
            self.stage.murmur = murmur
        if self.stale:
            self.draw()

    def _rest(self) -> None:
        """Until what is on the screen has been looked at."""
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
        """Leave the last picture for a moment; whoever quits now has seen it all."""
        self.draw()
        with suppress(KeyboardInterrupt):
            self._rest()
            self.pace.rest(LAST_LOOK, self.redraw)

    def _show(self, pause: float) -> None:
        """Draw, but not more often than the eye can see; who waits for players from afar draws meanwhile."""
        if (self.pace.speed and pause) or self.pace.paused:
            self.draw()
        elif self.waits:
            self.stale = True
        elif time.monotonic() - self.drawn >= REFRESH:
            self.draw()

    def redraw(self) -> None:
        """Draw again if a key or the size of the window asks for it."""
        if self._around() != self.picture:
            self.draw()

    def draw(self) -> None:
        """The screen as it stands."""
        self.picture = size, note, footer = self._around()
        draw(self.console, self.stage.frame(*size, note, footer))
        self.drawn, self.stale = time.monotonic(), False

    def _around(self) -> tuple[tuple[int, int], str, str]:
        width, height = self.console.size
        return (width, height), self.pace.note, self.pace.footer


@contextmanager
def watching(console: Console, seat: int | None, speed: float, resumed: bool = False) -> Iterator[Watch]:
    """A watch on the other screen, with keys; the terminal is given back whatever happens."""
    with Keys() as keys, screen(console):
        yield Watch(console, seat, Pace(speed, keys), resumed)
