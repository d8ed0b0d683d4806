"""The page on the simulator is true: its script runs, and it names every key of the JSON."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from duskfall.batch.run import simulate
from duskfall.batch.table import Table
from duskfall.rules import ruleset

PAGE = (Path(__file__).parents[2] / "docs" / "simulate.md").read_text(encoding="utf-8")


def test_the_script_runs(capsys: pytest.CaptureFixture[str]) -> None:
    [script] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert script.count("1_000_000") == 3
    exec(script.replace("1_000_000", "100").replace(", threads=2", ', device="plain"'), {})
    assert "'games': 200" in capsys.readouterr().out


def test_every_key_is_named() -> None:
    [row] = re.findall(r"^\| `--json` \| (.*) \|$", PAGE, re.MULTILINE)
    told = simulate(Table.make(ruleset("ai-mafia")), 1, device="plain").to_json()
    assert set(re.findall(r"`(\w+)`", row)) == {*told, "rules", "deck"}
