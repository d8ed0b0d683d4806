"""A game at the table: who is asked, how long they are waited for, and what becomes of their answers.

The game runs ahead of what is shown by one answer at most. Whoever is asked at once answers in the asks' own order, so
that nothing depends on who was faster. A hidden step lasts as long as the deck, the house rules and the clocks say, and
nothing that happens in it changes anything that others see before it is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from duskfall.core.ask import Ask
from duskfall.core.facts import HandedOver
from duskfall.core.play.game import Game
from duskfall.core.view import View
from duskfall.players.base import HUMAN
from duskfall.players.llm.model import is_model
from duskfall.room.game.answers import read_answer
from duskfall.room.game.fillers import Fillers
from duskfall.room.game.showing import Showing
from duskfall.room.game.tasks import WAIT, Stage, StepAhead
from duskfall.room.made.wish import Wish
from duskfall.room.people.chairs import AWAY, Chairs
from duskfall.study.sight import audible, counted
from duskfall.table.eyes import Eyes
from duskfall.table.kept.journal import Journal
from duskfall.tell.tongue import later

AT_ONCE = -1.0  # no moment: there is more to do now
ALONE = 3  # so many times as long is the only person among bots waited for
RETURNS = 5  # times that somebody may come back to a seat by themselves
NO_MODELS = later("The models of this table could not go on: bots play their seats.")
Keep = Callable[[Mapping[str, object]], None]
AnswerKey = tuple[int, int, str]  # seat, number of the question, act


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked now, of one or of several at once, and since when."""

    asks: tuple[Ask, ...]
    opened: float


class Playing:
    """A game, its players, and what they are asked."""

    def __init__(
        self, number: int, game: Game, journal: Journal, wish: Wish, chairs: Chairs, fillers: Fillers,
        now: Callable[[], float], keep: Keep,
    ) -> None:  # fmt: skip
        self.number, self.game, self.journal, self.wish, self.chairs = number, game, journal, wish, chairs
        self.fillers, self.now, self.keep = fillers, now, keep
        self.showing = Showing(game, wish, now, self._enter)
        self.eyes = Eyes()  # of those who play
        self.question: Question | None = None
        self.given: dict[AnswerKey, Any] = {}
        self.slept: dict[int, int] = {}  # by seat: the phase whose hidden steps it has missed, counted once
        self.handing: dict[int, str] = {}  # seats that another player takes as soon as that tells nothing
        self.problem = ""  # why bots play where models sat
        self.was = (-1, set[int]())  # before a restart: the last hidden step, and who had done something in it
        self.version = self.seated = 0  # grow with whatever changes, and with what changes of the chairs
        self.showing.look_ahead()

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
        return bool(self.people) and len(slow) > 1 and any(seat in self.showing.public.living for seat in slow)

    def hand(self, seat: int, kind: str) -> None:
        """Another player takes a seat, and all are told: as soon as no hidden step goes on, and all is shown.

        A seat that a person is to get is not taken back before: whoever has seen its card has had it, as all see.
        """
        if self.handing.get(seat) == HUMAN:
            return
        if (self.handing.get(seat) or self.chairs[seat].player) != kind and not self.game.over:
            self.keep({"handed": seat, "to": kind})
            self.handing[seat] = kind
            self.version += 1

    def came_back(self, seat: int) -> int:
        """How often somebody has taken a seat back."""
        return sum(isinstance(fact, HandedOver) and fact[1:] == (seat, HUMAN) for fact in self.game.facts)

    def _hand_over(self) -> None:
        """Who has missed too many questions in a row, as all could see, is played by a bot until they come back."""
        for seat in self.people:
            if self.chairs[seat].away >= AWAY:
                self.hand(seat, self.wish.bot)
        if self.fillers.problem:
            self.problem = NO_MODELS  # not before: it would tell that one of them is asked in secret
            for chair in self.chairs:
                if is_model(chair.player) or self.fillers.is_gone(chair.player):
                    self.hand(chair.number, self.wish.bot)
        for seat, kind in self.handing.items():
            if self.chairs[seat].player != kind:
                self.game.hand_over(seat, kind)
                self.chairs[seat].player, self.chairs[seat].away = kind, 0
                self.fillers.seat(seat, kind)
                self._reseated()
        self.handing = {}

    def _reseated(self) -> None:
        self.seated += 1
        self.version += 1

    # -- going on ------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended, and all has been shown."""
        return bool(self.game.over) and self.showing.shown == len(self.game.facts)

    def go_on(self, step: int, done: set[int]) -> None:
        """After a restart: the table is where it was."""
        self.was, self.showing.safe = (step, done), len(self.game.facts)
        self.showing.go_on(step, lambda: self.timed)

    def advance(self) -> float | None:
        """Play on as far as is due; when to come again, or None: nothing happens by itself."""
        while True:
            self.journal(self.game)  # on disk before it is shown
            self.showing.safe = len(self.game.facts)
            self.fillers.send(self.game.asks, self.eyes, self.game)  # models think while others read
            shown = self.showing.shown
            when = self.showing.show()
            self.version += self.showing.shown - shown
            if when is None and not self.game.over:
                if not self.showing.stage.closed:
                    self._hand_over()
                when = self._ask() if self.showing.safe == len(self.game.facts) else AT_ONCE
            if when != AT_ONCE:
                return when

    def _enter(self, step: StepAhead) -> Stage:
        """The table leaves a step, and comes to the next; only now all see who has done something in a hidden one."""
        before = self.showing.stage
        for seat in sorted(before.tasked):
            before.tasked -= {seat}
            self._present(seat) if seat in before.done else self._miss(seat, before)
        living = self.showing.public.living
        stage = step.stage(self.now(), self.timed, frozenset(seat for seat in self.people if seat in living))
        if step.number == self.was[0]:
            stage.done = self.was[1]
        elif before.closed or stage.closed:
            self.keep({"step": step.number})
        self.question = None
        self.version += 1
        return stage

    # -- asking --------------------------------------------------------------------------------------------

    def _ask(self) -> float | None:
        """Ask, and give the game what is answered when all is there."""
        asks, people, now = self.game.asks, self.people, self.now()
        if not any(ask.seat in people or self.fillers.is_out(ask) for ask in asks):
            self._give(asks)
            return AT_ONCE
        if self.question is None or self.question.asks != asks:
            self.question = Question(asks, now)
            self.showing.hurry = self.showing.hurry and not any(ask.seat in people for ask in asks)
            self.version += 1
        waits = [self._until(ask) for ask in asks if self._sealed(ask) or not self._ready(ask)]
        moments = [when for when in waits if when is None or when > now]
        if not moments:
            self._give(asks)
            return AT_ONCE
        polled = [now + self.fillers.TICK] if any(self._is_polled(ask) for ask in asks) else []
        return min([*polled, *(when for when in moments if when is not None)])

    def _is_polled(self, ask: Ask) -> bool:
        return self.fillers.is_out(ask) and not self._sealed(ask)

    def _ready(self, ask: Ask) -> bool:
        if ask.seat in self.people:
            return (ask.seat, ask.number, ask.verb) in self.given
        return not self.fillers.is_out(ask) or self.fillers.is_there(ask)

    def _sealed(self, ask: Ask) -> bool:
        """Whether an answer stays closed until its time is up: when it is taken would tell who else is asked."""
        return self.showing.stage.closed and not ask.speech

    def _seconds(self, ask: Ask) -> float:
        """How long a person is waited for."""
        clocks = self.wish.clocks
        if self.showing.stage.hidden:
            usual = clocks.word if ask.speech else clocks.secret
        else:
            usual = clocks.speech if ask.speech else clocks.choice
        return float(usual * ALONE if self.alone else usual)

    def _until(self, ask: Ask) -> float | None:
        """Until when somebody is waited for; None: as long as it takes."""
        assert self.question is not None
        until = self.question.opened + self._seconds(ask)
        if self.showing.stage.closed:
            return min(self.showing.stage.ends, until)
        if self.fillers.is_out(ask):
            patience = max(self._seconds(ask), self.fillers.PATIENCE)
            return self.question.opened + patience if self.people else None
        return until

    def _give(self, asks: tuple[Ask, ...]) -> None:
        """Give the game the answers, in the asks' own order; who has not answered is silent."""
        people, missed = self.people, []
        for ask in asks:
            if ask.seat in people:
                value = self.given.pop((ask.seat, ask.number, ask.verb), None)
                if value is None and not self.showing.stage.closed:
                    missed.append(ask.seat)
                self.game.answer(ask.seat, ask.verb, value)
            else:
                self.showing.heard = self.fillers.answer(ask, self.eyes, self.game)
            self.showing.look_ahead()
        self.question = None
        for seat in missed:
            self._miss(seat, self.showing.stage)

    # -- answering -----------------------------------------------------------------------------------------

    def asked(self, seat: int) -> list[Ask]:
        """What a person is asked now and has not answered."""
        if self.question is None or seat not in self.people:
            return []
        return [ask for ask in self.question.asks if ask.seat == seat and not self._ready(ask)]

    def waiting(self, seat: int) -> bool:
        """Whether a person has a task that only looks like a question."""
        stage = self.showing.stage
        return seat in stage.tasked and seat not in stage.done and not self.asked(seat)

    def answer(self, seat: int, verb: object, number: object, value: object, view: View) -> bool:
        """Take an answer; whether it was one to what is asked now. Raises Refused where the rules forbid it."""
        stage = self.showing.stage
        if type(number) is not int:
            return False
        if verb == WAIT:
            if not self.waiting(seat) or number != stage.number:
                return False
            self.keep({"answer": seat, "number": number, "verb": WAIT, "sealed": stage.closed})
        else:
            ask = next((ask for ask in self.asked(seat) if (ask.verb, ask.number) == (verb, number)), None)
            if ask is None:
                return False
            found = read_answer(self.game, ask, value, view)
            line = {"answer": seat, "number": ask.number, "verb": ask.verb, "value": found}
            self.keep({**line, "sealed": True} if stage.closed else line)
            self.given[seat, ask.number, ask.verb] = found
        stage.done.add(seat)
        if not stage.closed:
            self._present(seat)
        self.version += 1
        return True

    def _present(self, seat: int) -> None:
        if self.chairs[seat].away:
            self.chairs[seat].away = 0
            self._reseated()

    def _miss(self, seat: int, stage: Stage) -> None:
        """Count a question that a person has not answered; those of one night, which come quickly, count as one.

        By night everybody who lives has a task in every step, so the count tells nothing of who was asked.
        """
        if self.chairs[seat].player != HUMAN or (stage.hidden and self.slept.get(seat) == stage.phase):
            return
        if stage.hidden:
            self.keep({"missed": seat, "phase": stage.phase})
            self.slept[seat] = stage.phase
        else:
            self.keep({"missed": seat})
        self.chairs[seat].away += 1
        self._reseated()

    def skip(self) -> bool:
        """Show at once what is still to be told until the only person is asked; whether that may be."""
        if self.alone:
            self.showing.hurry, self.showing.due = True, self.now()
        return self.alone

    # -- what of it all may be told --------------------------------------------------------------------------

    def floor(self) -> list[int]:
        """Whom all see the table wait for."""
        if self.question is None or self.showing.stage.hidden:
            return []
        return sorted({ask.seat for ask in self.question.asks})

    def clock(self, seat: int) -> tuple[float, float] | None:
        """Until when a viewer is waited for, and of how many seconds; that of a hidden step is the same for all."""
        stage, mine = self.showing.stage, self.asked(seat)
        if mine and (until := self._until(mine[0])):
            return until, self._seconds(mine[0])
        if stage.closed:
            return (stage.ends, stage.length) if self.now() < stage.ends else None
        asked = [ask for ask in self.question.asks if ask.seat in self.people] if self.question else []
        if not asked or not self.floor() or not (until := self._until(asked[0])):
            return None
        return until, self._seconds(asked[0])

    def live(self) -> str:
        """The words so far of a model that speaks to all."""
        if self.question is None or self.showing.stage.hidden or not self.question.asks[0].speech:
            return ""
        words = self.fillers.words(self.question.asks[0])
        return audible(words, counted(self.game.plan.rules)) if words else ""
