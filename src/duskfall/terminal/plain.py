"""Plain output of a game, for pipes: the transcript of one view, printed while the game runs."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence

from duskfall.core.ask import Ask
from duskfall.core.facts import Ended, Fact, PhaseBegan, Said, Skipped
from duskfall.core.play.game import Game
from duskfall.core.play.talk import SAY
from duskfall.core.view import View, visible
from duskfall.study.talks import TalkRound, round_of
from duskfall.tell.facts.lines import last_lines, passing
from duskfall.tell.facts.talk_rounds import heading
from duskfall.tell.names import name
from duskfall.tell.text import safe
from duskfall.terminal.stage.pauses import reading

EVERY = 10  # seconds between two lines about waiting
SOON = 1  # seconds before a reason is told: most retries succeed at once


def plain_lines(facts: Iterable[Fact], names: Sequence[str], seat: int | None, since: int = 0) -> Iterator[str]:
    """Return the transcript lines of the events from index `since` on; earlier events only provide context."""
    known = list(facts)
    tale = Tale(seat)
    tale.skip(known[:since])
    return tale.lines(known[since:], names)


class Tale:
    """The growing transcript of one viewer, with a blank line before each phase and without the end of the game.

    The parts and rounds of a day's talk get headings, and players who pass in a row share a line. The result of the
    game is left to the summary.
    """

    def __init__(self, seat: int | None) -> None:
        self.seen = View(seat)
        self.round: TalkRound | None = None  # the last talk round that got a heading

    def skip(self, facts: Iterable[Fact]) -> None:
        """Add events to the view without printing them."""
        for fact in facts:
            if visible(fact, self.seen.seat):
                self._take(fact)

    def lines(self, facts: Iterable[Fact], names: Sequence[str]) -> Iterator[str]:
        """Yield the lines of the next events."""
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
        """Add an event to the view; return the heading of the talk part or round that begins with it, if any."""
        self.seen.take(fact)
        if isinstance(fact, PhaseBegan):
            self.round = None
        found = round_of(fact, self.seen) if isinstance(fact, Said | Skipped) else None
        if not found or found == self.round:
            return []
        self.round = found
        return [heading(found)]


def _passed(fact: Fact) -> tuple[int, str] | None:
    """Return what passes must have in common to share a line; None if the event isn't a pass."""
    return (fact.to, fact.part) if isinstance(fact, Skipped) else None


def say(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)


def say_waiting(line: str) -> None:
    """Print a line on the standard error: it is not part of the transcript."""
    print(line, file=sys.stderr, flush=True)


def no_trouble(seat: int) -> str:
    """Return an empty reason, for tables without models."""
    return ""


class Printer:
    """A listener that prints a game for one viewer; None is the moderator, 0 the public."""

    def __init__(
        self, seat: int | None, speed: float = 0, *, out: Callable[[str], None] = say,
        sleep: Callable[[float], None] = time.sleep, clock: Callable[[], float] = time.monotonic,
        trouble: Callable[[int], str] = no_trouble, tell: Callable[[str], None] = say_waiting,
    ) -> None:  # fmt: skip
        """`trouble` returns why a seat's answer is late, and `tell` prints lines about waiting."""
        self.seat, self.speed, self.out, self.sleep, self.clock = seat, speed, out, sleep, clock
        self.trouble, self.tell = trouble, tell
        self.waited: Ask | None = None  # the question that the table waits for
        self.since = self.due = 0.0  # when the wait began, and when its next line is due
        self.told_why = False
        self.facts: list[Fact] = []
        self.names: Sequence[str] = ()
        self.tale = Tale(seat)
        self.printed = 0
        self.next = 0.0  # the time at which the last line has been read

    def __call__(self, game: Game) -> None:
        """Print the events since the last call; after an undo, only the line that reports it."""
        self.names = game.names
        if game.facts is not self.facts:
            self.printed = len(game.facts) - 1 if self.facts else 0
            self.facts, self.tale = game.facts, Tale(self.seat)
            self.tale.skip(game.facts[: self.printed])
        ready = self._ready()
        for line in self.tale.lines(game.facts[self.printed : ready], game.names):
            self._print(line)
        self.printed = ready

    def hear(self, ask: Ask, words: str) -> None:
        """Tell every ten seconds whom the table waits for, and the reason as soon as there is one.

        Only the moderator is told about anything but public speech, and about reasons: they may repeat a prompt.
        """
        now = self.clock()
        if ask != self.waited:
            self.waited, self.since, self.due, self.told_why = ask, now, now + EVERY, False
        if self.seat is not None and ask.verb != SAY:
            return
        why = self.trouble(ask.seat) if self.seat is None else ""
        if now < self.due and (not why or self.told_why or now < self.since + SOON):
            return
        self.due, self.told_why = now + EVERY, bool(why)
        reason = f" ({why})" if why else ""
        self.tell(safe(f"Waiting for {name(ask.seat, self.names)} for {now - self.since:.0f} s{reason}."))

    def _print(self, line: str) -> None:
        """Print a line once the previous one has been read; time that players took counts as reading time."""
        if self.speed and self.clock() < self.next:
            self.sleep(self.next - self.clock())
        self.out(line)
        self.next = self.clock() + (reading(line) / self.speed if self.speed else 0)

    def _ready(self) -> int:
        """Return how many events can be printed: passes at the end are held back, as more may join their line."""
        end = len(self.facts)
        while end > self.printed and self._may_go_on(self.facts[end - 1]):
            end -= 1
        return end

    def _may_go_on(self, fact: Fact) -> bool:
        return isinstance(fact, Skipped) or not visible(fact, self.seat)
