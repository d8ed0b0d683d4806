"""The README is true: its script is a doctest, its case holds, and every command in it runs."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path
from shutil import copytree

import pytest

from duskfall.cases.check import failures
from duskfall.cases.load import read_file
from tests.llm.hosted import Hosted
from tests.warm import duskfall

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ \.venv/bin/duskfall ([^#\n]+)", README, re.MULTILINE)


def test_the_script_does_what_it_says() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


def test_the_case_holds(tmp_path: Path) -> None:
    [text] = re.findall(r"```yaml\n(.*?)```", README, re.DOTALL)
    file = tmp_path / "case.yaml"
    file.write_text(text, encoding="utf-8")
    for case in read_file(file):
        assert failures(case) == []


# What a person types who answers anything: a wrong number is asked again, any text is a speech, to somebody in case it
# has to be a question.
TYPED = "".join(f"{number % 11}\n@{number % 10 + 1} Who are you?\n" for number in range(2500))


def test_every_command_runs(tmp_path: Path) -> None:
    (tmp_path / "cases").symlink_to(ROOT / "cases")
    copytree(ROOT / "examples", tmp_path / "examples")
    league = tmp_path / "examples" / "league.yaml"
    league.write_text(league.read_text(encoding="utf-8").replace("blocks: 20", "blocks: 2"), encoding="utf-8")
    assert len(COMMANDS) >= 22
    with Hosted() as providers:  # on loopback
        for command in COMMANDS:
            few = re.sub(r"--games \S+", "--games 3", command)  # more of them show nothing more
            done = duskfall(*shlex.split(few), cwd=tmp_path, env=providers.environment, typed=TYPED)
            assert done.returncode == 0, (command, done.stderr)
            assert done.stdout.strip(), command


def test_every_target_of_make_is_there() -> None:
    wanted = re.findall(r"^\$ make (\w+)", README, re.MULTILINE)
    told = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert {"play", "models"} <= set(wanted)
    assert all(re.search(rf"^{target}:", told, re.MULTILINE) for target in wanted)


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)#:]+)\)", README))
def test_every_link_leads_somewhere(target: str) -> None:
    place = ROOT / target
    assert place.is_dir() or place.read_text(encoding="utf-8").strip()
