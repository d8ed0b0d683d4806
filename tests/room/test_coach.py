"""The coach at a table: for one person alone with bots, who switched it on; with other people it is not there."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from duskfall.detect.sight import Sight
from duskfall.room import coach as coaching
from duskfall.wire.known import WhatIsKnown
from tests.host.fitting import misfits
from tests.room.sitting import Page, Table

OFF = "The coach is off at this table."


def dealt(folder: Path, coach: bool = True, **wish: Any) -> tuple[Table, Page]:
    """A table of Ada and bots, at her first question."""
    table = Table(folder / "table", {"rules": "werewolf", "seats": 6, "name": "Ada", "coach": coach, **wish})
    ada = table.creator()
    table.do(ada, "start")
    return table, ada


def until_asked(table: Table, page: Page) -> None:
    while not page.now.get("forms"):
        when = table.settle()
        table.clock.time = max(table.clock.time, when or 0.0)


def head(table: Table) -> Any:
    path = table.room.kept.game(1)
    return json.loads(path.read_text(encoding="utf-8").splitlines()[0])["game"]


def test_whoever_is_alone_may_ask_and_is_answered_out_of_their_view(tmp_path: Path) -> None:
    table, ada = dealt(tmp_path)
    until_asked(table, ada)
    assert ada.board["coach"]
    version = table.room.version
    found = table.do(ada, "known")()["known"]
    assert not misfits(found, WhatIsKnown)
    assert [seat["you"] for seat in found["seats"]].index(True) + 1 == ada.board["mine"]
    assert table.room.version == version, "asking moves nothing"
    assert not any("known" in news for _, news in ada.frames), "nothing of it is pushed"


def test_the_game_is_known_to_go_on_only_where_all_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Sight] = []
    monkeypatch.setattr(coaching, "known", lambda sight: seen.append(sight) or {})
    table, ada = dealt(tmp_path)
    table.settle()
    table.do(ada, "known")()
    until_asked(table, ada)
    table.do(ada, "known")()
    assert [sight.going for sight in seen] == [False, True]
    assert len(seen[0].facts) < len(seen[1].facts), "what is not shown yet is not counted"
    assert {sight.seat for sight in seen} == {ada.board["mine"]}


def test_a_record_says_that_the_coach_was_on(tmp_path: Path) -> None:
    assert head(dealt(tmp_path / "on")[0])["coach"] is True
    assert "coach" not in head(dealt(tmp_path / "off", coach=False)[0])


def test_it_is_off_unless_it_was_switched_on(tmp_path: Path) -> None:
    table, ada = dealt(tmp_path, coach=False)
    until_asked(table, ada)
    assert not ada.board["coach"]
    assert table.refused(ada, "known") == OFF


def test_with_other_people_it_is_not_there(tmp_path: Path) -> None:
    table = Table(tmp_path / "table", {"rules": "werewolf", "seats": 6, "name": "Ada", "coach": True})
    ada, ben = table.creator(), table.sit("Ben")
    table.do(ada, "start")
    table.wait(1)
    for page in (ada, ben):
        assert not page.board["coach"]
        assert table.refused(page, "known") == OFF
    assert "coach" not in head(table)


def test_it_goes_when_somebody_else_takes_a_seat(tmp_path: Path) -> None:
    table, ada = dealt(tmp_path)
    until_asked(table, ada)
    other = 1 if ada.board["mine"] != 1 else 2
    link = table.do(ada, "hand", seat=other, to="person")["link"]
    ben = table.connect({"secret": link["secret"]})
    for _ in range(40):
        if not ada.board["coach"]:
            break
        table.answer(ada, Random(1))
        table.wait(60)
    assert table.refused(ada, "known") == table.refused(ben, "known") == OFF


def test_those_who_watch_may_not_ask(tmp_path: Path) -> None:
    table, _ = dealt(tmp_path)
    watching = table.connect({"watch": "watch"})
    assert table.refused(watching, "known") == "You have no seat at this table."


def test_a_table_that_goes_on_has_its_coach(tmp_path: Path) -> None:
    table, ada = dealt(tmp_path)
    until_asked(table, ada)
    table.restart()
    until_asked(table, ada)
    assert ada.board["coach"]
    assert table.do(ada, "known")()["known"]["seats"]


def test_what_hints_need_is_made_ready_where_the_coach_is_on_out_of_what_all_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Sight] = []
    monkeypatch.setattr(coaching, "get_ready", begun.append)
    dealt(tmp_path / "off", coach=False)
    assert not begun
    table, _ = dealt(tmp_path / "on")
    assert [(sight.seat, sight.facts) for sight in begun] == [(0, tuple(table.room.playing.game.facts[:1]))]  # type: ignore[union-attr]
