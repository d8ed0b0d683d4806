"""The lockstep: a game of the simulator and one of the kernel with the same choices must come to the same."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from duskfall.batch import by_name
from duskfall.batch.compiled.build import Target, build, integers
from duskfall.batch.follow import NO_OPTION, Unplayable, dealt, draw, follow, rows_in, value
from duskfall.batch.names import Names, names_of
from duskfall.batch.program import Program, source
from duskfall.batch.rows import EVERY_ONE_OF_THEM, Kind, Row, rows_of
from duskfall.batch.table import Table
from duskfall.core.ask import Ask
from duskfall.core.play.game import Game
from duskfall.core.play.vote import ALL
from duskfall.vocabulary.masks import bits
from tests.batch.lockstep.tables import told
from tests.batch.lockstep.told import difference, seats

ROLE_TOO = 32  # after the places of the seats: those that say whether a role is named, and which
ROOM = 2 * ROLE_TOO


class OutOfStep(AssertionError):
    """The two have come to differ; the text says which game it is, and in what."""


@dataclass(frozen=True, slots=True)
class Form:
    """One of the forms in which a table is simulated."""

    general: bool = False
    target: Target = "plain"
    policy: str = "uniform"
    told: bool = True

    def __str__(self) -> str:
        mode = "general" if self.general else "specialised"
        return f"{mode}, {self.target}, {self.policy}{'' if self.told else ', nothing told'}"


class Pair:
    """A table in one form, and the kernel beside it."""

    def __init__(self, table: Table, form: Form, *, resumable: bool = False, general: Program | None = None) -> None:
        """`general`: the program of another table of the same ruleset, which serves this one too."""
        self.table, self.form, self.names = table, form, names_of(table.plan)
        policy = by_name.policy(form.policy, table.plan.rules.id)
        program = general or source(table, policy, general=form.general, told=form.told, resumable=resumable)
        functions = ("begin", "step") if resumable else ("play",)
        self.built: Any = build(program, form.target, *functions)
        self.arrays = self.built.arrays(table)

    # -- whole games -------------------------------------------------------------------------------------

    def play(self, seed: int, game: int) -> tuple[int, list[Row]]:
        """A game of the simulator: what it came to, and its log."""
        W, K, L = self.arrays
        L[0] = 1
        result = int(self.built.play(seed, game, W, K, L))
        return result, _rows(L) if self.form.told else []

    def check(self, seed: int, game: int) -> Game:
        """The same game by the kernel; raises OutOfStep where they differ."""
        result, rows = self.play(seed, game)
        kernel = self._dealt(seed, game, rows)
        try:
            follow(kernel, self.names, rows)
        except Unplayable as error:
            raise self.fault(seed, game, f"{error}\n{self._difference(rows, kernel)}") from None
        self.compare(seed, game, result, rows, kernel)
        return kernel

    def _dealt(self, seed: int, game: int, rows: list[Row]) -> Game:
        try:
            return dealt(self.table, self.names, rows, seed)
        except Unplayable as error:
            raise self.fault(seed, game, f"at the deal: {error}") from None

    def _difference(self, rows: list[Row], kernel: Game) -> str:
        return difference(self.names, rows, rows_of(self.names, kernel.facts))

    def compare(self, seed: int, game: int, result: int, rows: list[Row], kernel: Game) -> None:
        """Both logs, and what the simulator says that the game came to."""
        if differs := self._difference(rows, kernel):
            raise self.fault(seed, game, differs)
        if result != (right := outcome(self.names, kernel)):
            raise self.fault(
                seed, game, f"it came to {_result(self.names, result)}, not to {_result(self.names, right)}"
            )

    def fault(self, seed: int, game: int, what: str) -> OutOfStep:
        """Which game it is, how to see it again, and what is wrong."""
        where = f"{told(self.table)}\n{self.form}; seed {seed}, game {game}"
        return OutOfStep(f"{where}\n{what}")

    # -- question by question ----------------------------------------------------------------------------

    def check_steps(self, seed: int, game: int) -> Game:
        """The resumable form with random answers: each question with its options, and in the end the whole log."""
        state, constants, log = self.arrays
        asked, answers = _room(self.form.target), _room(self.form.target)
        log[0] = 1
        random = Random(f"{seed} {game}")
        act = int(self.built.begin(seed, game, state, constants, log, asked))
        kernel, lots = self._dealt(seed, game, _rows(log)), 0
        try:
            while act:
                self._answer(kernel, self.names.acts[act], asked, answers, random)
                act = int(self.built.step(state, constants, log, answers, asked))
                lots = draw_lots(kernel, log, lots)
            if kernel.asks:
                raise Unplayable(f"{len(kernel.asks)} are still asked by the kernel, for {kernel.asks[0].verb}")
        except Unplayable as error:
            raise self.fault(seed, game, f"{error}\n{self._difference(_rows(log), kernel)}") from None
        self.compare(seed, game, int(state[0]) + 64 * int(state[1]), _rows(log), kernel)
        return kernel

    def _answer(self, kernel: Game, verb: str, asked: Any, answers: Any, random: Random) -> None:
        """Compare a question, and give both the same random answers."""
        asks = {ask.seat: ask for ask in kernel.asks if ask.verb == verb}
        if tuple(asks) != bits(int(asked[0])):
            them, kernels = seats(self.names, int(asked[0])), " and ".join(kernel.state.name(seat) for seat in asks)
            raise Unplayable(f"at {verb} the simulator asks {them or 'nobody'}, the kernel {kernels or 'nobody'}")
        for seat, ask in asks.items():
            options = int(asked[seat])
            if options != (right := option_set(ask)):
                them, kernels = seats(self.names, options), seats(self.names, right)
                name = kernel.state.name(seat)
                raise Unplayable(
                    f"at {verb} {name} may name {them or 'nobody'} here, {kernels or 'nobody'} in the kernel"
                )
            if bool(asked[ROLE_TOO + seat]) != bool(ask.roles):
                raise Unplayable(f"at {verb} whether a role is named differs for {kernel.state.name(seat)}")
            target = random.choice(bits(options)) if options else NO_OPTION
            role = random.randrange(1, len(self.names.roles)) if ask.roles and 0 < target < EVERY_ONE_OF_THEM else 0
            answers[seat], answers[ROLE_TOO + seat] = target, role
            kernel.answer(seat, verb, value(kernel, self.names, ask, target, role))


def option_set(ask: Ask) -> int:
    """The options of a question as the simulator has them: bit 0 is nobody or the blank, bit 32 all of them."""
    mask = sum(1 << seat for seat in ask.seats)
    return mask | sum(1 << (EVERY_ONE_OF_THEM if word == ALL else 0) for word in ask.words)


def outcome(names: Names, game: Game) -> int:
    """What a game of the kernel came to, as the simulator has it."""
    return names.number("sides", game.over.winner) + 64 * max(game.state.night, game.state.day) if game.over else 0


def _result(names: Names, result: int) -> str:
    side = result % 64
    return f"{names.sides[side] if side < len(names.sides) else side} after {result // 64} rounds"


def _rows(log: Any) -> list[Row]:
    return rows_in(log if isinstance(log, list) else log[: int(log[0])].tolist())


def draw_lots(kernel: Game, log: Any, lots: int) -> int:
    """The kernel draws the lots that it waits for as the simulator drew them after so many; how many there are then."""
    while kernel.state.lot:
        drawn = [row.b for row in _rows(log) if row.kind == Kind.LOT]
        draw(kernel, drawn[lots] if lots < len(drawn) else 0)
        lots += 1
    return lots


def _room(target: Target) -> Any:
    empty = [0] * (ROOM + 1)
    return empty if target == "plain" else integers(empty)
