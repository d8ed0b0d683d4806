"""The laws on tables on a server find every planted leak."""

from __future__ import annotations

from pathlib import Path

import pytest

from .leaks import LEAKS
from .manners import told_apart
from .test_frames import TOLD


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pair, how, leak = LEAKS[name]
    leak(monkeypatch)
    assert told_apart(TOLD[pair], tmp_path, how), f"nobody notices that {name}"


def test_there_are_leaks_enough() -> None:
    assert len(LEAKS) >= 20
