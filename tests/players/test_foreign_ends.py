"""Programs end with their game, with Ctrl-C, and when the table is killed; a game that goes on tells them all again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from duskfall.core.facts import as_data
from duskfall.core.log import Entry
from duskfall.core.record import Record, read
from duskfall.core.view import visible
from tests.patience import PATIENCE, until

from .programs import asked, got, made, seen, written

LINUX = sys.platform == "linux"
STUBBORN = """
open(sys.argv[0] + ".pid", "w").write(str(os.getpid()))
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGINT, signal.SIG_IGN)
while True: time.sleep(1000)
"""
HELPED = """
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
open(sys.argv[0] + ".pid", "w").write(str(child.pid))
reply(ask, None)
"""


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and that nobody asks for any more does not."""
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] if LINUX else ""
    except (ProcessLookupError, FileNotFoundError):
        return False
    return state != "Z"


def pid_of(folder: Path) -> int:
    """The process that a program has written down, once it has."""
    file = folder / "bot.py.pid"
    until(lambda: file.exists() and file.read_text())
    return int(file.read_text())


def arguments(record: Path, kind: str) -> list[str]:
    players = f"{kind}, {', '.join(['random'] * 7)}"
    table = ["--rules", "werewolf", "--seats", "8", "--seed", "5", "--record", str(record), "--plain"]
    return [sys.executable, "-m", "duskfall", "play", *table, "--players", players]


@contextmanager
def table(folder: Path, kind: str) -> Iterator[subprocess.Popen[str]]:
    """A game in a process of its own."""
    game = subprocess.Popen(
        arguments(folder / "game.jsonl", kind), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        yield game
    finally:
        game.kill()
        game.communicate(timeout=PATIENCE)


# -- the end of a process --------------------------------------------------------------------------------------


def test_a_program_ends_when_its_game_is_over(tmp_path: Path) -> None:
    player = made(written(tmp_path, f"reply(ask, 1){STUBBORN}", "seconds=100"))
    assert player.answer(asked(), seen()) == 1
    pid = pid_of(tmp_path)
    assert alive(pid)
    player.leave(seen())
    until(lambda: not alive(pid))


def test_and_so_does_what_it_has_started(tmp_path: Path) -> None:
    player = made(written(tmp_path, HELPED, "seconds=100"))
    player.answer(asked(), seen())
    pid = pid_of(tmp_path)
    assert alive(pid)
    player.leave(seen())
    until(lambda: not alive(pid))


def test_a_player_that_nobody_holds_any_more_ends(tmp_path: Path) -> None:
    player = made(written(tmp_path, f"reply(ask, 1){STUBBORN}", "seconds=100"))
    player.answer(asked(), seen())
    pid = pid_of(tmp_path)
    del player
    until(lambda: not alive(pid))


@pytest.mark.parametrize("what", [signal.SIGINT, signal.SIGKILL] if LINUX else [signal.SIGINT])
def test_no_program_is_left_when_the_table_is_stopped(what: signal.Signals, tmp_path: Path) -> None:
    with table(tmp_path, written(tmp_path, STUBBORN, "seconds=1000")) as game:
        pid = pid_of(tmp_path)
        game.send_signal(what)
        assert game.wait(PATIENCE) == (130 if what == signal.SIGINT else -what)
        until(lambda: not alive(pid))


def test_a_program_that_reads_ends_with_its_input(tmp_path: Path) -> None:
    """Whatever the kernel does: a helper of a program that shares its input notices the end of it."""
    does = """
open(sys.argv[0] + ".pid", "w").write(str(os.getppid()))
child = subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"])
open(sys.argv[0] + ".pid", "w").write(str(child.pid))
child.wait()
"""
    with table(tmp_path, written(tmp_path, does, "seconds=1000")) as game:
        until(lambda: (tmp_path / "bot.py.pid").exists() and pid_of(tmp_path) != game.pid)
        pid = pid_of(tmp_path)
        game.kill()
        until(lambda: not alive(pid))


# -- a game that goes on -----------------------------------------------------------------------------------------

KILLS = """
mark = sys.argv[0] + ".killed"
if ask["number"] == 4 and not os.path.exists(mark):
    open(mark, "w").close()
    os.kill(os.getppid(), 9)
reply(ask, (ask["seats"] or ask["words"] or ["Hm."])[0])
"""


@pytest.fixture
def killed(tmp_path: Path) -> tuple[str, Path]:
    """A game whose table was killed by a program at its fourth question: the program, and the record."""
    kind, record = written(tmp_path, KILLS, "seconds=100"), tmp_path / "game.jsonl"
    done = subprocess.run(arguments(record, kind), capture_output=True, timeout=PATIENCE)
    assert done.returncode == -signal.SIGKILL
    return kind, record


def go_on(record: Path, *more: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "duskfall", "resume", str(record), "--plain", *more]
    return subprocess.run(line, capture_output=True, text=True, timeout=PATIENCE)


def test_a_record_starts_no_program(killed: tuple[str, Path], tmp_path: Path) -> None:
    kind, record = killed
    before = got(tmp_path), record.read_bytes()
    done = go_on(record)
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert (
        line
        == f"duskfall: {record}: player {kind!r} is code, which a record never brings: give it by --players '{kind}'"
    )
    assert (got(tmp_path), record.read_bytes()) == before


def test_a_new_process_is_told_all_that_it_was_asked_and_answered(killed: tuple[str, Path], tmp_path: Path) -> None:
    kind, record = killed
    first = len(got(tmp_path))
    done = go_on(record, "--players", kind)
    assert done.returncode == 0, done.stderr
    before, after = got(tmp_path)[:first], got(tmp_path)[first:]
    assert before[0] == after[0]
    again = [letter for letter in after if "answered" in letter]
    assert [letter["ask"] for letter in again] == [letter["ask"] for letter in before[1:4]]
    whole = read(record.read_text("utf-8").splitlines())
    assert [letter["answered"] for letter in again] == [entry.value for entry in answers(whole)[:3]]
    assert after[4]["ask"] == before[4]["ask"]
    assert "answered" not in after[4]
    assert after[-1]["over"]["winner"] == next(f.winner for f in reversed(whole.facts) if hasattr(f, "winner"))
    told = [fact for letter in after for fact in letter.get("facts", ())]
    assert told == [plain(as_data(fact)) for fact in whole.facts if visible(fact, 1)]
    assert told[: len(facts_of(before))] == facts_of(before)


def answers(record: Record) -> list[Entry]:
    return [entry for entry in record.entries if entry.seat == 1]


def facts_of(letters: list[dict[str, object]]) -> list[object]:
    return [fact for letter in letters for fact in letter.get("facts", ())]  # type: ignore[attr-defined]


def plain(value: object) -> object:
    """As JSON gives it back."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value


def test_failures_are_told_at_the_end_of_a_game(tmp_path: Path) -> None:
    kind = written(tmp_path, "sys.exit('Oh.')", "seconds=100")
    done = subprocess.run(arguments(tmp_path / "game.jsonl", kind), capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0
    line = done.stdout.partition("\nPrograms that failed:\n")[2].partition("\n")[0]
    assert line.startswith(f"  1 Ann, {kind}: no answer to ")
    assert line.endswith("(it ended with status 1: Oh.)")


def test_a_person_among_programs_has_the_clock_of_the_night(tmp_path: Path) -> None:
    """With a clock of nothing the game does not wait; what is typed runs out, and the game stops where it can go on."""
    kind = written(tmp_path, "reply(ask, None)", "seconds=100")
    line = [sys.executable, "-m", "duskfall", "play", "--rules", "werewolf", "--seats", "8", "--seed", "5", "--plain"]
    line += ["--record", str(tmp_path / "game.jsonl"), "--night-clock", "0", "--players", f"human, {kind}*7"]
    done = subprocess.run(line, capture_output=True, text=True, input="0\n" * 400, timeout=PATIENCE)
    assert "no language model" not in done.stderr
    assert len(got(tmp_path)) > 7
    line[line.index("--night-clock") : line.index("--players")] = ["--probe", "votes"]
    refused = subprocess.run(line, capture_output=True, text=True, timeout=PATIENCE)
    assert (refused.returncode, "--probe: no language model plays here" in refused.stderr) == (2, True)
