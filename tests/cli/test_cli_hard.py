"""The command line under hard conditions: broken streams, odd encodings, signals, players that misbehave."""

from __future__ import annotations

import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from duskfall.__main__ import main
from tests.patience import PATIENCE, until
from tests.warm import duskfall

BOTS = """
import sys, time


class Bot:
    blind = True

    def __init__(self, seed):
        pass


class Hangs(Bot):
    def answer(self, ask, view):
        open("hanging", "w").close()
        time.sleep(600)


class Leaves(Bot):
    def __init__(self, seed):
        sys.exit(7)


class Interrupts(Bot):
    def answer(self, ask, view):
        raise KeyboardInterrupt


class Mute(Exception):
    def __str__(self):
        raise ValueError


class Breaks(Bot):
    def answer(self, ask, view):
        raise Mute


class Shouts(Bot):
    def answer(self, ask, view):
        raise ValueError("\\x1b[2J\\u202e\\nduskfall: all is well")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "odd_bots.py").write_text(BOTS, encoding="utf-8")
    return tmp_path


def run(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Run duskfall in the folder."""
    return duskfall(*args, cwd=folder)


def in_shell(folder: Path, *args: str, before: str = "", after: str = "") -> subprocess.CompletedProcess[str]:
    """Run duskfall in the folder, with this on its line before and after the command."""
    line = f"{before} {shlex.join([sys.executable, '-m', 'duskfall', *args])} {after}"
    shell = ["bash", "-o", "pipefail", "-c", line]
    return subprocess.run(shell, cwd=folder, capture_output=True, text=True, timeout=PATIENCE)


def one_line(done: subprocess.CompletedProcess[str], status: int) -> str:
    text = done.stderr
    assert done.returncode == status, text
    assert text.startswith("duskfall: ")
    assert text.count("\n") == 1, text
    assert "\x1b" not in text
    return text


def test_what_an_encoding_lacks_is_written_otherwise(folder: Path) -> None:
    done = in_shell(folder, "play", "--seed", "1", "--no-talk", before="PYTHONIOENCODING=ascii")
    assert done.returncode == 0, done.stderr
    assert r"Villager \xd73" in done.stdout


def test_broken_streams(folder: Path) -> None:
    assert "No space left" in one_line(in_shell(folder, "rules", "werewolf", after=">/dev/full"), 1)
    assert in_shell(folder, "play", "--seed", "1", after="| head -1").returncode == 0
    assert in_shell(folder, "play", "--seed", "1", "--seats", "5", "--record", "g.jsonl").returncode == 0
    assert in_shell(folder, "detect", "g.jsonl", after="| true").returncode == 0
    assert in_shell(folder, "play", "--games", "2", "--seed", "1", after=">&-").returncode == 0
    closed = in_shell(folder, "play", "--players", "human", "--plain", "--seed", "1", after="<&-")
    assert closed.returncode == 130
    assert "Traceback" not in closed.stderr


def test_a_page_never_replaces_its_record_nor_half_of_another(folder: Path) -> None:
    assert run(folder, "play", "--seed", "1", "--no-talk", "--record", "g.jsonl").returncode == 0
    before = (folder / "g.jsonl").read_bytes()
    assert "is the record itself" in one_line(run(folder, "replay", "g.jsonl", "--html", "g.jsonl"), 2)
    assert (folder / "g.jsonl").read_bytes() == before
    (folder / "old.html").write_text("old")
    torn = in_shell(folder, "replay", "g.jsonl", "--html", "old.html", before="ulimit -f 8;")
    assert torn.returncode == 2
    assert (folder / "old.html").read_text() == "old"
    assert [path.name for path in folder.glob(".old*")] == []


def test_half_a_character_in_the_secret_is_a_difference(folder: Path) -> None:
    run(folder, "play", "--seed", "1", "--no-talk", "--record", "g.jsonl")
    text = (folder / "g.jsonl").read_text(encoding="utf-8")
    (folder / "g.jsonl").write_text(text.replace('"nonce":"', '"nonce":"\\ud800', 1), encoding="utf-8")
    assert "commitment" in one_line(run(folder, "replay", "g.jsonl", "--verify"), 1)
    assert "commitment" in one_line(run(folder, "resume", "g.jsonl"), 2)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("games: 99999999999999999999999", "line 1: games:"),
        ('record: "a\\0b"', "line 1: record:"),
        ("seats: 61", "seats"),
    ],
)
def test_extreme_values_in_a_table_file(folder: Path, text: str, said: str) -> None:
    (folder / "t.yaml").write_text(text + "\n", encoding="utf-8")
    assert said in one_line(run(folder, "play", "t.yaml"), 2)


def test_hostile_words_in_a_mistake_stay_on_its_line(folder: Path) -> None:
    assert r"\x1b[31mb" in one_line(run(folder, "replay", "a\n\x1b[31mb"), 2)
    assert len(one_line(run(folder, "play", "--rules", "x" * 100_000), 2)) < 2100


def test_players_that_misbehave(folder: Path) -> None:
    assert "cannot be made" in one_line(run(folder, "play", "--players", "odd_bots:Leaves", "--record", "g.jsonl"), 2)
    assert not (folder / "g.jsonl").exists()
    failing = ("play", "--games", "4", "--seed", "1", "--players")
    assert "KeyboardInterrupt" in one_line(run(folder, *failing, "odd_bots:Interrupts", "--jobs", "2"), 1)
    assert "Mute" in one_line(run(folder, *failing, "odd_bots:Breaks"), 1)
    assert r"\u202e" in one_line(run(folder, *failing, "odd_bots:Shouts", "--jobs", "2"), 1)


class Interrupted:
    """An import of the commands during which Ctrl-C is pressed."""

    def find_spec(self, name: str, *rest: object) -> None:
        if name == "duskfall.cli":
            raise KeyboardInterrupt


def test_ctrl_c_while_the_program_loads_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "duskfall.cli", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Interrupted(), *sys.meta_path])
    with pytest.raises(SystemExit, match="130"):
        main()
    assert capsys.readouterr().err == "duskfall: stopped\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_the_one_that_started_it(folder: Path, number: int) -> None:
    command = [sys.executable, "-m", "duskfall", "play", "--games", "9", "--jobs", "2", "--seed", "1"]
    parent = subprocess.Popen([*command, "--players", "odd_bots:Hangs"], cwd=folder, stderr=subprocess.PIPE)
    until((folder / "hanging").exists)
    children = [int(pid) for pid in _children(parent.pid)]
    assert children
    parent.send_signal(number)
    parent.communicate(timeout=PATIENCE)
    until(lambda: not any(_lives(pid) for pid in children))


def _children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def _lives(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
