"""`duskfall arena sql`, `game` and `export`: what they print, and what they refuse."""

from __future__ import annotations

import csv
import io
import json
import os
import sys
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner, Result

from duskfall.arena.folder import LEAGUE, chunk_path
from duskfall.arena.league import SIDES
from duskfall.arena.store.keep import record_lines
from duskfall.arena.store.tables import TABLES
from duskfall.cli.arena.export import export
from duskfall.cli.arena.game import game
from duskfall.cli.arena.sql import sql
from duskfall.cli.replay import replay
from tests.arena.store.played import league_in
from tests.patience import PATIENCE

COMMANDS = {"sql": sql, "game": game, "export": export, "replay": replay}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("leagues") / "small"
    league_in(found)
    return found


def run(command: str, *given: object) -> Result:
    return CliRunner().invoke(COMMANDS[command], [str(each) for each in given])


def refused(command: str, *given: object) -> str:
    """The one line that says what is wrong."""
    result = run(command, *given)
    assert result.exit_code == 2
    assert isinstance(result.exception, SystemExit)
    assert not result.stdout
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("Error: ").strip()


# -- sql -------------------------------------------------------------------------------------------------------


def test_csv_in_a_pipe(folder: Path) -> None:
    result = run("sql", folder, "SELECT 1 AS one, NULL AS none, true AS yes, 'a,\"b\"\nc 🐺' AS text, 0.5 AS half")
    assert result.exit_code == 0
    assert list(csv.reader(io.StringIO(result.stdout))) == [
        ["one", "none", "yes", "text", "half"],
        ["1", "", "true", 'a,"b"\nc 🐺', "0.5"],
    ]


def test_json_has_every_column_once_and_no_strange_numbers(folder: Path) -> None:
    asked = "SELECT 1 AS x, 2 AS x, 'nan'::DOUBLE AS n, DATE '2026-01-02' AS d, [1, 2] AS l, NULL AS nothing"
    result = run("sql", folder, f"{asked} UNION ALL {asked}", "--json")
    row = {"x": 1, "x_2": 2, "n": None, "d": "2026-01-02", "l": [1, 2], "nothing": None}
    assert json.loads(result.stdout) == [row, row]
    assert json.loads(run("sql", folder, "SELECT 1 WHERE false", "--json").stdout) == []


def test_a_table_on_a_terminal(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    sql.main([str(folder), "SELECT i AS number, 'w\x1b[31mlf' AS text FROM range(600) r(i)"], standalone_mode=False)
    shown = capsys.readouterr()
    lines = shown.out.splitlines()
    assert any("number" in line and "text" in line for line in lines)
    assert any("499" in line for line in lines)
    assert not any("500" in line for line in lines)
    assert "100 more rows" in shown.err
    assert "w\x1b" not in shown.out
    sql.main([str(folder), "SELECT 'w\x1b[31mlf' AS text", "--csv"], standalone_mode=False)
    assert "\x1b" not in capsys.readouterr().out


def test_many_rows_come_in_order(folder: Path) -> None:
    result = run("sql", folder, "SELECT i FROM range(5000) r(i)", "--csv")
    assert result.stdout.split() == ["i", *map(str, range(5000))]


def test_without_a_question_the_tables_are_told(folder: Path) -> None:
    told = run("sql", folder).stdout
    assert "games: game INTEGER, block INTEGER" in told
    assert len(told.splitlines()) == len(TABLES)
    for line in told.splitlines():  # and a question may name them just so
        table, _, columns = line.partition(": ")
        names = ", ".join(each.rpartition(" ")[0] for each in columns.split(", "))
        asked = run("sql", folder, f"SELECT {names} FROM {table}", "--csv")
        assert asked.stdout.splitlines()[0] == names.replace('"', "").replace(", ", ",")


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("SELEC 1", "syntax error"),
        ("SELECT * FROM gamez", 'Did you mean "games"?'),
        ("SELECT nothing FROM games", 'Referenced column "nothing" not found'),
        ("SELECT 'x'::INTEGER", "Could not convert string"),
        ("SELECT * FROM read_text('/etc/hostname')", "disabled by configuration"),
        ("SELECT * FROM read_csv('~/.netrc')", "disabled by configuration"),
        ("SELECT * FROM glob('/*')", "disabled by configuration"),
        ("SELECT * FROM '/etc/hostname'", "does not exist"),
        ("SELECT * FROM folder", "does not exist"),
    ],
)
def test_a_wrong_question_is_one_line(folder: Path, query: str, why: str) -> None:
    assert why in refused("sql", folder, query)


@pytest.mark.parametrize(
    "query",
    [
        "",
        "/* nothing */",
        "SELECT 1; SELECT 2",
        "DROP VIEW games",
        "CREATE TABLE x AS SELECT 1",
        "COPY games TO '{chunks}/x.csv'",
        "COPY (SELECT 1) TO '{chunks}/000000/seats.parquet'",
        "EXPLAIN ANALYZE COPY games TO '{chunks}/x.csv'",
        "EXPORT DATABASE '{chunks}'",
        "ATTACH '{chunks}/x.db'",
        "SET enable_external_access = true",
        "INSTALL httpfs",
        "PRAGMA version",
        "CALL pragma_version()",
    ],
)
def test_nothing_is_changed(folder: Path, query: str) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert "nothing is changed" in refused("sql", folder, query.format(chunks=folder / "chunks"))
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_no_folder_and_no_league(tmp_path: Path) -> None:
    for command, *more in (("sql", "SELECT 1"), ("game", 0), ("export",)):
        assert "not the folder of a league" in refused(command, tmp_path / "nowhere", *more)


def test_a_damaged_file_is_named_with_what_to_do(tmp_path: Path) -> None:
    league_in(tmp_path)
    path = chunk_path(tmp_path, 0) / "votes.parquet"
    path.write_bytes(b"torn")
    assert refused("sql", tmp_path, "SELECT count(*) FROM votes") == (
        f"{path}: damaged: remove the folder of this chunk, and let the league run again"
    )


# -- game ------------------------------------------------------------------------------------------------------


def test_a_game_is_shown_and_its_record_holds(folder: Path, tmp_path: Path) -> None:
    shown = run("game", folder, 5).stdout.splitlines()
    assert shown[0].startswith("Game 5: werewolf, block 0, rotation 5, seed ")
    assert shown[-1] == f"Kept in {chunk_path(folder, 0) / 'records.jsonl.gz'}"
    assert len([line for line in shown if "steady" in line or "dice" in line]) == 8
    assert any(line.endswith("won") for line in shown)
    file = tmp_path / "five.jsonl"
    assert f"Written to {file}" in run("game", folder, 5, "--record", file).stdout
    assert run("replay", file, "--verify").stdout.startswith("verified: ")
    assert "A game of werewolf begins" in run("replay", file, "--plain").stdout


def test_every_game_of_a_chunk_has_its_own_record(folder: Path, tmp_path: Path) -> None:
    seeds = json.loads(run("sql", folder, "SELECT game, seed, answers FROM games ORDER BY game", "--json").stdout)
    for row in seeds:
        file = tmp_path / f"{row['game']}.jsonl"
        run("game", folder, row["game"], "--record", file)
        lines = [json.loads(line) for line in file.read_text("utf-8").split("\n") if line]
        assert lines[1]["secret"]["seed"] == row["seed"]
        assert sum("answer" in line for line in lines) <= row["answers"]


def test_games_that_are_not_there(folder: Path, tmp_path: Path) -> None:
    for number in (15, 99):
        assert f"game {number} is not there" in refused("game", folder, number)
    league_in(tmp_path / "bare", records=False)
    result = run("game", tmp_path / "bare", 3, "--record", tmp_path / "x.jsonl")
    assert result.exit_code == 2
    assert "there is no record of game 3: the league keeps no records" in result.stderr
    assert not (tmp_path / "x.jsonl").exists()


def test_a_folder_that_names_a_file_of_rules_does_not_run_it(tmp_path: Path) -> None:
    away = tmp_path / "away"
    league_in(away, mode=SIDES)
    told = json.loads((away / LEAGUE).read_text("utf-8"))
    told["tables"] = [sheet | {"rules": str(tmp_path / "book.py")} for sheet in told["tables"]]
    (away / LEAGUE).write_text(json.dumps(told), "utf-8")
    (tmp_path / "book.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')", "utf-8")
    for command in (("game", 1), ("export", "--into", tmp_path / "x"), ("sql", "FROM games")):
        assert run(command[0], away, *command[1:]).exit_code == 0
    assert not (tmp_path / "ran").exists()


def test_a_game_with_a_journal_of_its_own(tmp_path: Path) -> None:
    league_in(tmp_path)
    journal = tmp_path / "games" / "000003.jsonl"
    journal.parent.mkdir()
    lines = record_lines(tmp_path, 3)
    journal.write_bytes(
        "".join(f"{line}\n" for line in [*lines, json.dumps({"note": "\u2028"}, ensure_ascii=False)]).encode()
    )
    assert record_lines(tmp_path, 3) == [*lines, '{"note": "\u2028"}']
    assert run("game", tmp_path, 3).stdout.splitlines()[-1] == f"Kept in {journal}"


def test_a_game_that_is_still_to_be_played(tmp_path: Path) -> None:
    league_in(tmp_path)
    chunk_path(tmp_path, 0).rename(tmp_path / "elsewhere")
    assert refused("game", tmp_path, 3).startswith(f"{tmp_path}: game 3 is not there: it was not played")


def test_without_duckdb_a_line_says_what_to_install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    for command, *more in (("sql", "SELECT 1"), ("game", 0), ("export",)):
        assert 'pip install "duskfall[arena]" (in a checkout: make arena)' in refused(command, folder, *more)


def test_a_record_that_cannot_be_written(folder: Path, tmp_path: Path) -> None:
    result = run("game", folder, 3, "--record", tmp_path / "nowhere" / "x.jsonl")
    assert result.exit_code == 2
    assert "--record: " in result.stderr


def test_a_damaged_file_of_records(tmp_path: Path) -> None:
    league_in(tmp_path)
    path = chunk_path(tmp_path, 0) / "records.jsonl.gz"
    path.write_bytes(path.read_bytes()[:-2000])
    result = run("game", tmp_path, 14, "--record", tmp_path / "x.jsonl")
    assert (result.exit_code, f"{path}: damaged" in result.stderr) == (2, True)


# -- export ----------------------------------------------------------------------------------------------------


def exported(folder: Path, *options: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in run("export", folder, *options).stdout.splitlines()]


def test_lines_are_chosen(folder: Path, tmp_path: Path) -> None:
    everything = exported(folder)
    assert 0 < len(everything) <= 8 * 8 + 7 * 7
    for options, wanted in (
        (("--won",), {"won": True}),
        (("--player", "dice"), {"player": "dice"}),
        (("--side", "evil"), {"side": "evil"}),
        (("--won", "--player", "steady", "--side", "good"), {"won": True, "player": "steady", "side": "good"}),
    ):
        assert exported(folder, *options) == [line for line in everything if wanted.items() <= _outside(line).items()]
    file = tmp_path / "chat.jsonl"
    assert run("export", folder, "--into", file).stdout == f"Written to {file}: {len(everything)} lines\n"
    assert [json.loads(line) for line in file.read_text("utf-8").split("\n")[:-1]] == everything
    assert [each.name for each in tmp_path.iterdir()] == ["chat.jsonl"]


def test_a_device_stays_one_and_a_link_too(folder: Path, tmp_path: Path) -> None:
    pipe, link, file = tmp_path / "pipe", tmp_path / "link", tmp_path / "file"
    os.mkfifo(pipe)
    heard: list[str] = []
    listener = Thread(target=lambda: heard.extend(pipe.read_text("utf-8").split("\n")[:-1]), daemon=True)
    listener.start()
    assert run("export", folder, "--player", "dice", "--into", pipe).exit_code == 0
    listener.join(PATIENCE)
    assert pipe.is_fifo()
    assert len(heard) == len(exported(folder, "--player", "dice"))
    link.symlink_to(file)
    run("export", folder, "--won", "--into", link)
    assert link.is_symlink()
    assert len(file.read_text("utf-8").split("\n")) == len(exported(folder, "--won")) + 1


def test_what_was_there_stays_when_the_export_fails(tmp_path: Path) -> None:
    league_in(tmp_path / "league")
    file = tmp_path / "chat.jsonl"
    file.write_text("before")
    path = chunk_path(tmp_path / "league", 0) / "records.jsonl.gz"
    path.write_bytes(path.read_bytes()[:-2000])
    assert "damaged" in refused("export", tmp_path / "league", "--into", file)
    assert file.read_text() == "before"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["chat.jsonl", "league"]


def _outside(line: dict[str, object]) -> dict[str, object]:
    """What stands beside the messages."""
    return {key: value for key, value in line.items() if key != "messages"}


def test_nobody_and_nothing_to_export(folder: Path, tmp_path: Path) -> None:
    assert refused("export", folder, "--player", "me") == "--player: nobody is called 'me' (there are: steady, dice)"
    league_in(tmp_path / "bare", records=False)
    assert "keeps no records" in refused("export", tmp_path / "bare")
    assert "--into" in refused("export", folder, "--into", tmp_path / "no" / "where.jsonl")


def test_a_number_that_no_league_has_is_told_at_once(folder: Path) -> None:
    assert "is not there" in refused("game", folder, 1 << 30)


def test_a_link_is_no_record(tmp_path: Path) -> None:
    league_in(tmp_path)
    (tmp_path / "games").mkdir()
    (tmp_path / "games/000003.jsonl").symlink_to(tmp_path / LEAGUE)
    result = run("game", tmp_path, 3, "--record", tmp_path / "x.jsonl")
    assert result.exit_code == 2
    assert "a link, not a record" in result.stderr
    assert not (tmp_path / "x.jsonl").exists()
