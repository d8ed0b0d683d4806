"""The leaderboard: what stands beside a rating is counted once, and says the same on the terminal and in the report."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from duskfall.arena.folder import read_league
from duskfall.arena.rating.rate import rate
from duskfall.arena.report import charts
from duskfall.arena.report.collect import report
from duskfall.arena.report.data import Report
from duskfall.arena.report.html import html
from duskfall.arena.report.leaders import balance_of_sides, leaders, read_beside, side_ratings
from duskfall.arena.report.markdown import markdown
from duskfall.arena.store.query import open_tables
from duskfall.cli.arena.compare import compare
from duskfall.cli.arena.result import report_result
from tests.arena.measures.small_tables import game, seats, tables
from tests.arena.report.played_league import league, played


def told(capsys: pytest.CaptureFixture[str], folder: Path, as_json: bool = False) -> str:
    """What the terminal says of a league that has been played."""
    assert report_result(folder, read_league(folder), "", as_json, plain=True)
    return capsys.readouterr().out


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A league at a table with roles that win by themselves, in which no player has as many seats on either side."""
    given = league(blocks=4, books=("ai-mafia",), records=False)
    return played(tmp_path_factory.mktemp("leagues") / "club", given)


@pytest.fixture(scope="module")
def made(folder: Path) -> Report:
    return report(folder, random_games=0)


def test_seats_are_counted_in_games_that_came_to_an_end() -> None:
    rows = {
        "games": [game(0), game(1, block=1), game(2, block=2, winner=None, error="broke")],
        "seats": [*seats(0, "AABB", "ggea"), *seats(1, "ABBA", "ggea", "evil"), *seats(2, "AABB", "ggea")],
    }
    with tables(**rows) as found:
        ratings = rate(found)
        board = {
            each.player: each for each in leaders(league(A="random", B="scripted"), found, ratings, read_beside(found))
        }
        assert (board["A"].games, board["A"].seats, board["A"].won, board["A"].failed) == (2, 4, 2, 1)
        assert (board["B"].games, board["B"].seats, board["B"].won, board["B"].failed) == (2, 4, 1, 1)
        assert board["A"].kind == "random"
        assert board["A"].win_low is None  # two blocks
        sides = {(row.player, row.side): (row.games, row.seats, row.won) for row in side_ratings(found, ratings)}
    assert sides["A", "good"] == (2, 3, 2)
    assert sides["A", "evil"] == (0, 0, 0)
    assert sides["B", "all"] == (2, 4, 1)


def test_the_terminal_and_the_report_say_the_same(
    folder: Path, made: Report, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [re.split(r"\s{2,}", line) for line in told(capsys, folder).splitlines()]
    head = lines[next(place for place, line in enumerate(lines) if "seats won" in line)]
    assert {"seats won", "of seats", "in games", "broken games", "no answer", "better than next"} <= set(head)
    cells = {line[0]: line[-5:] for line in lines if line[0] in ("steady", "dice")}
    in_report = {row[0]: row for row in map(_cells, markdown(made).splitlines()) if row[0] in ("steady", "dice")}
    wins = made.measured("wins")
    for each in made.leaders:
        line = wins.of(each.player)
        assert line is not None
        assert (each.seats, each.won / each.seats) == (line.n, pytest.approx(line.value))
        assert each.games == made.played
        share, interval, of_seats, in_games = in_report[each.player][4:8]
        assert cells[each.player][0] == f"{share} ({interval})".replace("\u202f", " ")
        assert cells[each.player][1:3] == [of_seats, in_games] == [str(each.seats), str(each.games)]


def _cells(line: str) -> list[str]:
    """The cells of a line of the first table in Markdown."""
    return [cell.strip() for cell in line.strip("|").split("|")] if line.count("|") == 12 else [""]


def test_json_has_the_same_numbers(folder: Path, made: Report, capsys: pytest.CaptureFixture[str]) -> None:
    rows = json.loads(told(capsys, folder, as_json=True))["ratings"]
    for row, same in zip(rows, made.as_data()["ratings"], strict=True):
        assert {key: same[key] for key in row} == row
        assert row["won"] <= row["seats"]
        assert row["games"] <= made.played


def test_a_player_alone_is_not_rated_and_the_balance_of_the_sides_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(charts, "pictures", lambda *_: "")
    alone = played(tmp_path / "alone", league(blocks=10, books=("werewolf",), records=False, dice="random"))
    found = report(alone, random_games=0)
    with open_tables(alone) as here:
        balance = list(balance_of_sides(here))
        counted = dict(here.execute("SELECT winner, count(*) FROM games GROUP BY winner").fetchall())
    assert {each.side for each in balance} == {"village", "werewolves", *counted}
    assert all((each.won, each.games) == (counted.get(each.side, 0), 10) for each in balance)
    assert tuple(balance) == found.sides
    assert (found.ratings, found.leaders[0].rating, found.leaders[0].seats) == ((), None, 80)
    assert not any(each.id == "upset" for each in found.notable)
    texts: dict[str, Any] = {"terminal": told(capsys, alone), "markdown": markdown(found), "page": html(found)}
    for text in texts.values():
        assert "there is nobody to rate it against" in text
        assert "1500" not in text
        assert all(each.side in text for each in balance)
    data = json.loads(told(capsys, alone, as_json=True))
    assert data["ratings"] == []
    assert data["sides"] == [each._asdict() for each in balance]
    both = CliRunner().invoke(compare, [str(alone), str(alone)]).output
    assert "1500" not in both
    assert "None: in one of the runs, a player played alone or the blocks are too few." in both


def test_a_league_of_five_by_sides_has_intervals(tmp_path: Path) -> None:
    five = dict.fromkeys("abcde", "random")
    given = league(blocks=10, books=("ai-mafia-classic",), records=False, **five)
    given = type(given)(given.entrants, given.tables, given.blocks, mode="sides", records=False)
    lines = report(played(tmp_path, given), random_games=0).measured("wins").over_all()
    whole = [line for line in lines if not line.group]
    assert len(whole) == 5
    assert all(line.blocks == 4 and line.low is not None for line in whole)
