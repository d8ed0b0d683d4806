"""The page on what can be known is true: its commands and its script run, and it names every key of the JSON."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.detect.innocent import read_innocent
from tests.patience import PATIENCE

PAGE = (Path(__file__).parents[2] / "docs" / "detect.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ \.venv/bin/duskfall (.+)$", PAGE, re.MULTILINE)


def test_the_commands_run_and_every_key_is_named(tmp_path: Path) -> None:
    assert len(COMMANDS) == 4
    for command in COMMANDS:
        args = [sys.executable, "-m", "duskfall", *shlex.split(command)]
        done = subprocess.run(args, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, (command, done.stderr)
    told = json.loads(done.stdout)
    rows = re.findall(r"^\| (`.*?) \|", PAGE.partition("## JSON")[2].partition("## ")[0], re.MULTILINE)
    assert {key for row in rows for key in re.findall(r"`(\w+)`", row)} == {*told}


def test_the_script_runs(capsys: pytest.CaptureFixture[str]) -> None:
    [script] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(script, {"game": read_innocent()})
    assert "Godfather" in capsys.readouterr().out
