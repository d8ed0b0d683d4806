"""A ruleset that another package brings by its entry point, installed beside a wheel of duskfall in an empty place."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import click
import pytest

from tests.outside import CULT, EXAMPLES, ROOT

pytestmark = pytest.mark.slow

PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "duskfall-cult"
version = "1.2"

[project.entry-points."duskfall.rulesets"]
cult = "duskfall_cult.book:THE_CULT_RULES"
broken = "duskfall_cult.nowhere:X"
"""


def run(*command: str | Path, cwd: Path, code: int = 0) -> str:
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(list(map(str, command)), cwd=cwd, capture_output=True, text=True, timeout=240, env=env)
    assert done.returncode == code, done
    return done.stdout + (done.stderr if code else "")


def wheel(project: Path, folder: Path) -> Path:
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=project)
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of an environment that holds duskfall, the package, and what duskfall needs; nothing is editable."""
    place = tmp_path_factory.mktemp("installed")
    package = place / "package" / "duskfall_cult"
    package.mkdir(parents=True)
    (package.parent / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "book.py").write_text(Path(CULT).read_text(encoding="utf-8"), encoding="utf-8")
    wheels = [wheel(ROOT, place / "ours"), wheel(package.parent, place / "theirs")]
    run(sys.executable, "-m", "venv", "--without-pip", place / "venv", cwd=place)
    python = place / "venv" / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "-qq", "--no-index", "--no-deps")
    run(*pip, *wheels, cwd=place)
    (site,) = (place / "venv").glob("lib/python*/site-packages")
    (site / "needed.pth").write_text(f"{Path(click.__file__).parents[1]}\n", encoding="utf-8")  # yaml, rich ... too
    assert str(site) in run(python, "-c", "import duskfall; print(duskfall.__file__)", cwd=place)
    return python.with_name("duskfall")


def test_it_is_listed_and_printed_and_a_broken_one_is_told_of(installed: Path, tmp_path: Path) -> None:
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run([installed, "rules"], cwd=tmp_path, capture_output=True, text=True, timeout=60, env=env)
    assert done.returncode == 0
    assert "cult               The Cult, 6 roles" in done.stdout
    assert done.stderr.count("\n") == 1
    assert "No module named 'duskfall_cult.nowhere'" in done.stderr
    assert "THE CULT" in run(installed, "rules", "cult", cwd=tmp_path)
    assert "No module named" in run(installed, "rules", "broken", cwd=tmp_path, code=2)


def test_it_plays_and_its_record_names_the_package(installed: Path, tmp_path: Path) -> None:
    run(
        installed,
        "play",
        "--rules",
        "cult",
        "--seed",
        "2",
        "--record",
        "g.jsonl",
        "--plain",
        "--speed",
        "0",
        cwd=tmp_path,
    )
    head = json.loads((tmp_path / "g.jsonl").read_text(encoding="utf-8").splitlines()[0])["game"]
    assert head["ruleset"] == {
        "id": "cult",
        "version": 1,
        "distribution": {"name": "duskfall-cult", "version": "1.2"},
    }
    assert run(installed, "replay", "g.jsonl", "--verify", cwd=tmp_path).startswith("verified: ")
    here = run(sys.executable, "-m", "duskfall", "replay", tmp_path / "g.jsonl", "--verify", cwd=ROOT, code=1)
    assert "install the package that it came with, duskfall-cult 1.2" in here


def test_many_games_in_processes(installed: Path, tmp_path: Path) -> None:
    told = run(
        installed, "play", "--rules", "cult", "--games", "40", "--jobs", "2", "--seed", "1", "--json", cwd=tmp_path
    )
    assert json.loads(told)["games"] == 40


def test_its_cases_hold(installed: Path, tmp_path: Path) -> None:
    text = (EXAMPLES / "cases" / "cult.yaml").read_text(encoding="utf-8").replace("../cult.py", "cult")
    (tmp_path / "cases.yaml").write_text(text, encoding="utf-8")
    assert "8 passed, 0 failed" in run(installed, "check", "cases.yaml", cwd=tmp_path)


def test_it_is_hosted(installed: Path, tmp_path: Path) -> None:
    env = os.environ | {"XDG_STATE_HOME": str(tmp_path)}
    command = [str(installed), "host", "--no-open", "--port", "18433"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as server:
        try:
            assert server.stdout
            said = ""
            while "nothing is lost" not in said:
                line = server.stdout.readline()
                assert line, server.communicate()
                said += line
            found = re.search(r"(http://127\.0\.0\.1:\d+/)#key=([\w-]+)", said)
            assert found
            assert "cult" in {game["id"] for game in _call(found[1], found[2], "rulesets")}
        finally:
            server.kill()


def _call(address: str, key: str, name: str) -> Any:
    headers = {"X-Duskfall-Key": key, "Content-Type": "application/json"}
    body = json.dumps({"name": name, "params": {}}).encode()
    with urlopen(Request(f"{address}api/call", body, headers), timeout=60) as answer:
        return json.load(answer)
