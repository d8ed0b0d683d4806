"""Whole games through the room: two people who know only their feeds, and eight bots."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from duskfall.rules.registry import ids
from tests.room.sitting import Table


@pytest.mark.parametrize("rules", ids())
@pytest.mark.parametrize("talk", [True, False])
def test_two_people_and_eight_bots(rules: str, talk: bool, tmp_path: Path) -> None:
    table = Table(tmp_path / "room", {"rules": rules, "name": "Ada", "talk": talk})
    ada, ben = table.creator(), table.sit("Ben")
    table.do(ada, "start")
    table.play([ada, ben], Random(7))
    assert ada.board["state"] == "over"
    assert ada.now["over"] is not None
    assert ben.events
    assert len(ada.board["games"]) == 1
