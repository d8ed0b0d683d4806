"""A proper score: over games of `random` players the stated chances come true as often as they say."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from duskfall.detect.posterior import Budget
from duskfall.rules import BOOKS
from tests.volume import scaled

BENCH: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[2] / "bench" / "calibration.py"))
LITTLE = Budget(steps=3_000, samples=0)


@pytest.mark.parametrize("rules", BOOKS)
def test_stated_chances_come_true_as_often_as_they_say(rules: str) -> None:
    scores = BENCH["calibrated"](rules, 6, scaled(30), 5_000, LITTLE, "plain")
    assert scores.questions >= 20
    assert scores.worst < 4
    assert scores.bits > scores.prior_bits, "who looks knows more than who knows the deck alone"
    assert "log score" in "\n".join(BENCH["lines"](rules, scores))


def test_what_is_wrong_is_not_calibrated() -> None:
    """Chances that are too sure of themselves are far off; so is one false certainty."""
    scores, bold = BENCH["Scores"](), BENCH["Bin"]()
    for number in range(100):
        bold.add(0.9, number % 2 == 0)
    assert bold.off > 4
    scores.certain.add(1.0, False)
    assert scores.worst == float("inf")
