"""Policies: how the seats of a simulated game answer.

A player policy uses only what is in the seat's view. A table model knows the true roles and imitates a whole table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from duskfall.batch.making.write import Code
from duskfall.batch.rows import EVERY_ONE_OF_THEM
from duskfall.batch.table import Table

if TYPE_CHECKING:
    from duskfall.batch.making.maker import Maker
    from duskfall.batch.words.ask import Question
    from duskfall.batch.words.effects import Doing

PLAYERS, TABLE_MODEL = "players", "table model"


@dataclass(frozen=True, slots=True)
class Policy:
    """Base class of policies: writes the code by which the seats of a program answer."""

    name: str
    kind: str = PLAYERS
    alike: bool = False  # whether a seat draws among its options and considers nothing else
    reads: bool = False  # whether the policy acts on the results of readings

    @property
    def table_model(self) -> bool:
        """Return whether the policy uses the true roles, which no player knows."""
        return self.kind == TABLE_MODEL

    def prepare(self, m: Maker, question: Question, draws: str) -> None:
        """Write code that runs once per question, before the first seat answers. By default nothing."""

    def choose(self, m: Maker, question: Question, draws: str, seat: str) -> str:
        """Write code that picks this seat's target.

        Return the variable that holds the target; its value is -1 if the seat has no option.
        """
        raise NotImplementedError

    def hear(self, m: Maker, doing: Doing) -> None:
        """Write code that reacts to the result of a reading. By default nothing."""

    def answer(self, m: Maker) -> list[str]:
        """Return the body of the program's `answer` function, which answers for the seats of a waiting game.

        The answers must be the same as in a program that plays whole games.
        """
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Number:
    """A named number of a policy, usable as the recipe of a program's constant."""

    name: str
    value: int

    def __call__(self, table: Table) -> int:
        return self.value

    def of(self, policy: Policy) -> int:
        """Return the number of this name from another policy."""
        found: int = policy.number(self.name)  # type: ignore[attr-defined]
        return found


@dataclass(frozen=True, slots=True)
class Uniform(Policy):
    """The policy that draws among the legal options, each with the same probability."""

    def choose(self, m: Maker, question: Question, draws: str, seat: str) -> str:
        if question.on_all:
            return m.out.let("target", f"{m.drawn(draws, seat, 2)} * {EVERY_ONE_OF_THEM}")
        return uniform_target(m, question.options(seat), draws, seat)

    def answer(self, m: Maker) -> list[str]:
        return [
            "    while seats != 0:",
            "        seat = first(seats)",
            "        seats &= seats - 1",
            "        options = O[seat]",
            "        A[seat] = -1",
            f"        if options >> {EVERY_ONE_OF_THEM} != 0:",
            f"            A[seat] = drawn(asking, seat, k1, 2) * {EVERY_ONE_OF_THEM}",
            "        elif options != 0:",
            "            A[seat] = nth(options, drawn(asking, seat, k1, popc(options)))",
            "        A[32 + seat] = 0",
            "        if O[32 + seat] != 0 and A[seat] > 0:",
            f"            A[32 + seat] = 1 + drawn(asking, seat + 32, k1, {len(m.plan.roles)})",
        ]


def uniform_target(m: Maker, options: Code, draws: str, seat: str) -> str:
    """Write code that draws one of these options, each with the same probability.

    Return the variable that holds the target; its value is -1 if there are no options.
    """
    options, target = m.out.let("options", options), m.out.let("target", -1)
    with m.out.block(f"if {options} != 0"):
        m.out.line(f"{target} = nth({options}, {m.drawn(draws, seat, f'popc({options})')})")
    return target


UNIFORM = Uniform("uniform", alike=True)
