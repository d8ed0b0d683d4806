"""What tests share: a shelf of their own for games without a file name, and the record of a short game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table.cut import whole


@pytest.fixture(autouse=True)
def a_shelf_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test leaves a game in the home of whoever runs it."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the record of a game goes."""
    return tmp_path / "game.jsonl"


@pytest.fixture
def text(path: Path) -> bytes:
    """The record of a short game."""
    return whole(path)
