"""`duskfall simulate` as a user meets it: counts, JSON, mistakes in one line, Ctrl-C, nothing but what is installed."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path
from select import select

import pytest
from click.shell_completion import ShellComplete

from duskfall.cli import cli
from duskfall.core.record import read
from duskfall.rules import ruleset
from tests.cli.test_cli import duskfall, refused
from tests.outside import MINI
from tests.patience import PATIENCE

TABLE = ("simulate", "--rules", "ai-mafia", "--deck", "Godfather, Cop, Villager*4", "--seed", "7")


def counted(*args: str) -> dict[str, object]:
    done = duskfall(*args, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert isinstance(told, dict)
    return told


def test_games_are_counted_as_json() -> None:
    told = counted(*TABLE, "--games", "2e3")
    assert [told[key] for key in ("games", "draws", "device", "threads", "seed")] == [2000, 0, "cpu", 1, 7]
    assert (told["policy"], told["policy_kind"]) == ("uniform", "players")
    assert isinstance(told["wins"], dict)
    assert sum(told["wins"].values()) == 2000
    assert set(told["wins"]) == {"town", "mafia"}
    assert {"rounds", "seconds", "compile_s", "games_per_s"} <= told.keys()
    assert (told["rules"], told["deck"]) == ("ai-mafia", {"Cop": 1, "Godfather": 1, "Villager": 4})
    again = counted(*TABLE, "--games", "2_000", "--threads", "2")
    assert [again[key] for key in ("wins", "rounds", "threads")] == [told["wins"], told["rounds"], 2]


def test_games_are_told_as_a_table() -> None:
    done = duskfall(*TABLE, "--games", "2000")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("2,000 games of ai-mafia at 6 seats, seed 7, ")
    assert "policy uniform: players, who know what their seats know\n" in done.stdout
    assert re.search(r"^side +games won +of +rate +95 % interval$", done.stdout, re.MULTILINE)
    assert re.search(r"^mafia +[\d,]+ +2,000 +[\d.]+% +[\d.]+% to [\d.]+%$", done.stdout, re.MULTILINE)
    assert re.search(r"games a second on cpu, 1 thread: [\d.]+ s, and [\d.]+ s to compile\n$", done.stdout)


def test_a_table_model_is_called_one_wherever_it_is_told() -> None:
    assert counted(*TABLE, "--games", "100", "--policy", "skilled")["policy_kind"] == "table model"
    done = duskfall(*TABLE, "--games", "100", "--policy", "skilled")
    assert (
        "policy skilled: a table model, drawn from outside by the true roles: no player could play so\n" in done.stdout
    )


def test_a_ruleset_from_outside_is_simulated_and_a_deck_against_the_book_is_warned_of() -> None:
    assert counted("simulate", "--rules", MINI, "--games", "100", "--seed", "1")["games"] == 100
    done = duskfall("simulate", "--deck", "Godfather*2, Villager*4", "--games", "100", "--seed", "1")
    assert (done.returncode, done.stderr.count("warning: ")) == (0, 1)


def test_a_game_is_taken_out_as_a_record(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    done = duskfall(*TABLE, "--record", "5", str(file))
    assert (done.returncode, done.stdout) == (0, "")
    assert read(file.read_text(encoding="utf-8").splitlines()).verify(ruleset("ai-mafia")) == ""
    assert duskfall("replay", str(file), "--verify").returncode == 0
    assert "exists already" in refused(*TABLE, "--record", "5", str(file))


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--games", "0"), "'--games': '0' is not a whole number from 1 to 1,000,000,000,000,000"),
        (("--games", "1.5"), "'1.5' is not a whole number"),
        (("--games", "nan"), "'nan' is not a whole number"),
        (("--games", "1e99"), "'1e99' is not a whole number"),
        (("--policy", "wise"), "--policy: unknown policy 'wise' (there are: uniform, "),
        (("--policy", "skiled"), "--policy: unknown policy 'skiled', did you mean 'skilled'?"),
        (("--threads", "many"), "--threads: 'many' is neither a number of processes nor auto"),
        (("--threads", "5000"), "--threads: 5000 are too many: 1024 at most"),
        (("--seed", "-1"), "'--seed': '-1' is not a whole number from 0 to 9,223"),
        (("--rules", "chess"), "--rules: unknown ruleset 'chess'"),
        (("--seats", "40"), "--seats: ai-mafia has decks for 5 to 20 seats, not for 40"),
        (("--deck", "Godfather, Villager*40"), "--deck: a simulated table has 3 to 31 seats, not 41"),
        (("--deck", "Godfather, Elf"), "--deck: unknown role 'Elf'"),
        (("--flags", "maxRounds=lots"), "--flags: "),
        (("--device", "tpu"), "'tpu' is not one of"),
        (("--device", "cuda"), "there is no CUDA GPU that can be used here: pip install 'duskfall[cuda]'"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_clear_line(args: tuple[str, ...], said: str) -> None:
    assert said in refused("simulate", *args)


def test_without_numba_one_line_says_how_to_get_it() -> None:
    script = "import sys; sys.modules['numba'] = None; from duskfall.cli import main; main()"
    command = [sys.executable, "-c", script, *TABLE, "--games", "5"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    said = "duskfall: the simulator needs numba: pip install 'duskfall[batch]' (in a checkout: make batch)\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_prints_what_is_done_so_far(number: int) -> None:
    """A terminal shows a bar with how many are played; once some are, it is stopped."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "duskfall", *TABLE, "--games", "1e12"]
    env = os.environ | {"TERM": "xterm", "COLUMNS": "120"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, text=True, env=env)
    os.close(theirs)
    shown = ""
    while not re.search(r"[1-9]\d*/1000000000000", shown):
        assert select([ours], [], [], PATIENCE)[0], shown
        shown += os.read(ours, 4096).decode()
    assert "compiling ai-mafia" in shown
    process.send_signal(number)
    told, _ = process.communicate(timeout=PATIENCE)
    os.close(ours)
    assert process.returncode == 130
    games = re.match(r"([\d,]+) games \(stopped, of 1,000,000,000,000\) of ai-mafia", told)
    assert games, told
    assert int(games[1].replace(",", "")) > 0
    assert "games a second" in told


def test_options_are_completed_as_those_of_play() -> None:
    def completed(*words: str) -> list[str]:
        *args, incomplete = words
        completer = ShellComplete(cli, {}, "duskfall", "_DUSKFALL_COMPLETE")
        return [item.value for item in completer.get_completions(["simulate", *args], incomplete)]

    assert completed("--rules", "ai-mafia-") == ["ai-mafia-classic"]
    assert completed("--rules", "werewolf", "--deck", "W") == ["Werewolf", "Witch"]
    assert completed("--flags", "max") == ["maxRounds="]
    assert completed("--policy", "u") == ["uniform"]
    assert completed("--device", "") == ["cpu", "cuda"]
