"""The index of tables: it finds them, tells what has to be opened, and is no loss."""

from __future__ import annotations

from pathlib import Path

import pytest

from duskfall.web.tables.index import Index, Listed


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "index.sqlite"


def listed(id: str, code: str, **more: str) -> Listed:
    return Listed(id, code, **{"state": "lobby", "rules": "werewolf"} | more)  # type: ignore[arg-type]


def test_tables_are_found_by_their_code_again_after_a_restart(path: Path) -> None:
    index = Index(path)
    index.put(listed("a", "BCDF"))
    index.put(listed("b", "GHJK"))
    index.close()
    index = Index(path)
    assert (index.room_of("GHJK"), index.room_of("XXXX")) == ("b", "")
    assert (index.has("a"), index.has("c"), index.ids()) == (True, False, {"a", "b"})
    index.forget(["a"])
    assert (index.room_of("BCDF"), index.ids()) == ("", {"b"})


def test_a_code_belongs_to_one_table(path: Path) -> None:
    index = Index(path)
    assert index.reserve("a", "BCDF")
    assert not index.reserve("b", "BCDF")
    assert index.room_of("BCDF") == "a"


def test_what_is_open_or_played_is_opened_again(path: Path) -> None:
    index = Index(path)
    index.put(listed("lobby", "BBBB"))
    index.put(listed("quiet", "CCCC"), open=False)
    index.put(listed("played", "DDDD", state="playing"), open=False)
    assert sorted(index.open_ids()) == ["lobby", "played"]


def test_only_lobbies_in_which_nothing_was_played_are_ever_removed(path: Path) -> None:
    index = Index(path)
    index.put(listed("empty", "BBBB"), open=False)
    index.put(listed("open", "CCCC"))
    index.put(listed("over", "DDDD", state="over"), open=False)
    index.put(listed("again", "FFFF"), [{"number": 1, "winner": "Mafia"}], open=False)
    assert index.empty_for(0) == []
    index.grow_idle(60)
    assert index.empty_for(59) == ["empty"]
    assert index.empty_for(60) == []
    index.put(listed("empty", "BBBB"), open=False)  # somebody was there again
    assert index.empty_for(0) == []


@pytest.mark.parametrize("found", [b"no database at all", b""])
def test_an_index_that_is_none_is_made_anew(path: Path, found: bytes) -> None:
    path.write_bytes(found)
    index = Index(path)
    index.put(listed("a", "BCDF"))
    assert index.ids() == {"a"}


def test_an_index_of_another_layout_is_made_anew(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as other:
        other.setattr("duskfall.web.tables.index.LAYOUT", 99)
        index = Index(path)
        index.put(listed("a", "BCDF"))
        index.close()
    assert Index(path).ids() == set()
