"""The lockstep with a host who removes players where a game waits: the simulator is driven as worlds drive it."""

from __future__ import annotations

from random import Random
from typing import Any

from duskfall.batch.follow import Unplayable
from duskfall.batch.words.ask import UNHEARD
from duskfall.batch.words.removal import LEAVING
from duskfall.core.play.game import Game
from duskfall.vocabulary.masks import bits, has
from tests.batch.lockstep.driver import ROOM, Form, Pair, _rows, draw_lots
from tests.batch.lockstep.rulesets.library import named
from tests.batch.lockstep.tables import random_table

OFTEN = 0.12  # how often somebody is removed at a question


class Removing(Pair):
    """A table in the form that stops at each question, and the kernel beside it."""

    def __init__(self, rules: str, number: int, form: Form) -> None:
        super().__init__(random_table(named(rules), number), form, resumable=True)
        self.asked, self.answers, self.gone = [0] * (ROOM + 1), [0] * (ROOM + 1), 0

    def check_removals(self, seed: int, game: int) -> int:
        """A game with random answers and removals: how many left by them. OutOfStep where the two differ."""
        state, constants, log = self.arrays
        log[0], self.gone = 1, 0
        random = Random(f"removing {seed} {game}")
        act = int(self.built.begin(seed, game, state, constants, log, self.asked))
        kernel, lots = self._dealt(seed, game, _rows(log)), 0
        try:
            while act:
                waits = self._here(kernel, self.names.acts[act]) != 0  # if not, the kernel has gone on already
                decided = waits and kernel.state.public and random.random() < OFTEN and self._remove(kernel, random)
                if state[0]:
                    break
                self._reply(kernel, self.names.acts[act], decided, random)
                act = int(self.built.step(state, constants, log, self.answers, self.asked))
                lots = draw_lots(kernel, log, lots)
            if kernel.asks:
                raise Unplayable(f"{len(kernel.asks)} are still asked by the kernel, for {kernel.asks[0].verb}")
        except Unplayable as error:
            raise self.fault(seed, game, f"{error}\n{self._difference(_rows(log), kernel)}") from None
        self.compare(seed, game, int(state[0]) + 64 * int(state[1]), _rows(log), kernel)
        return self.gone.bit_count()

    def _remove(self, kernel: Game, random: Random) -> bool:
        """Somebody leaves both games at this question."""
        seat = random.choice(kernel.state.living())
        kernel.remove(seat, "left")
        self.gone |= 1 << seat
        state, constants, log = self.arrays
        places, asked = self.built.program.places, self.asked[0]
        state[places["leaver"]], state[places["resume_at"]], state[places["pc"]] = seat, state[places["pc"]], LEAVING
        self.built.step(state, constants, log, self.answers, self.asked)
        self.asked[0] = asked
        return True

    def _here(self, kernel: Game, verb: str) -> int:
        """Who is asked and has not left since; a trigger may still ask one who left long ago."""
        asks = sum(1 << ask.seat for ask in kernel.asks if ask.verb == verb)
        return self.asked[0] & (~self.gone | asks)

    def _reply(self, kernel: Game, verb: str, decided: bool, random: Random) -> None:
        """Compare the question without those who are gone, and answer the others as `Pair` does.

        What a removal has decided is not asked any further, and somebody else may speak for a team.
        """
        here = self._here(kernel, verb)
        asks = {ask.seat for ask in kernel.asks if ask.verb == verb and (not decided or has(here, ask.seat))}
        for seat in bits(self.asked[0]):
            self.asked[seat] &= ~self.gone
            self.answers[seat], self.answers[32 + seat] = UNHEARD, 0
        if here and (asks or not decided):
            left, self.asked[0] = here, here
            if decided:  # a question of yes or no that has lost its only option has fallen away
                self.asked[0] = sum(1 << seat for seat in asks)
            self._answer(_Asking(kernel, asks), verb, self.asked, self.answers, random)  # type: ignore[arg-type]
            self.asked[0] = left


class _Asking:
    """A game of the kernel of which only some are looked at."""

    def __init__(self, game: Game, seats: set[int]) -> None:
        self.game, self.seats, self.state = game, seats, game.state

    @property
    def asks(self) -> list[Any]:
        return [ask for ask in self.game.asks if ask.seat in self.seats]

    def answer(self, seat: int, verb: str, value: object) -> None:
        self.game.answer(seat, verb, value)
