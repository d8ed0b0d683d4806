"""Records of earlier versions, two of each ruleset, are read, verified and shown; none is ever written anew."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from duskfall.cli import cli
from duskfall.core.record import Record, read
from duskfall.rules import BOOKS, ruleset
from duskfall.table import odds
from duskfall.terminal.plain import plain_lines

FILES = sorted((Path(__file__).parents[1] / "records").glob("*.jsonl"))


@pytest.fixture(params=FILES, ids=lambda file: file.stem)
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


def replay(file: Path, *args: str) -> str:
    done = CliRunner().invoke(cli, ["replay", str(file), *args])
    assert done.exit_code == 0, done.output
    return done.output


def test_there_are_two_of_each_ruleset() -> None:
    rules = Counter(read(file.read_bytes().splitlines()).rules for file in FILES)
    assert {book: count for book, count in rules.items() if count >= 2}.keys() == set(BOOKS)


def test_they_hold(record: Record) -> None:
    assert record.verify(ruleset(record.rules)) == ""
    assert record.replay(ruleset(record.rules)).over


def test_the_command_verifies_them(file: Path, record: Record) -> None:
    assert replay(file, "--verify").startswith(f"verified: {len(record.entries)} answers, {len(record.facts)} facts, ")


def test_they_are_shown(file: Path, record: Record, tmp_path: Path) -> None:
    told = list(plain_lines(record.facts, record.names, None))
    assert replay(file, "--plain").splitlines()[: len(told)] == told
    replay(file, "--html", str(tmp_path / "page.html"))
    page = (tmp_path / "page.html").read_text("utf-8")
    assert all(name in page for name in record.names)
