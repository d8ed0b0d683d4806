"""Who stands before the table: put up, tied, a candidate; nobody when it is decided."""

from __future__ import annotations

import pytest

from duskfall.core.facts import EVERYONE, Candidates, Fact, NobodyOut, Nominated, Out, PhaseBegan, Tied, TitleHeld
from duskfall.core.view import View
from duskfall.seat.nominees import nominees

DAY = PhaseBegan(EVERYONE, "day", 1)


def put_up(*seats: int) -> list[Fact]:
    return [Nominated(EVERYONE, 1, seat) for seat in seats]


@pytest.mark.parametrize(
    ("facts", "stand"),
    [
        ([], []),
        ([DAY, *put_up(3, 2, 3)], [3, 2]),
        ([DAY, *put_up(3, 2, 4), Tied(EVERYONE, (2, 4))], [2, 4]),
        ([DAY, *put_up(3), Out(EVERYONE, 3, "")], []),
        ([DAY, *put_up(3), NobodyOut(EVERYONE)], []),
        ([DAY, *put_up(3), PhaseBegan(EVERYONE, "night", 2)], []),
        ([DAY, Candidates(EVERYONE, "sheriff", (1, 5))], [1, 5]),
        ([DAY, Candidates(EVERYONE, "sheriff", (1, 5)), TitleHeld(EVERYONE, "sheriff", 5)], []),
        ([DAY, Nominated(0, 1, 3)], []),
    ],
)
def test_who_stands_before_the_table(facts: list[Fact], stand: list[int]) -> None:
    view = View(2)
    for fact in facts:
        view.take(fact)
    assert nominees(view) == stand
