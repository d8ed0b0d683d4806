"""`duskfall arena run`: a league is played, stopped in every way, gone on with, and told."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest

from duskfall.arena.store.query import open_tables
from tests.arena.run.leagues import content, rows
from tests.patience import PATIENCE, until
from tests.warm import duskfall

ROOT = Path(__file__).parents[3]
FIVE = """
rules: [ai-mafia, ai-mafia-classic, city-mafia, town-of-agents, werewolf]
seats: 7
players: {dice: random, steady: scripted, weak: 'tests.arena.run.weakened:Weakened'}
blocks: 24
seed: 3
records: no
"""
QUICK = "{rules: ai-mafia-classic, seats: 5, talk: no, players: {a: random, b: scripted}, blocks: 30, seed: 5}"
BROKEN = """
from duskfall.players.bots.random import RandomPlayer

class Clumsy(RandomPlayer):
    def answer(self, ask, view):
        if ask.seat == 3:
            raise RuntimeError("I tripped")
        return super().answer(ask, view)

class Interrupted(RandomPlayer):
    def answer(self, ask, view):
        raise KeyboardInterrupt
"""
Done = subprocess.CompletedProcess[str]


class Here:
    """A folder with a league file, in which the command is given."""

    def __init__(self, folder: Path, *usual: str) -> None:
        self.usual = usual  # options of every command, unless it says otherwise
        self.folder, self.file = folder, folder / "club.yaml"
        self.into = folder / "club"
        self.own = {"PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", "XDG_STATE_HOME": str(folder)}
        self.env = os.environ | self.own

    def command(self, *args: str) -> list[str]:
        return ["arena", "run", self.file.name, *self.usual, *args]

    def run(self, text: str, *args: str) -> Done:
        self.file.write_text(text, encoding="utf-8")
        return duskfall(*self.command(*args), cwd=self.folder, env=self.own)

    def start(self, *args: str, **more: Any) -> subprocess.Popen[str]:
        """By an interpreter of its own."""
        command = [sys.executable, "-m", "duskfall", *self.command(*args)]
        return subprocess.Popen(
            command, text=True, cwd=self.folder, env=self.env, stdout=-1, stderr=-1, start_new_session=True, **more
        )

    def run_cold(self, text: str, *args: str, **more: Any) -> Done:
        self.file.write_text(text, encoding="utf-8")
        with self.start(*args, **more) as process:
            said, errors = process.communicate(timeout=PATIENCE)
        return Done(process.args, process.returncode, said, errors)

    def chunks(self) -> int:
        return sum(1 for _ in (self.into / "chunks").glob("[0-9]*"))


@pytest.fixture
def here(tmp_path: Path) -> Here:
    (tmp_path / "broken.py").write_text(BROKEN, encoding="utf-8")
    return Here(tmp_path, "--jobs", "1")


@pytest.fixture(scope="module")
def five(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """The league of three over all five books, played without a break."""
    here = Here(tmp_path_factory.mktemp("five"))
    done = here.run(FIVE, "--json", "--jobs", "2")
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return here.into, result


# -- the result ------------------------------------------------------------------------------------------------


def overall(result: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the ratings of steady, weak and dice over both sides; each is within its interval."""
    assert all(row["low"] < row["rating"] < row["high"] for row in result["ratings"])
    rows = {row["player"]: row for row in result["ratings"] if row["side"] == "all"}
    return [rows[player] for player in ("steady", "weak", "dice")]


def test_three_players_of_mixed_tables_are_ranked_rightly(five: tuple[Path, dict[str, Any]]) -> None:
    _, result = five
    assert (result["folder"], result["games"], result["failed"]) == ("club", 5 * 24 * 7, 0)
    assert set(result["ratings"][0]) == {"player", "side", "rating", "low", "high", "games", "seats", "won"}
    steady, weak, dice = overall(result)
    assert steady["rating"] > weak["rating"] > dice["rating"]
    assert min(steady["low"], weak["low"]) > dice["high"]  # a seat of a mixed table tells too little to part the others


def test_three_players_are_ranked_rightly_with_intervals_apart(here: Here) -> None:
    done = here.run(FIVE.replace("blocks: 24", "blocks: 36") + "tables: sides\n", "--json", "--jobs", "2")
    assert done.returncode == 0, done.stderr
    steady, weak, dice = overall(json.loads(done.stdout))
    assert steady["low"] > weak["high"]
    assert weak["low"] > dice["high"]


def test_in_words(here: Here) -> None:
    done = Here(here.folder).run(QUICK)  # as many processes as there are cores
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "150 games, 0 failed, in club"
    assert lines[2].split()[:4] == ["player", "rating", "good", "evil"]
    assert [line.split()[0] for line in lines[3:5]] == ["b", "a"]
    assert lines[-1] == "See more with: duskfall arena report club"
    assert done.stderr == "club: 0 of 150 games are played\n"


def test_the_same_command_again_plays_nothing_and_says_the_same(here: Here) -> None:
    first = here.run(QUICK, "--json")
    before = content(here.into / "chunks")
    again = here.run(QUICK, "--json")
    assert (again.stdout, again.stderr, again.returncode) == (first.stdout, "", 0)
    assert content(here.into / "chunks") == before


def test_however_it_is_spread_the_rows_are_the_same(here: Here) -> None:
    here.run(QUICK, "--jobs", "1", "--into", "one")
    here.run(QUICK, "--jobs", "2", "--into", "two")
    assert rows(here.folder / "one") == rows(here.folder / "two")
    assert len(rows(here.folder / "one")["games"]) == 150


# -- stopped ---------------------------------------------------------------------------------------------------


def test_a_league_that_is_killed_ten_times_ends_with_the_same_rows(
    here: Here, five: tuple[Path, dict[str, Any]]
) -> None:
    here.file.write_text(FIVE, encoding="utf-8")
    chance, killed = Random(13), 0
    while killed < 10:
        before = here.chunks()
        with here.start("--json", "--jobs", "12"[killed % 2]) as process:
            until(lambda seen=before, mine=process: here.chunks() > seen or mine.poll() is not None)
            sleep(chance.random() / 20)  # anywhere in the next chunk
            process.kill()
        assert process.returncode == -signal.SIGKILL, "it was over before it was killed"
        killed += 1
    done = here.run(FIVE, "--json")
    assert done.returncode == 0, done.stderr
    undisturbed, result = five
    assert rows(here.into) == rows(undisturbed)
    assert json.loads(done.stdout) == result


def test_ctrl_c_then_the_same_command(here: Here) -> None:
    text = FIVE.replace("blocks: 24", "blocks: 8")
    here.file.write_text(text, encoding="utf-8")
    with here.start("--jobs", "2") as process:
        until(lambda: here.chunks() > 1)
        os.killpg(process.pid, signal.SIGINT)
        said, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said) == (130, "")
    assert errors.splitlines()[-1] == "Stopped. Go on with: duskfall arena run club.yaml"
    kept = content(here.into / "chunks")
    assert not any(name.startswith(".") for name in kept)
    assert here.run(text, "--json").returncode == 0
    assert kept.items() <= content(here.into / "chunks").items()


def test_a_second_command_meanwhile_is_one_line(here: Here) -> None:
    here.file.write_text(FIVE, encoding="utf-8")
    with here.start("--jobs", "1") as process:
        until(lambda: here.chunks() > 0)
        second = here.run(FIVE)
        process.kill()
    told = "running player tests.arena.run.weakened:Weakened\n"  # before its code is run
    line = "duskfall: club: another process plays this league\n"
    assert (second.returncode, second.stdout, second.stderr) == (2, "", told + line)


def test_a_budget_of_time_is_for_all_runs_together(here: Here) -> None:
    for seconds in (1, 20, 400):  # a busy machine may need the first only to begin
        text = QUICK.replace("blocks: 30", f"budget: {{time: {seconds}s}}")
        done = here.run(text, "--json", "--jobs", "1")
        assert done.returncode == 0
        if games := json.loads(done.stdout)["games"]:
            break
    assert games > 0
    assert f"The time of its budget is up: {games:,} games are played." in done.stderr
    assert json.loads(here.run(text, "--json").stdout)["games"] == games
    larger = (text.replace(f"{seconds}s", f"{seconds * more}s") for more in (3, 9, 27, 81))  # a slow machine needs more
    assert any(json.loads(here.run(each, "--json").stdout)["games"] > games for each in larger)


# -- mistakes --------------------------------------------------------------------------------------------------


def test_a_player_that_fails_spoils_its_game_and_not_the_league(here: Here) -> None:
    text = QUICK.replace("a: random", "a: 'broken:Clumsy'").replace("blocks: 30", "blocks: 6")
    done = here.run(text, "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["games"] == 30
    assert 0 < result["failed"] < 30
    with open_tables(here.into) as tables:
        failed = tables.execute("SELECT error, winner FROM games WHERE error IS NOT NULL").fetchall()
    assert len(failed) == result["failed"]
    assert all("player 'broken:Clumsy' in seat 3 failed at '" in error and winner is None for error, winner in failed)
    told = f"{result['failed']} of 30 games failed, most often: player 'broken:Clumsy' in seat 3 failed at '"
    assert told in here.run(text).stdout


def test_a_player_that_interrupts_its_process_is_told(here: Here) -> None:
    done = here.run(QUICK.replace("a: random", "a: 'broken:Interrupted'"), "--jobs", "2")
    assert done.returncode == 1
    assert "a player raised KeyboardInterrupt. Go on with: duskfall arena run club.yaml\n" in done.stderr


def test_a_ruleset_from_outside(here: Here) -> None:
    (here.folder / "mini.py").write_bytes((ROOT / "examples" / "mini_mafia.py").read_bytes())
    done = here.run("{rules: mini.py, players: {a: random, b: scripted}, blocks: 20}", "--json", "--jobs", "2")
    assert done.returncode == 0, done.stderr
    with open_tables(here.into) as tables:
        assert tables.execute("SELECT DISTINCT rules FROM games").fetchall() == [("mini-mafia",)]


@pytest.mark.parametrize(
    ("text", "args", "said"),
    [
        ("blcoks: 3", (), "club.yaml: line 1: unknown key 'blcoks' (did you mean blocks?)"),
        (QUICK.replace("a: random", "a: randon"), (), "club.yaml: line 1: players.a: unknown player 'randon'"),
        (QUICK, ("--jobs", "many"), "--jobs: 'many' is neither a number of processes nor auto"),
        (QUICK, ("--max-cost", "3"), "--max-cost: no language model plays here"),
        (QUICK, ("--limits", "openai.requests=3"), "--limits: no language model plays here"),
        (QUICK, ("--into", "club.yaml"), "club.yaml: File exists"),
    ],
)
def test_a_mistake_is_one_line(here: Here, text: str, args: tuple[str, ...], said: str) -> None:
    done = here.run(text, *args)
    assert done.returncode == (1 if "File exists" in said else 2)
    assert done.stdout == ""
    assert done.stderr.startswith(f"duskfall: {said}")
    assert done.stderr.count("\n") == 1
    assert not here.into.exists()


def test_another_league_and_a_changed_player_are_one_line_each(here: Here) -> None:
    text = QUICK.replace("a: random", "a: 'broken:RandomPlayer'").replace("blocks: 30", "blocks: 5")
    assert here.run(text).returncode == 0
    before = content(here.into)
    other = here.run(text.replace("seed: 5", "seed: 6"))
    (here.folder / "broken.py").write_text(BROKEN + "# better\n", encoding="utf-8")
    changed = here.run(text)
    for done, said in ((other, "its seed is 5"), (changed, "player a has changed since then")):
        told = "running player broken:RandomPlayer\n"  # before its code is run
        line = f"{told}duskfall: club holds another league: {said}; name a new folder by --into\n"
        assert (done.returncode, done.stdout, done.stderr) == (2, "", line)
    assert content(here.into) == before


def test_a_package_that_is_missing_is_one_line(here: Here) -> None:
    (here.folder / "sitecustomize.py").write_text("import sys; sys.modules['openskill'] = None", encoding="utf-8")
    done = here.run_cold(QUICK)
    line = 'duskfall: the arena needs openskill: pip install "duskfall[arena]" (in a checkout: make arena)\n'
    assert (done.returncode, done.stdout, done.stderr) == (2, "", line)


def test_many_games_that_are_only_counted_need_none_of_it(here: Here) -> None:
    text = "import sys; sys.modules |= dict.fromkeys(('duckdb', 'numpy', 'openskill', 'altair', 'ray'))"
    (here.folder / "sitecustomize.py").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "duskfall", "play", "--games", "4", "--jobs", "2", "--no-talk", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=here.env, timeout=PATIENCE)
    assert json.loads(done.stdout)["games"] == 4


@pytest.mark.parametrize("room", [2_000, 6_000])  # bytes of a file: too few for a table, and for the records
def test_a_full_disk_is_one_line_and_nothing_is_lost(here: Here, room: int) -> None:
    assert here.run(QUICK.replace("blocks: 30", "blocks: 5")).returncode == 0
    kept = content(here.into / "chunks")
    limit = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
    done = here.run_cold(QUICK, "--jobs", "2", preexec_fn=limit)
    assert done.returncode == 1, done.stderr
    told, line = done.stderr.splitlines()
    assert told == "club: 25 of 150 games are played"
    assert line.startswith("duskfall: club")
    assert line.endswith(". Nothing is lost. Go on with: duskfall arena run club.yaml")
    again = here.run(QUICK, "--json")
    assert json.loads(again.stdout)["games"] == 150
    assert kept.items() <= content(here.into / "chunks").items()
