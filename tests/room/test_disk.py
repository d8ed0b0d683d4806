"""A disk that fails: nothing is shown that is not kept, and the table goes on when it is well again."""

from __future__ import annotations

import errno
from pathlib import Path
from random import Random

import pytest

from tests.room.sitting import Table


def fail(*_: object) -> None:
    raise OSError(errno.ENOSPC, "no space left")


def test_nothing_is_shown_that_is_not_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(tmp_path / "table", {"rules": "werewolf", "name": "Ada", "pace": "brisk"})
    ada, ben = table.creator(), table.sit("Ben")
    table.do(ada, "start")
    draw = Random(1)
    for number in range(4000):
        broken = number % 5 == 0
        with monkeypatch.context() as disk:
            if broken:
                disk.setattr("duskfall.room.kept.put", fail)
                disk.setattr("duskfall.table.kept.journal.put", fail)
            shown = len(ada.events)
            try:
                when = table.settle()
                for page in (ada, ben):
                    table.answer(page, draw)
            except OSError:
                when = table.clock.time
                table.tell()
            kept = sum('"fact"' in line for line in (table.folder / "game-1.jsonl").read_text().splitlines())
            assert table.room.playing is not None
            assert table.room.playing.showing.shown <= kept
            assert len(ada.events) >= shown
        if table.room.state != "playing":
            break
        if when is not None:
            table.clock.time = max(when, table.clock.time)
    assert ada.now["over"]


def test_a_deal_that_could_not_be_kept_is_dealt_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(tmp_path / "table", {"rules": "werewolf", "name": "Ada"})
    ada, ben = table.creator(), table.sit("Ben")
    with monkeypatch.context() as disk:
        disk.setattr("duskfall.table.kept.journal.put", fail)
        with pytest.raises(OSError, match="no space"):
            table.do(ada, "start")
        with pytest.raises(OSError, match="no space"):
            table.settle()
    table.settle()
    table.play([ada, ben], Random(2))
    assert ada.now["over"]
