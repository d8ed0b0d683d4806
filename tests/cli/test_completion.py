"""Tab in a shell: option values by click's own way of completing, and once in a real bash."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from duskfall.cli import cli
from duskfall.cli.shell.bash import glued
from duskfall.core.start.setup import NAMES
from duskfall.players.find import known
from duskfall.players.llm.providers import PROVIDERS
from duskfall.rules import BOOKS
from tests.patience import PATIENCE


def completed(*words: str) -> list[str]:
    *args, incomplete = words
    completer = ShellComplete(cli, {}, "duskfall", "_DUSKFALL_COMPLETE")
    return [item.value for item in completer.get_completions(["play", *args], incomplete)]


def test_values_are_completed(tmp_path: Path) -> None:
    assert completed("--rules", "") == list(BOOKS)
    assert completed("--rules", "ai-mafia-") == ["ai-mafia-classic"]
    providers = [f"{name}:" for name, each in PROVIDERS.items() if each.base]
    programs = ["exec:", "tcp:", "unix:"]
    assert completed("--players", "") == [*known(), *providers, *programs, "town=", "mafia=", "neutral="]
    assert completed("--players", "mafia=an") == ["mafia=anthropic:"]
    assert completed("--players", "random*3, s") == ["random*3, scripted"]
    assert completed("--players", "mafia=s") == ["mafia=scripted"]
    assert completed("--deck", "Godfather, ma") == [
        "Godfather, Mason",
        "Godfather, Mafia",
        "Godfather, Mafia Roleblocker",
    ]
    assert completed("--rules", "werewolf", "--deck", "W") == ["Werewolf", "Witch"]
    assert completed("--flags", "max") == ["maxRounds="]
    assert completed("--flags", "announceSaves=") == ["announceSaves=true", "announceSaves=false"]
    assert completed("--rules", "city-mafia", "--flags", "maxRounds=5,tieEndsWith=t") == [
        "maxRounds=5,tieEndsWith=tableVote"
    ]
    assert completed("--as", "") == ["public", "moderator", *NAMES]
    assert completed("--names", "Аня, 小明", "--as", "А") == ["Аня"]
    file = tmp_path / "table.yaml"
    file.write_text("rules: werewolf\n", encoding="utf-8")
    assert completed(str(file), "--flags", "g") == ["guardNoRepeat="]
    assert completed("no-such-file", "--flags", "g") == []
    assert "--players" in completed("--pl")


def test_bash_breaks_words_and_they_are_put_together_again() -> None:
    assert glued(["--flags", "a", "=", "b,c", "=", "d"]) == ["--flags", "a=b,c=d"]
    assert glued(["--flags", "a", "="]) == ["--flags", "a="]
    assert glued(["--flags", "a", "=", ""]) == ["--flags", "a=", ""]


TRY = """
complete -p duskfall >/dev/null || exit 1
try() {
  COMP_WORDS=(duskfall "$@") COMP_CWORD=$# COMPREPLY=()
  _duskfall_completion duskfall
  (IFS='|'; echo "${COMPREPLY[*]}")
}
compopt() { :; }
try play --rules we
try play --flags maxR
try play --rules city-mafia --flags firstDayVote =
try play --rules city-mafia --flags tieEndsWith = t
try play --rules = we
try play --deck '"Cop, Maf'
try play --deck Maf
try rules --fo
try rules we
try rules ""
try why game.jsonl --rules c
try resume --players s
"""
README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def duskfall(tmp_path: Path) -> Path:
    """The program where a checkout has it."""
    place = tmp_path / ".venv" / "bin" / "duskfall"
    place.parent.mkdir(parents=True)
    place.write_text(f"#!{sys.executable}\nfrom duskfall.cli import main\nmain()\n")
    place.chmod(0o755)
    return place


def test_completion_in_a_real_bash_that_was_loaded_as_the_readme_says(tmp_path: Path, duskfall: Path) -> None:
    [load] = re.findall(r"^\$ (eval .*duskfall completion bash.*?) *#", README, re.MULTILINE)
    script = load + TRY.replace("completion duskfall", "completion .venv/bin/duskfall")
    done = subprocess.run(
        ["bash", "--norc", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "werewolf",
        "maxRounds=",
        "true|false",
        "tableVote",
        "werewolf",
        "Cop, Mafia|Cop, Mafia Roleblocker",
        "Mafia|Mafia\\ Roleblocker",
        "--format",
        "werewolf",
        "|".join(BOOKS),
        "city-mafia",
        "scripted",
    ]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_call_the_program_that_is_not_on_the_path(duskfall: Path, shell: str) -> None:
    script = subprocess.run([duskfall, "completion", shell], capture_output=True, text=True, timeout=PATIENCE).stdout
    assert f" {duskfall})" in script
    assert "$+commands" not in script
    assert {"zsh": "the same with `zsh`", "fish": "duskfall completion fish | source"}[shell] in README


def test_a_bare_zsh_is_made_ready_for_completion_first() -> None:
    lines = CliRunner().invoke(cli, ["completion", "zsh"]).output.splitlines()
    [define] = [number for number, line in enumerate(lines) if line.lstrip().startswith("compdef ")]
    assert "compinit" in lines[define - 1]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_has_its_script(shell: str) -> None:
    script = CliRunner().invoke(cli, ["completion", shell]).output
    assert f"_DUSKFALL_COMPLETE={shell}_complete" in script
    assert "duskfall" in script
