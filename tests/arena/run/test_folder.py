"""The folder of a league is its ledger: nothing in it is played twice, nothing torn counts, no other league gets in."""

from __future__ import annotations

import errno
import gzip
import json
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from duskfall.arena import folder as folders
from duskfall.arena.folder import (
    CHUNK,
    LEAGUE,
    RECORDS,
    LeagueError,
    chunk_games,
    chunk_of,
    chunk_path,
    chunk_size,
    chunks_of,
    missing,
    opened,
    read_about,
    read_league,
)
from duskfall.arena.league import SIDES, Budget, Entrant
from duskfall.arena.run import chunk
from duskfall.arena.run.chunk import play_chunk
from duskfall.arena.schedule import Schedule
from duskfall.arena.store import parquet
from duskfall.core.record import read
from duskfall.rules import ruleset
from duskfall.table.sheet import TableSheet
from tests.arena.run.leagues import QUICK, content, league, play_all, rows


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played") / "league"
    assert play_all(folder, league()) == []
    return folder


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    """A folder of a league that is played, to be spoilt."""
    return Path(shutil.copytree(played, tmp_path / "league"))


# -- chunks ----------------------------------------------------------------------------------------------------


def test_chunks_hold_every_game_once_and_grow() -> None:
    wanted = league(blocks=20_000)
    chunks = chunks_of(wanted)
    assert [game for games in chunks for game in games] == list(range(len(Schedule(wanted))))
    assert all(
        chunk_of(wanted, game) == number for number, games in enumerate(chunks) for game in (games[0], games[-1])
    )
    sizes = [len(games) for games in chunks[:-1]]
    assert sizes == sorted(sizes)
    assert (sizes[0], sizes[-1]) == (chunk_size(wanted), 800)


def test_more_blocks_leave_the_chunks_before_them_as_they_are() -> None:
    few, many = chunks_of(league(blocks=300)), chunks_of(league(blocks=900))
    assert many[: len(few) - 1] == few[:-1]


def test_a_game_with_models_is_a_chunk_by_itself() -> None:
    wanted = league(entrants=(Entrant("a", "http://localhost:1/v1#m"), Entrant("b", "random")))
    assert chunks_of(wanted) == [range(number, number + 1) for number in range(60)]


def test_a_chunk_is_played_once(folder: Path) -> None:
    before = content(folder)
    assert play_chunk(folder, 1) == chunk_path(folder, 1)
    assert content(folder) == before


def test_the_first_of_two_who_play_the_same_chunk_wins(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, before = chunk_path(folder, 0), content(folder)
    aside = path.rename(folder / "aside")
    write = chunk.write_tables

    def slow(into: Path, found: Any) -> None:
        write(into, found)
        shutil.copytree(aside, path)  # meanwhile another is done

    monkeypatch.setattr(chunk, "write_tables", slow)
    play_chunk(folder, 0)
    shutil.rmtree(aside)
    assert content(folder) == before


def test_a_record_that_is_kept_can_be_verified(played: Path) -> None:
    wanted, games = league(), 0
    for number in range(len(chunks_of(wanted))):
        packed, about = (chunk_path(played, number) / RECORDS).read_bytes(), read_about(played, number)
        assert [int(game) for game in about["records"]] == list(chunk_games(wanted, number))
        for game, (place, size) in about["records"].items():
            record = read(gzip.decompress(packed[place : place + size]).splitlines())
            assert record.verify(ruleset(record.rules)) == ""
            kinds = {"one": "random", "two": "scripted"}
            assert record.players == tuple(kinds[name] for name in Schedule(wanted)[int(game)].lineup)
            games += 1
    assert games == 60


def test_records_may_be_left_out(tmp_path: Path, played: Path) -> None:
    wanted = league(records=False)
    play_all(tmp_path, wanted)
    assert not list(tmp_path.rglob(RECORDS))
    assert rows(tmp_path) == rows(played)


# -- torn chunks -----------------------------------------------------------------------------------------------


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-7])


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda path: (path / "games.parquet").unlink(), "games.parquet is missing"),
        (lambda path: cut(path / "seats.parquet"), "seats.parquet is torn"),
        (lambda path: cut(path / RECORDS), f"{RECORDS} is torn"),
        (lambda path: cut(path / CHUNK), f"{CHUNK} is damaged"),
        (lambda path: (path / CHUNK).unlink(), f"{CHUNK} is missing"),
        (lambda path: (path / CHUNK).write_text("[]"), f"{CHUNK} is damaged"),
    ],
)
def test_a_torn_chunk_is_set_aside_told_and_played_again(
    folder: Path, played: Path, spoil: Callable[[Path], object], said: str
) -> None:
    path = chunk_path(folder, 1)
    spoil(path)
    spoilt = content(path)
    (line,) = play_all(folder, league())
    (aside,) = path.parent.glob("torn-*")
    assert line == f"{path}: {said}: set aside as {aside.name}, and played again"
    assert aside.name.startswith("torn-000001-")
    assert content(aside) == spoilt
    assert rows(folder) == rows(played)


def test_what_a_killed_process_has_left_is_cleared_away(folder: Path) -> None:
    before = content(folder)
    half = folder / "chunks" / ".000007-abc"
    half.mkdir()
    (half / "games.parquet").write_bytes(b"PAR1")
    assert play_all(folder, league()) == []
    assert content(folder).keys() == before.keys()


# -- the league ------------------------------------------------------------------------------------------------


def test_a_league_is_read_as_it_was_written(tmp_path: Path) -> None:
    tables = (QUICK, TableSheet("city-mafia", deck=("Don", "Citizen*6"), flags={"nominations": True}, talk=False))
    wanted = league(3, *tables, seed=9, budget=Budget(1.5, 60.0), limits="openai.requests=3", plans=("a", "b"))
    with opened(tmp_path, wanted):
        found = read_league(tmp_path)
    assert (found, found.budget, found.limits) == (wanted, wanted.budget, wanted.limits)


STRANGER = Entrant("one", "random", {"version": "2"})


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"seed": 2}, "its seed is 1"),
        ({"mode": "sides"}, "its mode is mixed"),
        ({"records": False}, "its records is True"),
        ({"blocks": 11}, "it has 12 blocks"),
        ({"tables": (TableSheet("werewolf", 5),)}, "it has other tables"),
        ({"plans": ("1-x",)}, "the rules have changed since then"),
        ({"entrants": (STRANGER, league().entrants[1])}, "player one has changed since then"),
        ({"entrants": (Entrant("one", "scripted"), league().entrants[1])}, "its one is random"),
        ({"entrants": league().entrants[:1]}, "its players are one, two"),
        ({"entrants": league().entrants[::-1]}, "its players stand in another order"),
    ],
)
def test_another_league_is_one_line_and_nothing_is_touched(played: Path, other: dict[str, Any], said: str) -> None:
    before = content(played)
    with pytest.raises(LeagueError) as error, opened(played, replace(league(), **other)):
        pass
    assert str(error.value) == f"{played} holds another league: {said}; name a new folder by --into"
    assert content(played) == before


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("precious", encoding="utf-8")
    with pytest.raises(LeagueError, match="is not empty, and holds no league"), opened(tmp_path, league()):
        pass
    assert content(tmp_path) == {"thesis.txt": b"precious"}


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"arena": 1}', '{"arena": 1, "entrants": 3}'])
def test_a_damaged_league_is_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / LEAGUE).write_text(text, encoding="utf-8")
    with pytest.raises(LeagueError, match=r"league\.json: damaged, or not of a league"):
        read_league(tmp_path)


def test_a_league_of_another_version_and_a_folder_without_one(tmp_path: Path) -> None:
    with pytest.raises(LeagueError, match=r"there is no league\.json, so this is not the folder of a league"):
        read_league(tmp_path)
    (tmp_path / LEAGUE).write_text(json.dumps({"arena": 99}), encoding="utf-8")
    with pytest.raises(LeagueError, match="format 99 is not known; the newest that this version reads is 2"):
        read_league(tmp_path)
    (tmp_path / LEAGUE).write_text(json.dumps({"arena": 2, "schedule": 99}), encoding="utf-8")
    with pytest.raises(LeagueError, match="schedule 99 is not known; the newest that this version plays is 2"):
        read_league(tmp_path)


def test_a_folder_goes_on_with_the_schedule_it_was_begun_with(tmp_path: Path) -> None:
    three = (*league().entrants, Entrant("three", "random", {"version": "1"}))
    old = league(15, mode=SIDES, entrants=three, schedule=1)  # a full chunk and some more
    play_all(tmp_path / "begun", old)
    path = tmp_path / "begun" / LEAGUE
    data = json.loads(path.read_bytes())
    del data["schedule"]  # as the version before wrote it
    path.write_text(json.dumps({**data, "arena": 1}), encoding="utf-8")

    new = replace(old, blocks=20, schedule=2)
    play_all(tmp_path / "begun", new)
    play_all(tmp_path / "at once", replace(new, schedule=1))
    assert read_league(tmp_path / "begun").schedule == 1
    assert rows(tmp_path / "begun") == rows(tmp_path / "at once")


def test_two_cannot_play_a_league_at_once(folder: Path) -> None:
    with (
        opened(folder, league()),
        pytest.raises(LeagueError, match="another process plays this league"),
        opened(folder, league()),
    ):
        pass


def test_blocks_can_be_added(folder: Path, tmp_path: Path) -> None:
    more = league(blocks=25)
    (told,) = play_all(folder, more)  # the last chunk was not full
    assert "it holds games 50 to 59 and now takes 50 to 74: set aside" in told
    play_all(tmp_path / "at once", more)
    assert rows(folder) == rows(tmp_path / "at once")


def test_a_budget_may_be_raised(folder: Path) -> None:
    raised = league(budget=Budget(seconds=1e6))
    assert play_all(folder, raised) == []
    assert read_league(folder).budget == raised.budget


# -- the disk --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["write_tables", "write_synced", "sync_folder"])
def test_a_full_disk_leaves_no_half_a_chunk(
    place: str, tmp_path: Path, played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(chunk, place, full)
        with pytest.raises(OSError, match="No space left"):
            play_all(tmp_path, league())
        assert missing(tmp_path, league()) == [0, 1, 2]
        assert not list((tmp_path / "chunks").iterdir())
    assert play_all(tmp_path, league()) == []
    assert rows(tmp_path) == rows(played)


def test_a_league_that_cannot_be_written_leaves_the_old_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    before = content(folder)
    monkeypatch.setattr(folders, "put", full)
    with pytest.raises(OSError, match="No space left"), opened(folder, league(blocks=30)):
        pass
    assert content(folder) == before


def test_everything_is_on_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    rename = os.rename
    for module in (folders, parquet):
        monkeypatch.setattr(module, "sync", lambda file: done.append("sync"))
    monkeypatch.setattr(os, "rename", lambda old, new: (done.append("rename"), rename(old, new))[1])
    with opened(tmp_path, league(blocks=1)):
        done.clear()
        play_chunk(tmp_path, 0)
    files = len(list(chunk_path(tmp_path, 0).iterdir()))
    assert done == ["sync"] * files + ["rename"]


# -- what others have left or written ------------------------------------------------------------------------


def test_a_league_that_was_cut_off_while_its_folder_was_made_goes_on(tmp_path: Path) -> None:
    for leave in ("chunks", "league.json"):
        folder = tmp_path / leave
        play_all(folder, league(2))
        for each in folder.iterdir():
            if each.name != leave:
                shutil.rmtree(each) if each.is_dir() else each.unlink()
        if leave == "chunks":
            shutil.rmtree(folder / "chunks")
        play_all(folder, league(2))
        assert not missing(folder, league(2))


@pytest.mark.parametrize(
    "change",
    [{"blocks": "x"}, {"blocks": None}, {"tables": []}, {"entrants": [{"name": 7, "kind": "random", "identity": {}}]}],
)
def test_a_league_that_was_written_by_hand_is_one_line(tmp_path: Path, change: dict[str, object]) -> None:
    play_all(tmp_path, league(1))
    file = tmp_path / "league.json"
    file.write_text(json.dumps(json.loads(file.read_text("utf-8")) | change), "utf-8")
    with pytest.raises(LeagueError, match="damaged, or not of a league"):
        read_league(tmp_path)
    file.write_text("[" * 100_000, "utf-8")
    with pytest.raises(LeagueError, match="damaged, or not of a league"):
        read_league(tmp_path)
