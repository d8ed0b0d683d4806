"""Records of every version, two of each ruleset, are read, shown and verified.

None is ever written anew.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from duskfall.cli import cli
from duskfall.core.record import KERNEL, Record, read
from duskfall.rules import BOOKS, ruleset
from duskfall.table import odds
from duskfall.terminal.plain import plain_lines

FILES = sorted((Path(__file__).parents[1] / "records").glob("*.jsonl"))
CHANGED = {
    *("city-mafia-random", "city-mafia-random-2"),  # a later day begins with another seat today (CM-1)
    *("ai-mafia-random", "ai-mafia-random-2", "ai-mafia-random-3", "ai-mafia-scripted-2"),  # questions to nobody
}


@pytest.fixture(params=[file for file in FILES if file.stem not in CHANGED], ids=lambda file: file.stem)
def file(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


@pytest.fixture
def record(file: Path) -> Record:
    return read(file.read_bytes().splitlines())


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few games from each position of a story: it is told, its numbers are no matter."""
    monkeypatch.setattr(odds, "FEWEST", 2)
    monkeypatch.setattr(odds, "FACTS", 0)
    monkeypatch.setattr(odds, "FACTS_A_SEAT", 0)


def replay(file: Path, *args: str, status: int = 0) -> Result:
    done = CliRunner().invoke(cli, ["replay", str(file), *args])
    assert done.exit_code == status, done.output
    return done


def test_there_are_two_of_each_ruleset_and_version() -> None:
    records = [read(file.read_bytes().splitlines()) for file in FILES]
    found = Counter((record.rules, record.kernel) for record in records)
    assert {key for key, count in found.items() if count >= 2} == set(product(BOOKS, range(1, KERNEL + 1)))


def told_why(record: Record) -> str:
    """The line that says why a record cannot be verified."""
    return f"it was played by version {record.kernel} of the kernel's rules, and this is version {KERNEL}"


@pytest.mark.parametrize("file", [file for file in FILES if file.stem in CHANGED], ids=lambda file: file.stem)
def test_those_in_which_a_rule_of_today_changes_something_say_so(file: Path) -> None:
    record = read(file.read_bytes().splitlines())
    assert record.changed(ruleset(record.rules)) == told_why(record)
    assert told_why(record) in replay(file, "--verify", status=1).stderr
    assert told_why(record) in replay(file, "--plain").stderr


def test_they_hold(record: Record) -> None:
    rules = ruleset(record.rules)
    assert record.committed
    assert record.verify(rules) == ""
    assert record.replay(rules).over


def test_the_command_verifies_them(file: Path, record: Record) -> None:
    held = f"verified: {len(record.entries)} answers, {len(record.facts)} facts, "
    assert replay(file, "--verify").stdout.startswith(held)


def test_they_are_shown(file: Path, record: Record, tmp_path: Path) -> None:
    told = list(plain_lines(record.facts, record.names, None))
    shown = replay(file, "--plain")
    assert (shown.stdout.splitlines()[: len(told)], shown.stderr) == (told, "")
    replay(file, "--html", str(tmp_path / "page.html"))
    page = (tmp_path / "page.html").read_text("utf-8")
    assert all(name in page for name in record.names)
