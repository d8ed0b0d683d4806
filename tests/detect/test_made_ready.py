"""Whoever switches the coach on has what it needs compiled beside the game, at every door; nobody else has."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from duskfall.batch.compiled import ahead
from duskfall.batch.compiled.ahead import State
from duskfall.host.solo import solo
from tests.detect.test_waiting import FakeAhead
from tests.host.test_solo import params
from tests.room.test_coach import dealt
from tests.terminal.test_coach import played

Door = Callable[[Path, bool], object]
DOORS: dict[str, Door] = {
    "terminal": lambda folder, coach: played(folder.with_suffix(".jsonl"), *["--coach"] * coach, lines=[]),
    "solo": lambda folder, coach: solo(params("werewolf", seats=5, coach=coach)),
    "table": lambda folder, coach: dealt(folder, coach=coach)[0].settle(),
}


@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
def test_the_compiler_is_started_where_the_coach_is_on(
    door: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = FakeAhead(State.COMING)
    monkeypatch.setattr(ahead, "AHEAD", line)
    monkeypatch.setattr(ahead, "can_compile", lambda: True)
    door(tmp_path / "off", False)
    assert not line.wanted
    door(tmp_path / "on", True)
    assert len(set(line.wanted)) == 1
