"""Who answers in a simulated game. Players see what a view holds; table models describe a table from outside."""

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
    """A way to answer: its name, and whether players could play so or only somebody who knows the roles."""

    name: str
    kind: str = PLAYERS
    alike: bool = False  # whether a seat draws among its options and looks at nothing else
    reads: bool = False  # whether what readers learn is acted upon

    @property
    def table_model(self) -> bool:
        """Whether it looks at the true roles, which no player could."""
        return self.kind == TABLE_MODEL

    def prepare(self, m: Maker, question: Question, draws: str) -> None:
        """Write what is settled for all before the first of these seats answers."""

    def choose(self, m: Maker, question: Question, draws: str, seat: str) -> str:
        """Write how this seat answers; the name of the target in the source, -1 if it has no option."""
        raise NotImplementedError

    def hear(self, m: Maker, doing: Doing) -> None:
        """Write what comes of a result that somebody has read."""

    def answer(self, m: Maker) -> list[str]:
        """The body of `answer`: what these seats of a game that waits answer, as they would in a whole game."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Number:
    """A named number of a policy as a constant of its program."""

    name: str
    value: int

    def __call__(self, table: Table) -> int:
        return self.value

    def of(self, policy: Policy) -> int:
        """The same number of another policy."""
        found: int = policy.number(self.name)  # type: ignore[attr-defined]
        return found


@dataclass(frozen=True, slots=True)
class Uniform(Policy):
    """Every legal option alike."""

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
    """One of these, every one alike; -1 if there is none."""
    options, target = m.out.let("options", options), m.out.let("target", -1)
    with m.out.block(f"if {options} != 0"):
        m.out.line(f"{target} = nth({options}, {m.drawn(draws, seat, f'popc({options})')})")
    return target


UNIFORM = Uniform("uniform", alike=True)
