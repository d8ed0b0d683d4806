"""docs/measures.md is what the measures say, and its example is one."""

from __future__ import annotations

from duskfall.arena.measures.measure import Measure
from tests.arena.measures.small_tables import game, seats, tables, votes
from tests.docs.pages import blocks
from tools.measures import PAGE, page


def test_the_page_is_fresh() -> None:
    assert PAGE.read_text("utf-8") == page(), "run make docs"


def test_the_example_is_a_measure() -> None:
    code = next(block.text for block in blocks(page()) if block.language == "python")
    names: dict[str, object] = {}
    exec(code, names)
    blanks = names["BLANKS"]
    assert isinstance(blanks, Measure)
    made = tables(games=[game(0)], seats=seats(0, "AAB", "gge"), votes=votes(0, 1, {1: 3, 2: 0, 3: 0}))
    found = {(row.player, row.group): (row.value, row.n) for row in blanks.read(made) if not row.rules}
    assert found == {("A", ""): (0.5, 2), ("A", "good"): (0.5, 2), ("B", ""): (1, 1), ("B", "evil"): (1, 1)}
