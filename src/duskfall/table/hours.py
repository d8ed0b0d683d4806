"""How long what is done in secret lasts, where people sit with players who take their time.

A night that lasted as long as its answers take would tell who still acts in it. So each step of which only some know
that it takes place has a length, whether anybody is asked in it or not, made of nothing but what all know: the deck,
the house rules and the clocks. Who has not answered by then is silent. What happened is shown step by step, when
each is due; a person who can be waited for is, and the clocks go on from there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

from duskfall.core.facts import EVERYONE, Fact
from duskfall.core.play.game import Game
from duskfall.core.play.state import NIGHT, State
from duskfall.players.base import Pending, Player, is_remote
from duskfall.study.callers import Callers
from duskfall.table.run import Follower
from duskfall.vocabulary.conditions import Count, Expr, Some
from duskfall.vocabulary.ruleset import walk
from duskfall.vocabulary.scene import Scene
from duskfall.vocabulary.steps import Chat, Collect, Reactions, Step

TICK = 0.02  # seconds between two looks whether an answer is there


class SecretClocks(NamedTuple):
    """How many seconds there are in secret for a choice, of all who make it at once, and for one to speak."""

    act: float = 20.0
    word: float = 10.0


# -- how long ----------------------------------------------------------------------------------------------


class SecretSteps:
    """The steps of which only some know that they take place, and how long each lasts at a table."""

    def __init__(self, game: Game, clocks: SecretClocks) -> None:
        rules, setup = game.plan.rules, game.setup
        deck = [game.plan.roles[name] for name in sorted(setup.roles)]
        flags = game.plan.unnamed | setup.flags
        self.rules, self.clocks, self.talk = rules, clocks, setup.talk
        self.callers = Callers(rules, setup.roles, flags)
        self.start = Scene(State(setup.names, deck, flags, setup.talk))  # as all know it

    def length(self, step: Step, game: Game) -> float:
        """The seconds of a step; 0 if all may see how long it takes, or all know that it does not take place."""
        if self.callers.ruled_out(step.when) or (_public(step.when) and not step.when.holds(Scene(game.state))):
            return 0.0
        match step:
            case Collect(verbs):
                return self.clocks.act if any(True for verb in verbs for _ in self.callers.of(verb)) else 0.0
            case Chat():
                return self._turns(step) * self.clocks.word if self.talk else 0.0
            case Reactions():
                return self._last_choices() * self.clocks.act
            case _:
                return 0.0

    def _turns(self, step: Chat) -> int:
        """How often somebody has the word in a private talk, if all who may come to be of it are."""
        talkers = self.callers.talking(step)
        if talkers is None:
            return 0
        return int(step.rounds.number(self.start)) * talkers.times * (2 if step.pairs else 1)

    def _last_choices(self) -> int:
        """How many cards there are whose holder may choose something on dying."""
        own = [role.name for role in self.rules.roles if any(trigger.ask for trigger in role.triggers)]
        more = [role for each in self.rules.triggers if each.ask for role in self.callers.roles(each.me)]
        return self.callers.dealt([*own, *more])


def in_secret(game: Game) -> bool:
    """Whether only some know that the step in which a game stands takes place."""
    if game.over:
        return False
    step = _steps(game, game.state.phase)[game.state.step]
    return SecretSteps(game, SecretClocks()).length(step, game) > 0


def _steps(game: Game, phase: str) -> tuple[Step, ...]:
    """The steps of a night or a day."""
    return game.plan.rules.night if phase == NIGHT else game.plan.rules.day


def _public(when: Expr) -> bool:
    """Whether all know if a condition holds: it counts nobody."""
    return not any(isinstance(node, Count | Some) for node in walk(when))


# -- keeping them --------------------------------------------------------------------------------------------


class Hours:
    """Shows a game to a listener as far as it is due, and lets nobody go on before; it is a listener itself."""

    def __init__(
        self,
        game: Game,
        listener: Follower,
        people: frozenset[int],
        clocks: SecretClocks,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.listener, self.people, self.clock, self.sleep = listener, people, clock, sleep
        self.hear = getattr(listener, "hear", None)
        self.steps = SecretSteps(game, clocks)
        self.facts: list[Fact] = []  # of the game: an undo brings another list
        self.shown: list[Fact] = []  # as far as they are due
        self.passed = 0  # steps of the game's path
        self.due, self.secret = 0.0, False  # when the step that the game stands in may be left, if it is a secret one

    def __call__(self, game: Game) -> None:
        """Something has happened: show it step by step, each when the one before it is over."""
        if game.facts is not self.facts:
            self._begin(game)
        if game.log and game.log[-1].seat in self.people:  # a person is waited for
            self.due = max(self.due, self.clock())
        for phase, step, facts in game.path[self.passed :]:
            self._leave()
            start, before = self.due if self.secret else self.clock(), self.secret
            length = self.steps.length(_steps(game, phase)[step], game)
            self.secret, self.due = bool(length), start + length
            if before or self.secret:
                self._show(game, facts, more=True)
        self.passed = len(game.path)
        if game.over:
            self._leave()
        self._show(game, len(game.facts))

    def _leave(self) -> None:
        """The step that the game stood in is over for all who look on."""
        while self.secret and (left := self.due - self.clock()) > 0:
            self.sleep(left)

    def answer(self, pending: Pending) -> object:
        """What is answered from afar; in secret, None if it is not there when the step ends."""
        while self.secret and not pending.done():
            if self.clock() >= self.due:
                pending.cancel()
                return None
            self.sleep(min(TICK, self.due - self.clock()))
        return pending.result()

    def _begin(self, game: Game) -> None:
        """A game that has gone on before is shown at once, as far as all have seen it for certain.

        What was done in secret since then takes its whole time again: a game may have got further than it was shown,
        and how much further tells who is left to be asked.
        """
        self.facts, self.shown = game.facts, []
        self.passed = _seen(game) if game.log else 0
        self.due, self.secret = self.clock(), False

    def _show(self, game: Game, facts: int, more: bool = False) -> None:
        """The listener sees the game as it was after so many facts; while more is to come, it asks nothing.

        The clocks stand still meanwhile: people read what they see, or pass a keyboard round.
        """
        began = self.clock()
        so_far = game.copy()
        self.shown += game.facts[len(self.shown) : facts]
        so_far.facts = self.shown
        if more:
            so_far.paused, so_far.state.over = True, False
        self.listener(so_far)
        self.due += self.clock() - began


def _seen(game: Game) -> int:
    """How many steps of a game's path were over for all when it took its last answer.

    At that time all had seen what was for everyone.
    """
    before = Game.replay(game.plan.rules, game.setup, game.log[:-1]).facts
    public = max((number for number, fact in enumerate(before, 1) if fact.to == EVERYONE), default=0)
    return max(0, sum(facts < public for _, _, facts in game.path) - 1)


def hours(game: Game, players: Mapping[int, Player], listener: Follower, clocks: SecretClocks) -> Hours | None:
    """The hours of a table, None where none are needed.

    They are where people sit with others who are asked from afar: one person among bots, who answer at once, learns
    nothing from a night that goes on when that person has answered.
    """
    people = frozenset(seat for seat, player in players.items() if getattr(player, "slow", False))
    far = {seat for seat, player in players.items() if is_remote(player)}
    tells = bool(far - people) or (len(people) > 1 and bool(far))
    return Hours(game, listener, people, clocks) if people and tells and any(clocks) else None
