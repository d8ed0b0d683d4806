"""The leaderboard: all that stands beside a rating."""

from __future__ import annotations

from duskfall.arena.rating.board import HEAD, board, cells, fallbacks
from duskfall.arena.rating.rate import rate
from duskfall.study.winning import wilson
from tests.arena.rating.rated import Played, tables

GAMES = [
    *(Played("town", "a:t b:m", n) for n in range(40)),
    *(Played("mafia" if n % 4 else "town", "b:t a:m", n) for n in range(40)),
    Played(None, "a:t b:m", 41),
]


def test_lines_have_ratings_raw_wins_and_what_failed() -> None:
    lines = board(rate(tables(GAMES)), {"b": 3})
    assert [(line.place, line.player, line.games, line.failed, line.fallbacks) for line in lines] == [
        (1, "a", 80, 1, 0),
        (2, "b", 80, 1, 3),
    ]
    first, last = lines
    assert first.evil_wins == (0.75, *wilson(0.75, 40))
    assert first.better is not None
    assert first.better > 0.9
    assert last.better is None
    assert first.all.rating > last.all.rating


def test_cells_are_as_many_as_heads() -> None:
    lines = board(rate(tables(GAMES)))
    assert all(len(cells(line)) == len(HEAD) for line in lines)
    assert cells(lines[0])[:2] == ("1", "a")
    assert "88 % (78–93)" in cells(lines[0])


def test_an_ask_without_an_answer_counts_once() -> None:
    league = tables(GAMES)
    for call, silent in ((1, True), (2, True), (1, False)):
        league.execute(
            "INSERT INTO calls (game, seat, player, number, call, silent) VALUES (1, 1, 'a', ?, ?, ?)",
            [7 if silent else 8, call, silent],
        )
    assert fallbacks(league) == {"a": 1}


def test_an_empty_league_has_an_empty_board() -> None:
    assert board(rate(tables([]))) == []
