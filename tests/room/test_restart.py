"""A process that dies at any moment loses nothing: the record of the game is the same."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from duskfall.rules.registry import ids
from tests.room.sitting import Page, Table


def record(table: Table) -> list[str]:
    """The record but for its head, which has a random commitment."""
    lines = (table.folder / "game-1.jsonl").read_text().splitlines()
    return lines[2:]


def seated(folder: Path, rules: str) -> tuple[Table, list[Page]]:
    table = Table(folder, {"rules": rules, "name": "Ada"}, seed=3)
    people = [table.creator(), table.sit("Ben")]
    table.do(people[0], "start")
    return table, people


@pytest.mark.parametrize("rules", ids())
def test_the_same_record_whenever_the_process_dies(rules: str, tmp_path: Path) -> None:
    table, people = seated(tmp_path / "steady", rules)
    draw = {page.name: Random(page.name) for page in people}
    play(table, people, draw, deaths=False)
    other, again = seated(tmp_path / "shaky", rules)
    draw = {page.name: Random(page.name) for page in again}
    play(other, again, draw, deaths=True)
    assert record(table) == record(other)
    assert [page.events for page in people] == [page.events for page in again]


def play(table: Table, people: list[Page], draw: dict[str, Random], deaths: bool) -> None:
    """Everybody answers at once; where deaths are wanted, the process dies after every answer and every fact."""
    seen = 0
    for _ in range(5000):
        when = table.settle()
        if deaths and table.room.state == "playing" and table.room.version != seen:
            table.restart()
            when, seen = table.settle(), table.room.version
        if table.room.state != "playing":
            return
        answered = False
        for page in people:
            if page.now.get("forms") and table.answer(page, draw[page.name]):
                answered = True
                if deaths:
                    table.restart()
        if not answered:
            assert when is not None
            table.clock.time = max(table.clock.time, when)
    raise AssertionError("the game does not end")
