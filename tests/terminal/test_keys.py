"""The keyboard and the speed at their limits: a terminal that goes away, speeds beyond what the keys reach."""

from __future__ import annotations

import os
import pty
import sys
from collections.abc import Iterator

import pytest

from duskfall.terminal.stage.keys import Keys
from duskfall.terminal.stage.pace import FASTEST, SLOWEST, changed, note


@pytest.fixture
def master(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The other end of a terminal that is our standard input."""
    ours, theirs = pty.openpty()
    with open(theirs, encoding="utf-8") as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        yield ours


def test_keys_come_one_by_one(master: int) -> None:
    with Keys() as keys:
        os.write(master, b"q+")
        assert [keys.get(1), keys.get(1), keys.get(0)] == ["q", "+", ""]
        assert keys.present
    os.close(master)


def test_a_terminal_that_is_gone_has_no_keys_and_is_not_missed(master: int) -> None:
    with Keys() as keys:
        os.close(master)
        assert keys.get(1) == ""
        assert not keys.present
        assert keys.get(0) == ""


@pytest.mark.parametrize(("speed", "faster", "slower"), [(0, 0, FASTEST), (1, 2, 0.5), (100, 100, 50), (0.1, 0.2, 0.1)])
def test_no_key_does_the_contrary_of_what_it_says(speed: float, faster: float, slower: float) -> None:
    assert (changed(speed, "+"), changed(speed, "-"), changed(speed, "x")) == (faster, slower, speed)


def test_the_keys_stay_within_bounds() -> None:
    assert (changed(FASTEST, "+"), changed(SLOWEST, "-")) == (FASTEST, SLOWEST)
    assert (note(0, False), note(0.5, False), note(0, True)) == ("▸ no pauses", "▸ speed 0.5", "‖ paused, no pauses")
