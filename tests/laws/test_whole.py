"""Law 2 and 8 for the whole program: nothing that a viewer receives by any way tells it what it may not know."""

from __future__ import annotations

from pathlib import Path

import pytest

from .whole import bots, detected, detected_leaks, filmed, models, programs, tabled  # noqa: F401  (their ways)
from .whole.leaks import LEAKS
from .whole.ways import WAYS, received
from .whole.world import SECRET, WORLDS

ONLY = {  # these take their time, or need somebody who acts in both games
    "person, screen": {"werewolf"},
    "models, streamed": {"werewolf"},
    "failing": {"werewolf", "ai-mafia"},
}


@pytest.mark.parametrize(
    ("name", "world"), [(name, each) for name in WAYS for each in WORLDS if each in ONLY.get(name, WORLDS)]
)
def test_nothing_that_is_received_depends_on_what_is_hidden(name: str, world: str, tmp_path: Path) -> None:
    left, right = (received(name, WORLDS[world], side, tmp_path) for side in SECRET)
    assert left == right
    assert left
    assert not any(word in left for word in SECRET.values())


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    way, of, leak = LEAKS[name]
    leak(monkeypatch)
    left, right = (received(way, WORLDS[of], side, tmp_path) for side in SECRET)
    assert left != right, f"nobody notices that {name}"


def test_every_way_out_has_a_planted_leak() -> None:
    assert {way for way, _, _ in LEAKS.values()} == set(WAYS)
