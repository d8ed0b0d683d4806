"""Law 2 on lines for training: what a seat may not know changes nothing in its line but how the game ended."""

from __future__ import annotations

import json
from collections.abc import Collection

import pytest
from hypothesis import given

from duskfall.arena.league import Entrant, League
from duskfall.arena.schedule import Fixture
from duskfall.arena.store.export import FIELDS, OUTCOME, lines_of
from duskfall.arena.store.rows import rows_of
from duskfall.arena.store.tables import TABLES
from duskfall.core import view as views
from duskfall.core.play.game import Game
from duskfall.core.record import lines, read
from duskfall.table.sheet import TableSheet

from .pairs import PAIRS
from .received import Pair, Side
from .tables import Table, law, seeds, tables
from .test_noninterference import seat_numbers, swapped

WHOLE = [name for name, pair in PAIRS.items() if not pair.until]


def line_of(side: Side, seats: Collection[int]) -> dict[int, str]:
    """The lines of these seats, without what came of the game."""
    game = side.table.start()
    while game.asks:
        ask = game.asks[-1 if side.last_first else 0]
        game.answer(ask.seat, ask.verb, side.answers(game, ask))
    rows = [row for row in _seats(game) if row["seat"] in seats]
    found = [json.loads(line) for line in lines_of(read(lines(game, "00")), game, rows)]
    assert all(set(line) == {"messages", *FIELDS, *OUTCOME} for line in found)
    return {line["seat"]: json.dumps({key: line[key] for key in line if key not in OUTCOME}) for line in found}


def _seats(game: Game) -> list[dict[str, object]]:
    """What the tables of a league have of the seats."""
    count = len(game.names)
    league = League((Entrant("dice", "random"),), (TableSheet(game.plan.rules.id),), 1)
    rows = rows_of(Fixture(0, 0, 0, 0, 0, ("dice",) * count), league, game, ("random",) * count, 0.0)
    about = dict(zip(TABLES["games"], rows["games"][0], strict=True))
    seats = (about | dict(zip(TABLES["seats"], row, strict=True)) for row in rows["seats"])
    return [{key: seat[key] for key in (*FIELDS, *OUTCOME)} for seat in seats]


def difference(pair: Pair) -> str:
    """The first seat whose line tells the two games apart."""
    left, right = (line_of(side, pair.seats - {0}) for side in (pair.left, pair.right))
    return next((f"seat {seat}" for seat in sorted(pair.seats - {0}) if left.get(seat) != right.get(seat)), "")


@pytest.mark.parametrize("name", WHOLE)
def test_lines_do_not_tell_the_two_games_apart(name: str) -> None:
    assert difference(PAIRS[name]) == ""


def test_there_are_lines_of_all_who_were_asked() -> None:
    pair = PAIRS["two cards swapped, werewolf"]
    assert set(line_of(pair.left, pair.seats)) == pair.seats - {0}


@law(20)
@given(tables(), seeds, seat_numbers, seat_numbers)
def test_two_unseen_cards_swapped(table: Table, seed: int, one: int, other: int) -> None:
    assert difference(swapped(table, seed, one, other)) == ""


def test_a_seat_that_sees_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "visible", lambda fact, seat: True)
    assert difference(PAIRS["whom the Cop reads"])
