"""A game as plain lines, for pipes: the transcript of one view, printed as it comes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence

from duskfall.core.facts import Ended, Fact, PhaseBegan, Said, Skipped
from duskfall.core.play.game import Game
from duskfall.core.view import View, visible
from duskfall.study.talks import TalkRound, round_of
from duskfall.tell.facts.lines import last_lines, passing
from duskfall.tell.facts.talk_rounds import heading
from duskfall.terminal.stage.pauses import reading


def plain_lines(facts: Iterable[Fact], names: Sequence[str], seat: int | None, since: int = 0) -> Iterator[str]:
    """The lines of these facts from a place on; those before are known already."""
    known = list(facts)
    tale = Tale(seat)
    tale.skip(known[:since])
    return tale.lines(known[since:], names)


class Tale:
    """The transcript for one viewer as it grows, with room before each phase; how it ended is for the ending to tell.

    The parts and rounds of a day's talk are announced, and those who pass one after another share a line.
    """

    def __init__(self, seat: int | None) -> None:
        self.seen = View(seat)
        self.round: TalkRound | None = None  # of the day's talk, as it was announced last

    def skip(self, facts: Iterable[Fact]) -> None:
        """These are known."""
        for fact in facts:
            if visible(fact, self.seen.seat):
                self._take(fact)

    def lines(self, facts: Iterable[Fact], names: Sequence[str]) -> Iterator[str]:
        """What is to be told of the next facts."""
        passed: list[Skipped] = []
        for fact in facts:
            if not visible(fact, self.seen.seat) or isinstance(fact, Ended):
                continue
            announced = self._take(fact)
            if passed and (announced or _passed(passed[-1]) != _passed(fact)):
                yield passing(passed, names, self.seen.seat)
                passed = []
            yield from announced
            if isinstance(fact, Skipped):
                passed.append(fact)
                continue
            if isinstance(fact, PhaseBegan):
                yield ""
            yield from last_lines(self.seen, names)
        if passed:
            yield passing(passed, names, self.seen.seat)

    def _take(self, fact: Fact) -> list[str]:
        """See a fact; the part of the talk, or the round of it, that begins with it."""
        self.seen.take(fact)
        if isinstance(fact, PhaseBegan):
            self.round = None
        found = round_of(fact, self.seen) if isinstance(fact, Said | Skipped) else None
        if not found or found == self.round:
            return []
        self.round = found
        return [heading(found)]


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
        self.tale = Tale(seat)
        self.printed = 0
        self.next = 0.0  # when the last line has been read

    def __call__(self, game: Game) -> None:
        """Print what has happened since the last call; an undo is told by its own line."""
        if game.facts is not self.facts:
            self.printed = len(game.facts) - 1 if self.facts else 0
            self.facts, self.tale = game.facts, Tale(self.seat)
            self.tale.skip(game.facts[: self.printed])
        ready = self._ready()
        for line in self.tale.lines(game.facts[self.printed : ready], game.names):
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
