"""A player in another process at the table: it is told what its seat may know, asked, and ended with its game."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from concurrent.futures import Future, wait

from duskfall.core.ask import Ask
from duskfall.core.view import View
from duskfall.players.foreign import ends
from duskfall.players.foreign.kinds import Foreign, read_foreign, ready
from duskfall.players.foreign.letters import Letters
from duskfall.players.foreign.line import Came, ProgramLine
from duskfall.players.llm.accounts.ledger import OK, Call
from duskfall.players.llm.calls import TIMEOUT, Usage

LATE = Came(outcome=TIMEOUT, why="the step was over before it answered")


class Reply:
    """An answer that is on its way; who fails gives none."""

    words = ""  # a speech comes in one piece

    def __init__(self, future: Future[Came]) -> None:
        self.future = future

    def done(self) -> bool:
        """Whether it is there."""
        return self.future.done()

    def wait(self, seconds: float) -> None:
        """Until the answer is there, but not longer than this."""
        wait((self.future,), seconds)

    def result(self) -> object:
        """The answer, None if it failed."""
        return self.future.result().answer

    def cancel(self) -> None:
        """It is no longer wanted."""
        self.future.cancel()

    @property
    def came(self) -> Came:
        """What became of it, once the table has gone on."""
        return self.future.result() if self.future.done() and not self.future.cancelled() else LATE


class ForeignPlayer:
    """A player in another process; the first question begins it."""

    blind = False

    def __init__(self, foreign: Foreign, seed: int) -> None:
        self.foreign, self.letters = foreign, Letters(foreign, seed)
        self.foreign_calls: list[Call] = []  # what became of each question
        self.line: ProgramLine | None = None
        self.out: dict[int, Reply] = {}

    def begin(self, ask: Ask, view: View) -> Reply:
        """Put the question; the answer is on its way."""
        if self.line is None:
            self.line = ProgramLine(self.foreign)
            weakref.finalize(self, self.line.end)
        letter = self.letters.ask(ask, view)
        self.out[ask.number] = reply = Reply(self.line.ask(letter, ask.number))
        return reply

    def recall(self, ask: Ask, view: View, answer: object) -> None:
        """The answer was recorded; one that was given before the game was resumed is told to the new process."""
        reply = self.out.pop(ask.number, None)
        if reply is None:
            self.letters.recall(ask, view, answer)
            return
        came = reply.came
        self.foreign_calls.append(
            Call(
                ask.seat, ask.number, ask.verb, 1, self.foreign.kind, came.outcome, came.why, came.seconds,
                usage=Usage(), cost=0.0, silent=came.outcome != OK,
            )
        )  # fmt: skip

    def answer(self, ask: Ask, view: View) -> object:
        """The answer, waited for; None if it failed."""
        found = self.begin(ask, view).result()
        self.recall(ask, view, found)
        return found

    def leave(self, view: View) -> None:
        """The game is over, which it is told, or is left: its process ends."""
        if self.line:
            self.line.end(self.letters.over(view))

    def reach(self) -> None:
        """Raises PlayerError if there is nobody to be asked."""
        ends.reach(self.foreign)


def maker(kind: str) -> Callable[[int], ForeignPlayer]:
    """What makes players of this kind."""
    foreign = read_foreign(kind)

    def make(seed: int) -> ForeignPlayer:
        ready(foreign)
        return ForeignPlayer(foreign, seed)

    return make
