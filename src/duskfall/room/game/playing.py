"""A game at the table: what is shown of it when, who is asked, and how long they are waited for.

The game runs ahead of what is shown by one answer at most. Whoever is asked at once answers in the asks' own order, so
that nothing depends on who was faster. A hidden step lasts as long as the deck, the house rules and the clocks say.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from duskfall.core.ask import Ask
from duskfall.core.facts import Ended, Fact, PhaseBegan
from duskfall.core.play.game import Game
from duskfall.core.play.state import NIGHT
from duskfall.core.view import View
from duskfall.players.base import HUMAN
from duskfall.room.game.answers import read_answer
from duskfall.room.people.chairs import AWAY, Chairs
from duskfall.room.game.fillers import Fillers
from duskfall.room.game.pace import look
from duskfall.room.game.tasks import WAIT, Stage, StepAhead
from duskfall.room.made.wish import Wish
from duskfall.study.sight import audible, counted
from duskfall.table.eyes import Eyes
from duskfall.table.hours import SecretSteps
from duskfall.table.kept.journal import Journal

AT_ONCE = -1.0  # no moment: there is more to do now
ALONE = 3  # so many times as long is the only person among bots waited for
Keep = Callable[[Mapping[str, object]], None]
AnswerKey = tuple[int, int, str]  # seat, number of the question, act


@dataclass(slots=True)
class Question:
    """What is asked now, of one or of several at once, and since when."""

    asks: tuple[Ask, ...]
    opened: float


class Playing:
    """A game, its players, and how far the table has come with it."""

    def __init__(
        self, number: int, game: Game, journal: Journal, wish: Wish, chairs: Chairs, fillers: Fillers,
        now: Callable[[], float], keep: Keep,
    ) -> None:  # fmt: skip
        self.number, self.game, self.journal, self.wish, self.chairs = number, game, journal, wish, chairs
        self.fillers, self.now, self.keep = fillers, now, keep
        self.hours = SecretSteps(game, wish.clocks.hidden)
        self.eyes = Eyes()  # of those who play
        self.public = View(0)  # as it is shown
        self.moments: list[float] = []  # when each fact was shown
        self.safe = 0  # facts on disk
        self.ahead: deque[StepAhead] = deque()
        self.stepped = 0  # steps of the game that were looked at
        self.stage = Stage()
        self.was = (-1, set[int]())  # before a restart: the last hidden step, and who had done something in it
        self.due = 0.0  # until when the last fact is looked at
        self.hurry = False
        self.question: Question | None = None
        self.given: dict[AnswerKey, Any] = {}
        self.version = self.seated = 0  # grow with whatever changes, and with what changes of the chairs
        self._look_ahead()

    # -- who sits here ----------------------------------------------------------------------------------

    @property
    def people(self) -> list[int]:
        """The seats that people play now."""
        return [seat.number for seat in self.chairs if seat.player == HUMAN]

    @property
    def alone(self) -> bool:
        """Whether one person plays among bots, who answer at once."""
        return len(self.people) == 1 and not self.fillers.remote

    @property
    def timed(self) -> bool:
        """Whether hidden steps have their length: somebody is waited for, and others look on.

        Once only bots are left alive, nobody is waited for.
        """
        slow = [*self.people, *self.fillers.remote]
        return bool(self.people) and len(slow) > 1 and any(seat in self.public.living for seat in slow)

    def hand(self, seat: int, kind: str) -> None:
        """Another player takes a seat; all are told."""
        if self.chairs[seat].player == kind or self.game.over:
            return
        self.game.hand_over(seat, kind)
        self.journal(self.game)
        self.chairs[seat].player, self.chairs[seat].away = kind, 0
        self.fillers.seat(seat, kind)
        self._reseated()

    def _reseated(self) -> None:
        self.seated += 1
        self.version += 1

    # -- going on ------------------------------------------------------------------------------------------

    @property
    def shown(self) -> int:
        """How many facts the table has been shown."""
        return len(self.moments)

    @property
    def over(self) -> bool:
        """Whether the game has ended, and all has been shown."""
        return bool(self.game.over) and self.shown == len(self.game.facts)

    def go_on(self, step: int, done: set[int]) -> None:
        """After a restart: all is told at once, up to the hidden step in which the table was, or the next one."""
        self.was, self.safe = (step, done), len(self.game.facts)
        while self.ahead:
            self._reveal_until(self.ahead[0].facts)
            if self.ahead[0].number >= step and self.ahead[0].length and self.timed:
                break
            self.stage = self.ahead.popleft().stage(self.now(), False, frozenset())
        else:
            self._reveal_until(self.safe)
        self.due = self.now()

    def _reveal_until(self, facts: int) -> None:
        for fact in self.game.facts[self.shown : facts]:
            self._reveal(fact)

    def advance(self) -> float | None:
        """Play on as far as is due; when to come again, or None: nothing happens by itself."""
        while True:
            self.journal(self.game)  # on disk before it is shown
            self.safe = len(self.game.facts)
            when = self._show()
            if when is None and not self.game.over:
                self._hand_over_the_idle()
                when = self._ask() if self.safe == len(self.game.facts) else AT_ONCE
            if when != AT_ONCE:
                return when

    def _show(self) -> float | None:
        """Show what is due; the moment of the next, None: all is shown."""
        now = self.now()
        while True:
            if now < self.due:
                return self.due
            if self.ahead and self.ahead[0].facts <= self.shown:
                if now < self.stage.ends:
                    return self.stage.ends
                self._enter(self.ahead.popleft())
            elif self.shown == self.safe:
                return None
            else:
                fact = self.game.facts[self.shown]
                if now < self.stage.ends and isinstance(fact, PhaseBegan | Ended):
                    return self.stage.ends
                self._reveal(fact)

    def _reveal(self, fact: Fact) -> None:
        now = self.now()
        self.moments.append(now)
        self.public.take(fact)
        self.due = now if self.hurry else now + look(fact, self.wish.pace)
        self.version += 1

    def _enter(self, step: StepAhead) -> None:
        """The table leaves a step, and comes to the next."""
        before = self.stage
        for seat in sorted(before.tasked - before.done):
            self._miss(seat)
        people = frozenset(seat for seat in self.people if seat in self.public.living)
        self.stage = step.stage(self.now(), self.timed, people)
        if step.number == self.was[0]:
            self.stage.done = self.was[1]
        elif before.tasked or self.stage.tasked:
            self.keep({"step": step.number})
        self.question = None
        self.version += 1

    # -- asking --------------------------------------------------------------------------------------------

    def _ask(self) -> float | None:
        """Ask, and give the game what is answered when all is there."""
        asks, people = self.game.asks, self.people
        self.fillers.send(asks, self.eyes, self.game)
        if not any(ask.seat in people or self.fillers.is_out(ask) for ask in asks):
            self._give(asks)
            return AT_ONCE
        if self.question is None or self.question.asks != asks:
            self.question = Question(asks, self.now())
            self.hurry = self.hurry and not any(ask.seat in people for ask in asks)
            self.version += 1
        waits = [self._waits(ask, self.question.opened) for ask in asks if self._sealed(ask) or not self._ready(ask)]
        moments = [when for when in waits if when is None or when > self.now()]
        if moments:
            known = [when for when in moments if when is not None]
            polled = [self.now() + self.fillers.TICK] if self.fillers.out else []
            return min([*known, *polled])
        self._give(asks)
        return AT_ONCE

    def _ready(self, ask: Ask) -> bool:
        if ask.seat in self.people:
            return (ask.seat, ask.number, ask.verb) in self.given
        return not self.fillers.is_out(ask) or self.fillers.is_there(ask)

    def _sealed(self, ask: Ask) -> bool:
        """Whether an answer stays closed until its time is up: when it is taken would tell who else is asked."""
        return bool(self.stage.tasked) and not ask.speech

    def seconds(self, ask: Ask) -> int:
        """How long somebody is waited for."""
        clocks = self.wish.clocks
        if self.stage.hidden:
            usual = clocks.word if ask.speech else clocks.secret
        else:
            usual = clocks.speech if ask.speech else clocks.choice
        return usual * ALONE if self.alone else usual

    def _waits(self, ask: Ask, opened: float) -> float | None:
        """Until when somebody is waited for; None: as long as it takes."""
        until = opened + self.seconds(ask)
        if self.stage.hidden and self.stage.tasked:
            return min(self.stage.ends, until)
        if self.fillers.is_out(ask):
            return opened + max(self.seconds(ask), self.fillers.PATIENCE) if self.people else None
        return until

    def _give(self, asks: tuple[Ask, ...]) -> None:
        """Give the game the answers, in the asks' own order; who has not answered is silent."""
        people = self.people
        missed = []
        for ask in asks:
            if ask.seat in people:
                value = self.given.pop((ask.seat, ask.number, ask.verb), None)
                if value is None and not self.stage.tasked:
                    missed.append(ask.seat)
                self.game.answer(ask.seat, ask.verb, value)
            else:
                self.fillers.answer(ask, self.eyes, self.game)
            self._look_ahead()
        self.question = None
        for seat in missed:
            self._miss(seat)

    def _look_ahead(self) -> None:
        """Note the steps that the game has begun."""
        rules = self.game.plan.rules
        for number, (phase, place, facts) in enumerate(self.game.path[self.stepped :], self.stepped):
            step = (rules.night if phase == NIGHT else rules.day)[place]
            self.ahead.append(StepAhead(number, facts, self.hours.length(step, self.game), step))
        self.stepped = len(self.game.path)

    # -- answering -----------------------------------------------------------------------------------------

    def asked(self, seat: int) -> list[Ask]:
        """What a person is asked now and has not answered."""
        if self.question is None or seat not in self.people:
            return []
        return [ask for ask in self.question.asks if ask.seat == seat and not self._ready(ask)]

    def waiting(self, seat: int) -> bool:
        """Whether a person has a task that only looks like a question."""
        return seat in self.stage.tasked and seat not in self.stage.done and not self.asked(seat)

    def answer(self, seat: int, verb: object, number: object, value: object, view: View) -> bool:
        """Take an answer; whether it was one to what is asked now. Raises Refused where the rules forbid it."""
        if verb == WAIT:
            if not self.waiting(seat) or number != self.stage.number:
                return False
            self.keep({"answer": seat, "number": number, "verb": WAIT})
        else:
            ask = next((ask for ask in self.asked(seat) if (ask.verb, ask.number) == (verb, number)), None)
            if ask is None:
                return False
            found = read_answer(self.game, ask, value, view)
            self.keep({"answer": seat, "number": ask.number, "verb": ask.verb, "value": found})
            self.given[seat, ask.number, ask.verb] = found
        self.stage.done.add(seat)
        if self.chairs[seat].away:
            self.chairs[seat].away = 0
            self.seated += 1
        self.version += 1
        return True

    def _miss(self, seat: int) -> None:
        if self.chairs[seat].player != HUMAN:
            return
        self.keep({"missed": seat})
        self.chairs[seat].away += 1
        self._reseated()

    def _hand_over_the_idle(self) -> None:
        """Who has missed too many questions in a row, as all could see, is played by a bot until they come back."""
        for seat in self.people:
            if self.chairs[seat].away >= AWAY:
                self.hand(seat, self.wish.bot)

    def skip(self) -> bool:
        """Show at once what is still to be told until the only person is asked; whether that may be."""
        if not self.alone:
            return False
        self.hurry, self.due = True, self.now()
        return True

    # -- what of it all may be told --------------------------------------------------------------------------

    def floor(self) -> list[int]:
        """Whom all see the table wait for."""
        return sorted({ask.seat for ask in self.question.asks}) if self.question and not self.stage.hidden else []

    def clock(self, seat: int) -> tuple[float, float] | None:
        """Until when a viewer is waited for, and of how many seconds; that of a hidden step is the same for all."""
        mine = self.asked(seat)
        if mine and self.question:
            until = self._waits(mine[0], self.question.opened)
            return (until, float(self.seconds(mine[0]))) if until is not None else None
        if self.stage.tasked:
            return (self.stage.ends, self.stage.length) if self.now() < self.stage.ends else None
        if not self.floor() or not self.question:
            return None
        asked = [ask for ask in self.question.asks if ask.seat in self.people]
        return (self.question.opened + self.seconds(asked[0]), float(self.seconds(asked[0]))) if asked else None

    def live(self) -> str:
        """The words so far of a model that speaks to all."""
        if self.question is None or self.stage.hidden or not self.question.asks[0].speech:
            return ""
        words = self.fillers.words(self.question.asks[0])
        return audible(words, counted(self.game.plan.rules)) if words else ""
