"""A game as plain lines, for pipes: the transcript of one view, printed as it comes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence

from duskfall.core.facts import Ended, Fact, PhaseBegan
from duskfall.core.game import Game
from duskfall.core.view import visible
from duskfall.show.reading import reading
from duskfall.tell.lines import transcript


def plain_lines(facts: Iterable[Fact], names: Sequence[str], seat: int | None) -> Iterator[str]:
    """The transcript with room before each phase; how it ended is for the ending to tell."""
    for fact in facts:
        if isinstance(fact, Ended):
            continue
        if isinstance(fact, PhaseBegan) and visible(fact, seat):
            yield ""
        yield from transcript([fact], names, seat)


def say(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)


class Printer:
    """Follows a game for one viewer and prints it; None is the moderator, 0 the public."""

    def __init__(
        self, seat: int | None, speed: float = 0, *, out: Callable[[str], None] = say,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:  # fmt: skip
        self.seat, self.speed, self.out, self.sleep = seat, speed, out, sleep
        self.facts: list[Fact] = []
        self.printed = 0

    def __call__(self, game: Game) -> None:
        """Print what has happened since the last call; an undo is told by its own line."""
        if game.facts is not self.facts:
            self.printed = len(game.facts) - 1 if self.facts else 0
            self.facts = game.facts
        for line in plain_lines(game.facts[self.printed :], game.names, self.seat):
            self.out(line)
            if self.speed:
                self.sleep(reading(line) / self.speed)
        self.printed = len(game.facts)
