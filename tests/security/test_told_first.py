"""What a file of the user's names is told before it is run or called: code, servers, programs, models."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from duskfall.cli import cli
from tests.outside import CULT, MINI, forgetting

from .watch import listening, no_connections

LOUD = "import sys\nprint('THIS RAN', file=sys.stderr, flush=True)\n"


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(sys, "path", list(sys.path))
    with forgetting():
        yield


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A ruleset that says when it is run."""
    path = tmp_path / "book.py"
    path.write_text(LOUD + Path(MINI).read_text(encoding="utf-8"), encoding="utf-8")
    return path


def said(*words: object) -> list[str]:
    """The lines of a command, those of the standard error among them, in order."""
    return CliRunner().invoke(cli, [str(word) for word in words]).output.splitlines()


def test_the_code_of_a_table_file_is_told_before_it_runs(book: Path, tmp_path: Path) -> None:
    table = tmp_path / "table.yaml"
    table.write_text("rules: book.py\n", encoding="utf-8")
    lines = said("play", table, "--speed", 0, "--plain", "--seed", 1)
    assert lines[:2] == [f"running rules from {book}", "THIS RAN"]
    assert lines.count(lines[0]) == 1
    assert "running rules" not in "".join(said("play", table, "--rules", "werewolf", "--speed", 0, "--plain"))


def test_code_that_is_named_on_the_command_line_is_not_told(book: Path) -> None:
    lines = said("play", "--rules", book, "--speed", 0, "--plain", "--seed", 1)
    assert lines[0] == "THIS RAN"
    assert not any("running" in line for line in lines)


@pytest.mark.parametrize("command", ["run", "plan"])
def test_the_code_of_a_league_file_is_told_before_it_runs(command: str, book: Path, tmp_path: Path) -> None:
    league = tmp_path / "league.yaml"
    league.write_text("rules: book.py\nplayers: {one: random, two: random}\nblocks: 1\n", encoding="utf-8")
    assert said("arena", command, league)[:2] == [f"running rules from {book}", "THIS RAN"]


@pytest.mark.parametrize("command", ["check", "rule"])
def test_the_code_of_a_case_file_is_told_before_it_runs(command: str, book: Path, tmp_path: Path) -> None:
    cases = tmp_path / "cases.yaml"
    seats = "{Ann: Mafioso, Bob: Villager, Cid: Villager, Dee: Detective}"
    cases.write_text(f"- {{name: one, rules: book.py, seats: {seats}, play: [night: {{}}]}}\n", encoding="utf-8")
    assert said(command, cases)[:2] == [f"running rules from {book}", "THIS RAN"]


def test_ids_and_installed_rulesets_are_no_code_to_be_told(tmp_path: Path) -> None:
    table = tmp_path / "table.yaml"
    table.write_text("rules: werewolf\nplayers: scripted:ru*4\n", encoding="utf-8")
    assert not any("running" in line for line in said("play", table, "--speed", 0, "--plain", "--seed", 1))
    shutil.copy(CULT, tmp_path / "cult.py")
    table.write_text("rules: cult.py\n", encoding="utf-8")
    assert said("play", table, "--speed", 0, "--plain", "--rules", "cult.py")


FILES = {
    "play": "players: '{kind}*5'\nrules: ai-mafia-classic\nseats: 5\n",
    "arena run": "players: {{one: '{kind}'}}\nrules: ai-mafia-classic\nseats: 5\nblocks: 1\n",
}


@pytest.mark.parametrize("command", FILES)
@pytest.mark.parametrize("kind", ["http://127.0.0.1:{port}/v1#m", "tcp:127.0.0.1:{port}"])
def test_addresses_of_a_file_are_told_before_the_first_connection(
    command: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    file = tmp_path / "file.yaml"
    monkeypatch.setattr("duskfall.cli.common.tell_first", told.append)
    for module in ("play.sheet", "arena.run"):
        __import__(f"duskfall.cli.{module}")
        monkeypatch.setattr(sys.modules[f"duskfall.cli.{module}"], "tell_first", told.append)
    with listening() as listener:
        named = kind.format(port=listener.port)
        file.write_text(FILES[command].format(kind=named), encoding="utf-8")

        class Tried(list[object]):
            def append(self, address: object) -> None:
                told.append("connected")

        with no_connections(Tried()):
            CliRunner().invoke(cli, [*command.split(), str(file)])
    assert "connected" in told
    first = f"connecting to {named}" if named.startswith("tcp") else f"calling http://127.0.0.1:{listener.port}/v1 for"
    assert told[0].startswith(first)


def test_addresses_that_are_typed_are_not_told(tmp_path: Path) -> None:
    tried: list[object] = []
    with no_connections(tried):
        lines = said("play", "--players", "http://127.0.0.1:9/v1#m*5", "--seats", 5, "--seed", 1, "--plain")
    assert tried
    assert not any(line.startswith("calling") for line in lines)
