"""Who answers in a simulated game. Players see what a view holds; table models describe a table from outside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from duskfall.batch.rows import EVERY_ONE_OF_THEM

if TYPE_CHECKING:
    from duskfall.batch.maker import Maker
    from duskfall.batch.words.ask import Question

PLAYERS, TABLE_MODEL = "players", "table model"


@dataclass(frozen=True, slots=True)
class Policy:
    """A way to answer: its name, and whether players could play so or only somebody who knows the roles."""

    name: str
    kind: str = PLAYERS
    alike: bool = False  # whether a seat draws among its options and looks at nothing else

    @property
    def table_model(self) -> bool:
        """Whether it looks at the true roles, which no player could."""
        return self.kind == TABLE_MODEL

    def choose(self, m: Maker, question: Question, draws: str, seat: str) -> str:
        """Write how this seat answers; the name of the target in the source, -1 if it has no option."""
        raise NotImplementedError

    def answer(self, m: Maker) -> list[str]:
        """The body of `answer`: what these seats of a game that waits answer, as they would in a whole game."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Uniform(Policy):
    """Every legal option alike."""

    def choose(self, m: Maker, question: Question, draws: str, seat: str) -> str:
        if question.on_all:
            return m.out.let("target", f"{m.drawn(draws, seat, 2)} * {EVERY_ONE_OF_THEM}")
        options = m.out.let("options", question.options(seat))
        target = m.out.let("target", -1)
        with m.out.block(f"if {options} != 0"):
            m.out.line(f"{target} = nth({options}, {m.drawn(draws, seat, f'popc({options})')})")
        return target

    def answer(self, m: Maker) -> list[str]:
        return [
            "    while seats != 0:",
            "        seat = first(seats)",
            "        seats &= seats - 1",
            "        options = O[seat]",
            "        A[seat] = -1",
            f"        if options >> {EVERY_ONE_OF_THEM} != 0:",
            f"            A[seat] = drawn(draws, seat, k1, 2) * {EVERY_ONE_OF_THEM}",
            "        elif options != 0:",
            "            A[seat] = nth(options, drawn(draws, seat, k1, popc(options)))",
            "        A[32 + seat] = 0",
            "        if O[32 + seat] != 0 and A[seat] > 0:",
            f"            A[32 + seat] = 1 + drawn(draws, seat + 32, k1, {len(m.plan.roles)})",
        ]


UNIFORM = Uniform("uniform", alike=True)
POLICIES: dict[str, Policy] = {policy.name: policy for policy in (UNIFORM,)}
