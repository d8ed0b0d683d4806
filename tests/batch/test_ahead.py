"""Programs compiled beside the game: one at a time, for nobody to wait for, and never where nothing is compiled."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from duskfall.batch.compiled import ahead, build
from duskfall.batch.compiled.ahead import Ahead, State
from duskfall.batch.program import Program
from tests.patience import PATIENCE

FORMS = {"survey": "af", "drift": "a"}


@dataclass
class FakeProcess:
    """Is at work until it is given an exit status."""

    status: int | None = None
    killed: bool = False

    def poll(self) -> int | None:
        return self.status

    def kill(self) -> None:
        self.killed, self.status = True, -9

    def wait(self) -> int:
        assert self.status is not None, "it would be waited for"
        return self.status


@dataclass
class Started:
    """What was started, in order."""

    processes: list[FakeProcess] = field(default_factory=list)

    def __call__(self, path: Path, forms: object) -> FakeProcess:
        assert path.read_text(encoding="utf-8").startswith("@")
        assert forms == FORMS
        self.processes.append(FakeProcess())
        return self.processes[-1]


@pytest.fixture(autouse=True)
def compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(ahead, "can_compile", lambda: True)
    monkeypatch.setenv("DUSKFALL_BATCH_CACHE", str(tmp_path))


def program(number: int = 0) -> Program:
    return Program(f"def survey(a, f):\n    return {number}\n\n\ndef drift(a):\n    return 0\n", 1, 1, 1, ())


def test_a_program_is_on_its_way_until_its_process_has_ended() -> None:
    started = Started()
    line = Ahead(started)
    assert [line.want(program(), FORMS) for _ in range(3)] == [State.COMING] * 3
    assert len(started.processes) == 1
    started.processes[0].status = 0
    assert line.want(program(), FORMS) is State.READY
    assert len(started.processes) == 1


def test_what_could_not_be_compiled_is_not_tried_again() -> None:
    started = Started()
    line = Ahead(started)
    line.want(program(), FORMS)
    started.processes[0].status = 1
    assert [line.want(program(), FORMS) for _ in range(2)] == [State.NEVER] * 2
    assert len(started.processes) == 1


def test_one_program_at_a_time() -> None:
    started = Started()
    line = Ahead(started)
    line.want(program(1), FORMS)
    assert line.want(program(2), FORMS) is State.COMING
    assert len(started.processes) == 1
    started.processes[0].status = 0
    assert line.want(program(2), FORMS) is State.COMING
    assert len(started.processes) == 2
    assert line.want(program(1), FORMS) is State.READY


def test_what_is_kept_starts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    started = Started()
    monkeypatch.setattr(build, "is_kept", lambda *args: True)
    assert Ahead(started).want(program(), FORMS) is State.READY
    assert not started.processes


def test_where_nothing_can_be_kept_or_started_it_never_comes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refused(path: Path, forms: object) -> FakeProcess:
        raise OSError("no more processes")

    assert Ahead(refused).want(program(), FORMS) is State.NEVER
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("DUSKFALL_BATCH_CACHE", str(tmp_path / "file"))
    started = Started()
    assert Ahead(started).want(program(), FORMS) is State.NEVER
    assert not started.processes


def test_without_a_compiler_nothing_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    started = Started()
    monkeypatch.setattr(ahead, "can_compile", lambda: False)
    assert Ahead(started).want(program(), FORMS) is State.NEVER
    assert not started.processes


def test_at_the_end_it_is_ended_and_nobody_waits() -> None:
    started = Started()
    line = Ahead(started)
    line.want(program(1), FORMS)
    line.want(program(2), FORMS)
    line.close()
    assert started.processes[0].killed
    assert len(started.processes) == 1


CALLED_BACK = """
import ctypes
from duskfall.batch.compiled import on_cpu
def ctrl_c():
    raise KeyboardInterrupt
try:
    ctypes.CFUNCTYPE(None)(ctrl_c)()
    while True:
        pass
except KeyboardInterrupt:
    print("heard")
"""


def test_ctrl_c_in_a_callback_of_the_compiler_is_heard_without_a_note() -> None:
    found = subprocess.run([sys.executable, "-c", CALLED_BACK], capture_output=True, text=True, timeout=PATIENCE)
    assert (found.stdout, found.stderr) == ("heard\n", "")


HOLDS_ON = """
import signal, sys, time, types
from duskfall.batch.compiled import child
stub = types.ModuleType("duskfall.batch.compiled.build")
def compile_file(path, forms):
    print(path, forms, signal.getsignal(signal.SIGINT) == signal.SIG_IGN, flush=True)
    time.sleep(600)
stub.compile_file = compile_file
sys.modules[stub.__name__] = stub
child.main("source.py", "survey=af", "drift=a")
"""


def test_the_compiler_ends_with_its_parent_and_leaves_ctrl_c_to_it() -> None:
    with subprocess.Popen([sys.executable, "-c", HOLDS_ON], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as found:
        assert found.stdin is not None
        assert found.stdout is not None
        try:
            assert found.stdout.readline().decode().split() == [
                "source.py", "{'survey':", "'af',", "'drift':", "'a'}", "True",
            ]  # fmt: skip
            assert found.poll() is None
            found.stdin.close()
            assert found.wait(PATIENCE) == 1
        finally:
            found.kill()
