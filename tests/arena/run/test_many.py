"""Many games: the same count however they are shared out, a clean end by Ctrl-C, and one line for a broken player."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
from pathlib import Path
from select import select
from typing import Any

import pytest

from duskfall.arena.run import pool
from duskfall.arena.run.many import play_many, play_seeds
from duskfall.arena.run.tally import Outcome, WinCount
from duskfall.core.facts import Ended
from duskfall.rules import BOOKS, ruleset
from duskfall.study.winning import wilson
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.table.sheet import TableSheet
from tests.patience import PATIENCE
from tests.warm import duskfall

ROOT = Path(__file__).parents[3]
MIXED = TableSheet(players="scripted*3, random*7", talk=False)
SEEDS = range(7, 47)

BROKEN = """
import os
from duskfall.players.bots.random import RandomPlayer

class Clumsy(RandomPlayer):
    def answer(self, ask, view):
        if ask.number == 2:
            raise RuntimeError("I\\ntripped")
        return super().answer(ask, view)

class Gone(RandomPlayer):
    def answer(self, ask, view):
        os._exit(9)

class Quits(RandomPlayer):
    def answer(self, ask, view):
        raise SystemExit(0)

class Loud(RandomPlayer):
    said = False
    def answer(self, ask, view):
        if not Loud.said:
            Loud.said = True
            with open(os.environ["PIPE"], "w") as pipe:
                pipe.write(f"{os.getpid()}\\n")
        return super().answer(ask, view)

def nobody(seed):
    raise RuntimeError("no players today")
"""

STILLBORN = """
import os, sys
if any("spawn_main" in arg for arg in sys.orig_argv):
    os._exit(3)
"""
LONG = """
from duskfall.table.guard import PlayerFailed
from duskfall.arena.run.many import play_many
from duskfall.table.sheet import TableSheet
try:
    play_many(TableSheet(names=tuple(str(seat) * 20_000 for seat in range(1, 8))), range(4), 2)
except PlayerFailed as error:
    print(error)
"""  # more names than go into a pipe that nobody reads


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "broken.py").write_text(BROKEN, encoding="utf-8")
    return os.environ | {"PYTHONPATH": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}


def command(*args: str) -> list[str]:
    return [sys.executable, "-m", "duskfall", "play", "--no-talk", "--seed", "7", *args]


def from_cold(env: dict[str, str], *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(*args), capture_output=True, text=True, cwd=ROOT, env=env, timeout=PATIENCE)


def run(env: dict[str, str], *args: str) -> subprocess.CompletedProcess[str]:
    return duskfall("play", "--no-talk", "--seed", "7", *args, env=env)


@pytest.fixture(scope="module")
def whole() -> Outcome:
    return play_seeds(MIXED, SEEDS)


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_the_count_is_the_same_however_the_games_are_shared_out(jobs: int, whole: Outcome) -> None:
    assert play_many(MIXED, SEEDS, jobs) == whole


@pytest.mark.parametrize("size", [1, 3, 1000])
def test_shares_of_any_size_make_the_same_whole(size: int, whole: Outcome) -> None:
    parts = [play_seeds(MIXED, SEEDS[first : first + size]) for first in range(0, len(SEEDS), size)]
    total = Outcome()
    for part in reversed(parts):
        total.merge(part)
    assert total == whole


def test_progress_is_told_of_every_game() -> None:
    told: list[int] = []
    play_many(MIXED, SEEDS, 1, told.append)
    assert sum(told) == len(SEEDS)
    assert len(told) > 1


def test_more_processes_than_games_and_as_many_as_cores() -> None:
    assert play_many(MIXED, range(2), 8).games == 2
    assert play_many(MIXED, range(1), 0).games == 1
    assert pool.cores() >= 1


@pytest.mark.parametrize(("rules", "jobs"), list(zip(BOOKS, "23232", strict=True)))
def test_every_process_prints_the_same_bytes(rules: str, jobs: str, env: dict[str, str]) -> None:
    args = ("--rules", rules, "--games", "9", "--json", "--players", "scripted*4, random*6")
    one = from_cold(env | {"PYTHONHASHSEED": "0"}, *args).stdout
    assert from_cold(env | {"PYTHONHASHSEED": "77"}, *args, "--jobs", jobs).stdout == one
    assert json.loads(one)["games"] == 9


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (
            "broken:Clumsy",
            ": RuntimeError: I tripped (broken.py, line 8)",
        ),
        ("broken:Quits", ": SystemExit: 0 (broken.py, line 17)"),
        ("broken:nobody", "player 'broken:nobody' cannot be made: RuntimeError: no players today (broken.py, line"),
        ("broken:Nobody", "player 'broken:Nobody': module 'broken' has no attribute 'Nobody'"),
    ],
)
def test_a_broken_player_is_one_clear_line(kind: str, said: str, jobs: str, env: dict[str, str]) -> None:
    done = run(env, "--games", "4", "--jobs", jobs, "--players", f"random*3, {kind}, random*6")
    never_played = "nobody" in kind.lower()
    assert (done.returncode, done.stdout) == (2 if never_played else 1, "")
    assert done.stderr.startswith("duskfall: ")
    assert done.stderr.count("\n") == 1
    assert said in done.stderr
    if not never_played:
        assert f": player '{kind}' in seat 4 failed at '" in done.stderr
        assert done.stderr.startswith("duskfall: seed ")


def test_a_process_that_dies_is_told_and_nothing_hangs(env: dict[str, str]) -> None:
    done = run(env, "--games", "4", "--jobs", "2", "--players", "broken:Gone")
    assert done.returncode == 1
    assert done.stderr == "duskfall: a process was ended from outside, or by one of its players\n"


def test_processes_run_no_code_of_the_folder_where_they_start(tmp_path: Path) -> None:
    """A folder from somebody else may hold a module of the name of one that Python needs to start a process."""
    (tmp_path / "multiprocessing.py").write_text("open('mark', 'w')\n", encoding="utf-8")
    (tmp_path / "beside.py").write_text("from duskfall.players.bots.random import RandomPlayer\n", encoding="utf-8")
    words = ("--games", "2", "--jobs", "2", "--players", "beside:RandomPlayer*3, random", "--json")
    done = subprocess.run(
        [sys.executable, "-P", *command(*words)[1:]], capture_output=True, text=True, cwd=tmp_path, timeout=PATIENCE,
    )  # fmt: skip
    assert not (tmp_path / "mark").exists()
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["games"] == 2


def test_processes_that_die_before_they_read_their_sheet_are_told(env: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(STILLBORN, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", LONG], capture_output=True, text=True, cwd=ROOT, env=env, timeout=PATIENCE
    )
    assert (done.stdout, done.stderr) == ("a process was ended from outside, or by one of its players\n", "")


def test_ctrl_c_ends_all_processes_at_once(env: dict[str, str], tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    args = command("--games", "9999999", "--jobs", "2", "--players", "broken:Loud")
    with subprocess.Popen(
        args, env=env | {"PIPE": str(pipe)}, cwd=ROOT, stdout=-1, stderr=-1, text=True, start_new_session=True
    ) as process:
        try:
            with open(os.open(pipe, os.O_RDWR), "rb", buffering=0) as lines:  # so that it has no end
                children = {next_line(lines), next_line(lines)}
            os.killpg(process.pid, signal.SIGINT)
            printed, errors = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()  # it would play for days
    assert (process.returncode, printed, errors.strip()) == (130, "", "duskfall: stopped")
    assert len(children) == 2
    for child in children:
        with pytest.raises(ProcessLookupError):
            os.kill(int(child), 0)


def next_line(file: Any) -> bytes:
    """A line that somebody writes, if anybody is left to do so."""
    assert select([file], [], [], PATIENCE)[0], "no process has begun"
    line: bytes = file.readline()
    return line


# -- what is counted ---------------------------------------------------------------------------------------


def test_wilson_intervals() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.40383, 0.59617), abs=1e-5)
    assert wilson(0, 10) == pytest.approx((0, 0.27754), abs=1e-5)
    assert wilson(1, 10) == pytest.approx((0.72246, 1), abs=1e-5)
    assert wilson(0.1, 1000) == pytest.approx((0.08291, 0.12015), abs=1e-5)
    assert wilson(0, 0) == (0, 1)


@pytest.mark.parametrize("rules", BOOKS)
def test_a_seat_wins_with_its_team_or_for_itself(rules: str) -> None:
    sheet, seeds = TableSheet(rules, players="random", talk=False), range(30)
    outcome = play_seeds(sheet, seeds)
    teams = {role.name: role.team for role in ruleset(rules).roles}
    wins: dict[str, int] = {}
    seats: dict[str, int] = {}
    for seed in seeds:
        game = sheet.start(seed)
        end = next(f for f in play(game, seat_players(game, "random")).facts if isinstance(f, Ended))
        for seat, role in enumerate(game.setup.roles, 1):
            seats[role] = seats.get(role, 0) + 1
            won = teams[end.roles[seat - 1]] == end.winner or seat in dict(end.cowins)
            wins[role] = wins.get(role, 0) + won
    assert {role: (tally.seats, tally.wins) for role, tally in outcome.roles.items()} == {
        role: (seats[role], wins[role]) for role in seats
    }
    assert sum(outcome.sides(ruleset(rules).sides).values()) == outcome.games == 30
    assert outcome.players == {"random": WinCount(30, sum(seats.values()), sum(wins.values()))}
    assert all(tally.games == 30 for tally in outcome.roles.values())


def test_the_kinds_of_player_are_counted_apart() -> None:
    outcome = play_seeds(TableSheet(players="mafia=random, scripted", talk=False), range(5))
    assert outcome.players["random"].seats == 15
    assert outcome.players["scripted"].seats == 35
    assert outcome.players["random"].wins == 3 * outcome.wins["mafia"]


def test_a_sheet_travels() -> None:
    sheet = TableSheet("werewolf", 9, None, {"maxRounds": 3}, "random", ("Ann", "小明"), 5, False)
    again: Any = pickle.loads(pickle.dumps(sheet))
    assert again == sheet
    assert again.start().facts == sheet.start().facts
