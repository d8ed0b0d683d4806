"""Tables on disk: what was written is read, whatever it holds; what is half written or damaged is not."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from duskfall.arena.store import parquet
from duskfall.arena.store.parquet import write_tables
from duskfall.arena.store.query import StoreError, open_tables, readable, table_files
from duskfall.arena.store.rows import Rows
from duskfall.arena.store.tables import TABLES
from tests.arena.store.played import played

ODD = (
    "",
    " ",
    "a\nb\r\nc",
    "tab\there",
    "quote ' \" `",
    "ünïcödé",
    "狼人",
    "🐺\U0001f9db",
    "nul \x01",
    "NULL",
    "\\N",
    "é" * 5000,
)


def chunk(folder: Path, number: int, rows: Rows) -> Path:
    path = folder / "chunks" / f"{number:06}"
    path.mkdir(parents=True)
    write_tables(path, rows)
    return path


def speech(game: int, text: str) -> tuple[object, ...]:
    return game, 1, "day", 1, "speech", 1, True, 0, text


def test_what_was_written_is_read(tmp_path: Path) -> None:
    rows = played("town-of-agents", 1).rows(models={"1": {"persona": "grump"}})
    chunk(tmp_path, 0, rows)
    with open_tables(tmp_path) as tables:
        for table, found in rows.items():
            assert sorted(tables.sql(f"SELECT * FROM {table}").fetchall(), key=repr) == sorted(found, key=repr)


def test_text_of_any_kind(tmp_path: Path) -> None:
    chunk(tmp_path, 0, {"speeches": [speech(game, text) for game, text in enumerate(ODD)]})
    with open_tables(tmp_path) as tables:
        assert [text for (text,) in tables.sql("SELECT text FROM speeches ORDER BY game").fetchall()] == list(ODD)


def test_every_column_can_be_null_and_has_its_type(tmp_path: Path) -> None:
    chunk(tmp_path, 0, {table: [tuple(None for _ in columns)] for table, columns in TABLES.items()})
    with open_tables(tmp_path) as tables:
        for table, columns in TABLES.items():
            described = tables.sql(f"DESCRIBE {table}").fetchall()
            assert {name: kind for name, kind, *_ in described} == columns
            assert tables.sql(f"SELECT * FROM {table}").fetchall() == [tuple(None for _ in columns)]


def test_the_largest_numbers(tmp_path: Path) -> None:
    row = list[object]([None] * len(TABLES["games"]))
    row[list(TABLES["games"]).index("seed")] = 2**64 - 1
    chunk(tmp_path, 0, {"games": [tuple(row)]})
    with open_tables(tmp_path) as tables:
        assert tables.sql("SELECT seed FROM games").fetchall() == [(2**64 - 1,)]


def test_a_table_without_a_file_is_empty_and_has_its_columns(tmp_path: Path) -> None:
    path = chunk(tmp_path, 0, {"speeches": [speech(1, "hello")], "claims": []})
    assert [each.name for each in path.iterdir()] == ["speeches.parquet"]
    for folder in (tmp_path, tmp_path / "nothing"):
        with open_tables(folder) as tables:
            for table, columns in TABLES.items():
                assert {name: kind for name, kind, *_ in tables.sql(f"DESCRIBE {table}").fetchall()} == columns
            assert tables.sql("SELECT * FROM claims").fetchall() == []


def test_only_finished_chunks_are_seen_and_those_of_the_opening(tmp_path: Path) -> None:
    chunk(tmp_path, 0, {"speeches": [speech(0, "a")]})
    for name in (".000001-ab12", "torn-000002-ab12"):
        (chunk(tmp_path, 9, {"speeches": [speech(9, "half")]})).rename(tmp_path / "chunks" / name)
    with open_tables(tmp_path) as tables:
        chunk(tmp_path, 3, {"speeches": [speech(3, "later")]})
        assert tables.sql("SELECT text FROM speeches").fetchall() == [("a",)]
    with open_tables(tmp_path) as tables:
        assert tables.sql("SELECT text FROM speeches ORDER BY game").fetchall() == [("a",), ("later",)]


@pytest.mark.parametrize("name", ["it's", "a b", "[x]", "st*r", "wh?t", 'a"b', "né狼"])
def test_folders_of_any_name(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "stbr").mkdir()
    chunk(tmp_path / "x", 0, {"speeches": [speech(0, "another's")]})
    chunk(tmp_path / name, 0, {"speeches": [speech(0, "mine")]})
    monkeypatch.chdir(tmp_path)
    for folder in (tmp_path / name, Path(name)):
        with open_tables(folder) as tables:
            assert tables.sql("SELECT text FROM speeches").fetchall() == [("mine",)]


@pytest.mark.parametrize("damage", ["short", "empty", "words", "footer", "another table"])
def test_a_damaged_file_is_named(tmp_path: Path, damage: str) -> None:
    rows = played("werewolf", 2).rows()
    for number in range(3):
        chunk(tmp_path, number, rows)
    path = tmp_path / "chunks" / "000001" / "seats.parquet"
    data = path.read_bytes()
    path.write_bytes(
        {
            "short": data[: len(data) // 2],
            "empty": b"",
            "words": b"no table at all, only words",
            "footer": data[:-60] + bytes(byte ^ 255 for byte in data[-60:-40]) + data[-40:],
            "another table": path.with_stem("games").read_bytes(),
        }[damage]
    )
    with pytest.raises(StoreError) as told, open_tables(tmp_path) as tables, readable(tmp_path):
        tables.sql("SELECT count(name), count(role) FROM seats").fetchall()
    assert str(path) in str(told.value)
    assert "\n" not in str(told.value)


def test_tables_that_are_loaded_say_the_same(tmp_path: Path) -> None:
    rows = played("werewolf", 2).rows()
    for number in range(3):
        chunk(tmp_path, number, rows)
    asked = "SELECT role, count(*) FROM seats JOIN games USING (game) GROUP BY ALL ORDER BY ALL"
    with open_tables(tmp_path) as tables, open_tables(tmp_path, loaded=("seats", "games", "calls")) as loaded:
        assert loaded.sql(asked).fetchall() == tables.sql(asked).fetchall()
        assert loaded.sql("SELECT * FROM calls").fetchall() == []


def test_where_nothing_can_be_written_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file or directory") as told:
        write_tables(tmp_path / "nowhere", {"speeches": [speech(0, "a")]})
    assert (told.value.errno, told.value.filename) == (errno.EIO, str(tmp_path / "nowhere"))
    write_tables(tmp_path, {"speeches": [speech(0, "a")]})  # and the next is written


def test_every_file_is_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []
    monkeypatch.setattr(parquet, "sync", lambda descriptor: synced.append(os.readlink(f"/proc/self/fd/{descriptor}")))
    write_tables(tmp_path, played("werewolf", 1).rows())
    assert sorted(synced) == sorted(map(str, tmp_path.iterdir()))
    assert len(synced) == 6


def test_many_threads_write_at_once(tmp_path: Path) -> None:
    def write(number: int) -> None:
        chunk(tmp_path, number, {"speeches": [speech(number, f"{number}.{line}") for line in range(50)]})

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(12)))
    with open_tables(tmp_path) as tables:
        found = {text for (text,) in tables.execute("SELECT text FROM speeches").fetchall()}
    assert found == {f"{number}.{line}" for number in range(12) for line in range(50)}


def test_chunks_are_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for number in (999_999, 1_000_000, 2):
        chunk(tmp_path, number, {"speeches": [speech(number, "x")]})
    assert [path.parent.name for path in table_files(tmp_path)["speeches"]] == ["000002", "999999", "1000000"]


def test_duckdb_alone_is_enough(tmp_path: Path) -> None:
    script = (
        "import sys; sys.modules.update(dict.fromkeys(('pandas', 'pyarrow', 'numpy')))\n"
        "from pathlib import Path\n"
        "from duskfall.arena.store.parquet import write_tables\n"
        "from duskfall.arena.store.query import open_tables\n"
        "into = Path(sys.argv[1]) / 'chunks' / '000000'; into.mkdir(parents=True)\n"
        "write_tables(into, {'speeches': [(0, 1, 'day', 1, 'speech', 1, True, 0, None)]})\n"
        "print(open_tables(Path(sys.argv[1])).execute('SELECT public, text FROM speeches').fetchall())\n"
    )
    ran = subprocess.run([sys.executable, "-c", script, tmp_path], capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr) == ("[(True, None)]\n", "")
