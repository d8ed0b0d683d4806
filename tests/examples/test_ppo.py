"""The example of a learner: its advantages by hand, and a run of it where torch is installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.outside import EXAMPLES

torch = pytest.importorskip("torch")


def test_it_learns_for_a_moment(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "rl/ppo.py",
        "--games",
        "4",
        "--updates",
        "2",
        "--judge",
        "2",
        "--svg",
        str(tmp_path / "x.svg"),
    ]
    done = subprocess.run(command, cwd=EXAMPLES, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "update 1: reward" in done.stdout
    assert "as learned: reward" in done.stdout
    assert "<polyline" in (tmp_path / "x.svg").read_text()


def test_advantages_go_from_question_to_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat that is asked at the first and third of four steps, and whose game ends at the last with 1."""
    monkeypatch.syspath_prepend(str(EXAMPLES / "rl"))
    import ppo

    rewards, ends, asks = torch.zeros(4, 1), torch.zeros(4, 1, dtype=torch.bool), torch.ones(5, 1, dtype=torch.bool)
    rewards[3], ends[3], asks[1], asks[3] = 1.0, True, False, False
    values = torch.tensor([[0.25], [9.0], [0.5], [9.0]])
    found = ppo.advantages(rewards, ends, asks, values, torch.tensor([7.0]))
    third = 1 - 0.5
    assert found[2].item() == pytest.approx(third)
    assert found[0].item() == pytest.approx(0.5 - 0.25 + ppo.GAE * third)
