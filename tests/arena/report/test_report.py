"""The report of a league: what it tells, in which forms, and what is wrong with a folder in one line."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from duskfall.arena.folder import LeagueError
from duskfall.arena.measures import MEASURES
from duskfall.arena.measures.measure import Unit
from duskfall.arena.report import charts, collect, needed
from duskfall.arena.report.collect import counted, report
from duskfall.arena.report.data import Report
from duskfall.arena.report.html import html
from duskfall.arena.report.markdown import cell, markdown
from duskfall.arena.report.numbers import between
from duskfall.arena.report.random_play import random_play
from duskfall.arena.report.write import write
from duskfall.cli import cli
from tests.arena.report.played_league import league, played
from tests.replay.test_page import Parts

HOSTILE = "<img src=x onerror=alert(1)>|*`"


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, ["arena", *map(str, words)])


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Result]:
    """A league, its report in it, and what the command has said."""
    made = played(tmp_path_factory.mktemp("leagues") / "club", league())
    return made, run("report", made, "--into", made / "report")


@pytest.fixture(scope="module")
def folder(written: tuple[Path, Result]) -> Path:
    return written[0]


@pytest.fixture(scope="module")
def made(folder: Path) -> Report:
    return report(folder, random_games=0)


@pytest.fixture
def _without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are what takes longest, and are seen in the other reports."""
    monkeypatch.setattr(charts, "pictures", lambda *_: "")


# -- what it tells -------------------------------------------------------------------------------------------


def test_it_tells_who_plays_best_and_what_went_wrong_beside_it(made: Report) -> None:
    assert made.players == tuple(each.player for each in sorted(made.leaders, key=lambda each: -each.rating))
    assert sorted(made.players) == ["dice", "steady"]
    first, last = made.leaders
    assert first.better is not None
    assert 0.5 <= first.better <= 1
    assert last.better is None
    assert all(each.low < each.rating < each.high and (each.failed, each.silent) == (0, 0) for each in made.leaders)
    assert sum(each.seats for each in made.leaders) == 8 * made.played
    assert made.played == made.planned == 2 * 3 * 8


def test_every_measure_stands_in_it(made: Report) -> None:
    assert [each.measure for each in made.measures] == list(MEASURES)
    assert made.measured("wins").of("steady") is not None
    assert not made.measured("brier").lines  # bots state nothing


def test_random_play_is_read_off_the_leagues_own_tables() -> None:
    tables = league(books=("werewolf",)).tables
    found = random_play(tables, games=30)
    assert {rules for rules, _ in found["wins"]} == {"", "werewolf"}
    assert 0 <= found["wins"]["werewolf", "good"] < found["wins"]["werewolf", "evil"]
    assert found == random_play(tables, games=30)


@pytest.mark.usefixtures("_without_pictures")
def test_a_folder_that_names_a_file_does_not_run_it(folder: Path, tmp_path: Path) -> None:
    away = shutil.copytree(folder, tmp_path / "away")
    told = json.loads((away / "league.json").read_text("utf-8"))
    told["tables"] = [sheet | {"rules": str(tmp_path / "book.py")} for sheet in told["tables"]]
    (away / "league.json").write_text(json.dumps(told), "utf-8")
    (tmp_path / "book.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')", "utf-8")
    made = write(report(away, random_games=2), away, tmp_path / "out")
    assert made.tables == (("ai-mafia", 8), ("werewolf", 8))  # by the ids in its tables
    assert not (tmp_path / "ran").exists()


def test_the_games_worth_seeing_are_linked_to_their_replays(folder: Path) -> None:
    told = json.loads((folder / "report/report.json").read_text("utf-8"))["notable"]
    assert {"upset", "closest", "shortest", "longest"} <= {each["id"] for each in told}
    page = (folder / "report/index.html").read_text("utf-8")
    for each in told:
        assert each["page"] == f"games/{each['game']}.html"
        assert f'href="{each["page"]}"' in page
        assert "<main" in (folder / "report" / each["page"]).read_text("utf-8")


def test_the_shortest_and_the_longest_game_are_what_they_are_called(folder: Path, made: Report) -> None:
    asked = run("sql", folder, "SELECT game FROM games ORDER BY rounds, answers, game LIMIT 1", "--json")
    shortest = next(each for each in made.notable if each.id == "shortest")
    assert json.loads(asked.output)[0]["game"] == shortest.game


@pytest.mark.usefixtures("_without_pictures")
def test_a_league_without_records_has_no_links(tmp_path: Path) -> None:
    made = played(tmp_path / "club", league(blocks=1, records=False))
    told = write(report(made, random_games=0), made, tmp_path / "out")
    assert told.notable
    assert not any(each.page for each in told.notable)
    assert not list((tmp_path / "out/games").iterdir())


# -- in which forms ------------------------------------------------------------------------------------------


def test_the_page_needs_nothing_from_outside(folder: Path) -> None:
    text = (folder / "report/index.html").read_text("utf-8")
    assert "https://" not in text
    assert "http://" not in text
    assert not re.search(r"url\(|@import|fetch\(|<script|<link|<img|<iframe|\bsrc=", text)
    assert "default-src 'none'" in text
    hrefs = set(re.findall(r'href="([^"]*)"', text))
    assert all(each.startswith("#") or re.fullmatch(r"games/\d+\.html", each) for each in hrefs)


def test_all_forms_say_the_same(folder: Path) -> None:
    page, text, data = (
        (folder / "report" / name).read_text("utf-8") for name in ("index.html", "report.md", "report.json")
    )
    told = json.loads(data)
    for leader in told["leaders"]:
        numbers = f"{leader['rating']:.0f}", f"{leader['low']:.0f}–{leader['high']:.0f}"
        assert all(number in form for number in numbers for form in (page, text))
    for measure in told["measures"]:
        assert (measure["formula"] in text) == bool(measure["rows"])
        assert f"<h2>{measure['title']}</h2>" in page or not measure["rows"]
    assert all(key in told["measures"][0]["rows"][0] for key in ("player", "value", "low", "high", "n", "nothing"))


def test_names_of_players_can_do_nothing(tmp_path: Path) -> None:
    given = league(blocks=1, books=("ai-mafia",), **{HOSTILE: "random", "other": "scripted"})
    made = report(played(tmp_path, given), random_games=0)
    assert "img" not in Parts(html(made)).tags
    assert cell(HOSTILE) in markdown(made)
    assert cell(HOSTILE) == r"\<img src=x onerror=alert(1)>\|\*\`"


def test_an_interval_narrower_than_its_digits_has_more_of_them() -> None:
    assert between(0.4981, 0.5012, Unit.SHARE) == "49.81–50.12\u202f%"
    assert between(0.45, 0.55, Unit.SHARE) == "45–55\u202f%"
    assert between(0.0, 0.021, Unit.SHARE) == "0–2.1\u202f%"
    assert between(-0.11, 0.1, Unit.POINTS) == "−11 to +10\u202fpoints"


# -- the command ---------------------------------------------------------------------------------------------


def test_the_command_writes_the_report_and_says_where(written: tuple[Path, Result]) -> None:
    folder, result = written
    assert result.exit_code == 0
    assert str(folder / "report/index.html") in result.output
    assert sorted(each.name for each in (folder / "report").iterdir()) == [
        "games", "index.html", "report.json", "report.md",
    ]  # fmt: skip


def test_the_command_prints_one_json_object_and_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = played(tmp_path / "club", league(blocks=1, books=("ai-mafia",)))
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda stream: True)
    monkeypatch.setenv("TERM", "xterm")
    result = run("report", made, "--json")
    assert "reading the games …" in result.stderr  # on a terminal, for it takes a while
    told = json.loads(result.stdout)
    assert [each["id"] for each in told["measures"]] == [each.id for each in MEASURES]
    assert any(row["random"] is not None for row in told["measures"][0]["rows"])
    assert not (made / "report").exists()


@pytest.mark.parametrize("package", ["numpy", "altair"])
def test_without_what_it_needs_it_says_what_to_install(
    folder: Path, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    monkeypatch.setattr(needed, "find_spec", lambda name: None if name == package else name)
    result = run("report", folder)
    assert result.exit_code == 2
    assert f'the report needs {package}: pip install "duskfall[arena]"' in result.output


def test_a_folder_that_is_no_league_is_one_line(tmp_path: Path) -> None:
    result = run("report", tmp_path)
    assert result.exit_code == 2
    assert "not the folder of a league" in str(result.output)


def test_an_empty_league_is_one_line(tmp_path: Path) -> None:
    from duskfall.arena.folder import write_league

    write_league(tmp_path, league())
    result = run("report", tmp_path)
    assert result.exit_code == 2
    assert "no game has been played yet" in str(result.output)


def test_a_damaged_table_is_one_line(tmp_path: Path) -> None:
    made = played(tmp_path / "club", league(blocks=1, books=("ai-mafia",)))
    table = next((made / "chunks").glob("*/votes.parquet"))
    table.write_bytes(table.read_bytes()[:-40] + bytes(40))
    result = run("report", made)
    assert result.exit_code == 2
    assert str(table) in str(result.output)
    assert len(str(result.output).splitlines()) == 1


def test_a_report_that_cannot_be_written_is_one_line(
    folder: Path, made: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(collect, "report", lambda _: made)
    result = run("report", folder, "--into", tmp_path / "file" / "there")
    assert result.exit_code == 2
    assert "Not a directory" in str(result.output)


def test_a_league_that_never_ended_a_game_has_nothing_to_tell() -> None:
    from tests.arena.measures.small_tables import game, tables

    with pytest.raises(LeagueError, match="all 1 games failed"):
        counted(Path("club"), tables(games=[game(0, winner=None, error="broke")]))


def test_a_report_is_not_written_through_a_link(folder: Path, tmp_path: Path) -> None:
    away = shutil.copytree(folder, tmp_path / "away")
    shutil.rmtree(away / "report")
    (tmp_path / "victim").mkdir()
    (away / "report").symlink_to(tmp_path / "victim")
    result = run("report", away)
    assert result.exit_code == 2
    assert "name where to write by --into" in result.output
    assert not list((tmp_path / "victim").iterdir())
