"""The laws on tables on a server find every planted leak."""

from __future__ import annotations

from pathlib import Path

import pytest

from .leaks import LATE, LEAKS
from .manners import told_apart, told_early
from .test_frames import LATELY, SPOKEN, TOLD


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pair, how, leak = LEAKS[name]
    leak(monkeypatch)
    assert told_apart(TOLD[pair], tmp_path, how), f"nobody notices that {name}"


@pytest.mark.parametrize("name", LATE)
def test_a_planted_leak_to_those_who_are_late_is_found(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    LATE[name](monkeypatch)
    assert told_early(SPOKEN, tmp_path, LATELY), f"nobody notices that {name}"


def test_there_are_leaks_enough() -> None:
    assert len(LEAKS) >= 20
