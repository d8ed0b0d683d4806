"""How far a table has come with a game: facts one after another, each looked at, and steps when they are due."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from duskfall.core.facts import Ended, Fact, PhaseBegan
from duskfall.core.play.game import Game
from duskfall.core.play.state import NIGHT
from duskfall.core.view import View
from duskfall.room.game.pace import look
from duskfall.room.game.tasks import Stage, StepAhead
from duskfall.room.made.wish import Wish
from duskfall.table.hours import SecretSteps

Enter = Callable[[StepAhead], Stage]


class Showing:
    """What has been shown of a game, and when; the game itself may be ahead of it."""

    def __init__(self, game: Game, wish: Wish, now: Callable[[], float], enter: Enter) -> None:
        self.game, self.pace, self.now, self.enter = game, wish.pace, now, enter
        self.hours = SecretSteps(game, wish.clocks.hidden)
        self.public = View(0)
        self.moments: list[float] = []  # when each fact was shown
        self.safe = 0  # facts that are on disk
        self.ahead: deque[StepAhead] = deque()
        self.stepped = 0  # steps of the game that were looked at
        self.phases = 0  # nights and days among these
        self.stage = Stage()
        self.due = 0.0  # until when the last fact is looked at
        self.hurry = False
        self.heard = 0.0  # how long the words of the next speech have been read already

    @property
    def shown(self) -> int:
        """How many facts the table has been shown."""
        return len(self.moments)

    def look_ahead(self) -> None:
        """Note the steps that the game has begun since."""
        rules = self.game.plan.rules
        for number, (phase, place, facts) in enumerate(self.game.path[self.stepped :], self.stepped):
            step = (rules.night if phase == NIGHT else rules.day)[place]
            self.phases += number == 0 or self.game.path[number - 1][0] != phase
            self.ahead.append(StepAhead(number, facts, self.hours.length(step, self.game), step, self.phases))
        self.stepped = len(self.game.path)

    def show(self) -> float | None:
        """Show what is due; the moment of the next, None: all is shown."""
        now = self.now()
        while now >= self.due:
            if self.ahead and self.ahead[0].facts <= self.shown:
                if now < self.stage.ends:
                    return self.stage.ends
                self.stage = self.enter(self.ahead[0])  # which may fail, as disks do
                self.ahead.popleft()
            elif self.shown == self.safe:
                return None
            else:
                fact = self.game.facts[self.shown]
                if now < self.stage.ends and isinstance(fact, PhaseBegan | Ended):
                    return self.stage.ends
                self._reveal(fact)
        return self.due

    def _reveal(self, fact: Fact) -> None:
        now = self.now()
        self.moments.append(now)
        self.public.take(fact)
        seconds = look(fact, self.pace)
        self.due = now if self.hurry else now + max(0.0, seconds - self.heard)
        self.heard = 0.0

    def go_on(self, step: int, timed: Callable[[], bool]) -> None:
        """After a restart: all is told at once, up to the hidden step in which the table was, or the next one."""
        while self.ahead:
            self._catch_up(self.ahead[0].facts)
            if self.ahead[0].number >= step and self.ahead[0].length and timed():
                break
            self.stage = self.ahead.popleft().stage(self.now(), False, frozenset())
        else:
            self._catch_up(self.safe)
        self.due = self.now()

    def _catch_up(self, facts: int) -> None:
        for fact in self.game.facts[self.shown : facts]:
            self._reveal(fact)
