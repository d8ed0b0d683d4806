"""A game as plain lines, for pipes: the transcript of one view, printed as it comes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from duskfall.core.facts import Ended, Fact, PhaseBegan, Skipped
from duskfall.core.play.game import Game
from duskfall.core.view import visible
from duskfall.tell.facts.lines import passing, transcript
from duskfall.terminal.stage.pauses import reading


def plain_lines(facts: Iterable[Fact], names: Sequence[str], seat: int | None) -> Iterator[str]:
    """The transcript with room before each phase; how it ended is for the ending to tell.

    Those who pass one after another share a line.
    """
    seen = (fact for fact in facts if visible(fact, seat) and not isinstance(fact, Ended))
    for passed, run in groupby(seen, key=_passed):
        together = list(run)
        if passed and len(together) > 1:
            yield passing([fact for fact in together if isinstance(fact, Skipped)], names, seat)
            continue
        for fact in together:
            if isinstance(fact, PhaseBegan):
                yield ""
            yield from transcript([fact], names, seat)


def _passed(fact: Fact) -> tuple[int, str] | None:
    """What passes must share to be told together."""
    return (fact.to, fact.part) if isinstance(fact, Skipped) else None


def say(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)


class Printer:
    """Follows a game for one viewer and prints it; None is the moderator, 0 the public."""

    def __init__(
        self, seat: int | None, speed: float = 0, *, out: Callable[[str], None] = say,
        sleep: Callable[[float], None] = time.sleep, clock: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self.seat, self.speed, self.out, self.sleep, self.clock = seat, speed, out, sleep, clock
        self.facts: list[Fact] = []
        self.printed = 0
        self.next = 0.0  # when the last line has been read

    def __call__(self, game: Game) -> None:
        """Print what has happened since the last call; an undo is told by its own line."""
        if game.facts is not self.facts:
            self.printed = len(game.facts) - 1 if self.facts else 0
            self.facts = game.facts
        ready = self._ready()
        for line in plain_lines(game.facts[self.printed : ready], game.names, self.seat):
            self._print(line)
        self.printed = ready

    def _print(self, line: str) -> None:
        """Print a line when the last one has been read, however long players took meanwhile."""
        if self.speed and self.clock() < self.next:
            self.sleep(self.next - self.clock())
        self.out(line)
        self.next = self.clock() + (reading(line) / self.speed if self.speed else 0)

    def _ready(self) -> int:
        """Up to where the facts can be printed: whoever passed last may not be the last to pass."""
        end = len(self.facts)
        while end > self.printed and self._may_go_on(self.facts[end - 1]):
            end -= 1
        return end

    def _may_go_on(self, fact: Fact) -> bool:
        return isinstance(fact, Skipped) or not visible(fact, self.seat)
