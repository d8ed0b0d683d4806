"""The shelf: games that nobody asked to record are kept, privately, and the oldest ones make room."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

import duskfall
from duskfall.table.kept import shelf
from duskfall.table.kept.journal import Journal
from duskfall.table.run import play
from duskfall.table.seating import seat_players


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return tmp_path


def keep(over: bool) -> Path:
    """A game put on the shelf, finished or not."""
    game = duskfall.start("city-mafia", 5, seed=1, talk=False)
    path = shelf.place("city-mafia")
    assert path
    journal = Journal(path, game, ["random"] * 5)
    if over:
        play(game, seat_players(game), journal)
    journal.close(over)
    return path


def test_a_game_is_kept_in_a_folder_of_ones_own(home: Path) -> None:
    path = keep(over=False)
    assert path.parent == home / "state" / "duskfall" / "games"
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.name.endswith(".jsonl")
    assert "-city-mafia-" in path.name


@pytest.mark.parametrize("state", ["", "relative/state"])
def test_without_a_folder_for_state_it_is_the_usual_one(
    home: Path, state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", state)
    assert shelf.folder() == home / "home" / ".local" / "state" / "duskfall" / "games"


def test_the_last_game_and_the_last_that_can_go_on() -> None:
    assert shelf.last() is None
    assert shelf.last_unfinished() is None
    first, second, third = keep(over=False), keep(over=False), keep(over=True)
    assert shelf.last() == third
    assert shelf.last_unfinished() == second
    second.unlink()
    assert shelf.last_unfinished() == first


def test_a_game_that_had_not_begun_hides_no_other() -> None:
    first, second = keep(over=False), keep(over=False)
    for text in (b"", second.read_bytes().splitlines(keepends=True)[0]):
        second.write_bytes(text)
        assert shelf.last_unfinished() == first


def test_a_game_taken_back_from_its_end_can_go_on() -> None:
    path = keep(over=True)
    assert shelf.last_unfinished() is None
    with path.open("a") as file:
        file.write('{"act":["undo",0,"",1]}\n{"keep":9}\n')
    assert shelf.last_unfinished() == path


def test_the_oldest_games_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "KEPT", 3)
    waiting = keep(over=False)
    finished = [keep(over=True) for _ in range(5)]
    assert waiting.exists()
    assert [path.exists() for path in finished] == [False, False, True, True, True]
    more = [keep(over=False) for _ in range(4)]
    assert [path.exists() for path in (waiting, *more)] == [False, False, True, True, True]
    assert [path.exists() for path in finished[3:]] == [True, True]


def test_a_game_that_is_played_makes_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "KEPT", 2)
    journal = shelf.journal(duskfall.start("city-mafia", 5, seed=1), ["random"] * 5)
    assert journal
    others = [keep(over=False) for _ in range(4)]
    assert [path.exists() for path in (journal.path, *others)] == [True, False, False, True, True]
    journal.close(over=False)
    keep(over=False)
    assert not journal.path.exists()


def test_of_a_long_game_only_the_end_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    path = keep(over=True)
    monkeypatch.setattr(shelf, "TAIL", 200)
    assert path.stat().st_size > 2000
    assert shelf.last_unfinished() is None
    path.write_bytes(path.read_bytes()[:-200])
    assert shelf.last_unfinished() == path


def test_two_games_at_once_get_two_places() -> None:
    assert len({shelf.place("city-mafia") for _ in range(100)}) == 100


def test_where_no_folder_can_be_made_no_game_is_kept(home: Path) -> None:
    (home / "state").write_text("a file")
    assert shelf.place("city-mafia") is None
    assert shelf.last() is None
    assert shelf.last_unfinished() is None


def test_other_files_on_the_shelf_are_left_alone() -> None:
    path = keep(over=True)
    (path.parent / "zzz.txt").write_text("mine")
    (path.parent / "zzz.jsonl").mkdir()
    assert shelf.last_unfinished() is None
    assert shelf.place("city-mafia")
    assert (path.parent / "zzz.txt").exists()
