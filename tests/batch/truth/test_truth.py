"""The simulator comes to the numbers that are known from outside; `table.py` does the same with many more games."""

from __future__ import annotations

import pytest

from tests.batch.truth import books
from tests.batch.truth.rows import AI_MAFIA, ROWS, Row
from tests.batch.truth.table import FAR, measured, off
from tests.volume import scaled

GAMES = scaled(50_000)
# Compiled for one deck each: a tie by lot, skip on top, more than half, a flag, and a book of ours.
SPECIALISED = [
    next(row for row in ROWS[::-1] if row.rules is book)
    for book in (books.DAY_FIRST, books.RANDOM_BALLOTS, books.MAJORITY_OF_LIVING, AI_MAFIA)
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_every_row_with_one_compilation_a_book(row: Row) -> None:
    share = measured(row, GAMES, general=True, seed=1)
    assert off(row, share, GAMES) <= FAR, share


@pytest.mark.parametrize("row", SPECIALISED, ids=lambda row: row.name)
def test_some_rows_compiled_for_their_deck(row: Row) -> None:
    share = measured(row, GAMES, seed=2)
    assert off(row, share, GAMES) <= FAR, share
