"""The command line as a user meets it: real processes, plain output, one clear line for a mistake."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from duskfall.core.record import read
from duskfall.rules import BOOKS, ruleset
from tests.patience import PATIENCE
from tests.warm import duskfall

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def shelf(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def from_cold(*args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "duskfall", *args]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE)


def refused(*args: str) -> str:
    done = duskfall(*args)
    assert done.returncode == 2, done
    assert done.stderr.startswith("duskfall: ")
    assert done.stderr.count("\n") == 1, done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


@pytest.mark.parametrize("rules", BOOKS)
def test_a_game_is_played_to_its_end_and_its_record_holds(rules: str, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    done = duskfall("play", "--rules", rules, "--seed", "5", "--seats", "6", "--record", str(file))
    assert done.returncode == 0, done.stderr
    assert "The game is over" in done.stdout
    record = read(file.read_text(encoding="utf-8").splitlines())
    assert record.verify(ruleset(rules)) == ""
    assert stat.S_IMODE(file.stat().st_mode) & 0o077 == 0o044 & ~_umask()
    assert set(record.players) == {"scripted"}
    reasons = duskfall("why", str(file))
    assert reasons.returncode == 0
    assert reasons.stdout.strip()


def test_the_same_seed_shows_the_same_game(tmp_path: Path) -> None:
    args, file = ("play", "--seed", "5", "--seats", "5", "--no-talk"), tmp_path / "game.jsonl"
    done = from_cold(*args, "--record", str(file))
    assert done.stdout.endswith(f"\nSeed 5. Kept; see it again with: duskfall replay {file}\n")
    assert from_cold(*args).stdout == done.stdout.replace(f" {file}", "")
    assert "The game is over" in duskfall("replay").stdout


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_with_no_arguments_a_game_of_bots_is_played_and_kept(tmp_path: Path) -> None:
    done = duskfall("play")
    assert (done.returncode, done.stderr) == (0, "")
    assert "A game of ai-mafia begins, with 10 seats." in done.stdout
    assert "The game is over" in done.stdout
    kept = list((tmp_path / "state").rglob("*.jsonl"))
    assert len(kept) == 1
    record = read(kept[0].read_text(encoding="utf-8").splitlines())
    assert record.secret is not None
    assert done.stdout.endswith(f"\nSeed {record.secret['seed']}. Kept; see it again with: duskfall replay\n")


def test_a_game_is_watched_through_the_eyes_that_are_asked_for() -> None:
    def watched(*args: str) -> str:
        return duskfall("play", "--seed", "3", "--no-talk", "--seats", "5", *args).stdout

    assert "(moderator) " in watched("--as", "moderator")
    assert "(private) " not in watched("--as", "public")
    assert watched("--as", "1") == watched("--as", "ann")
    own = watched("--as", "ann").partition("The game is over")[0]
    assert "(private) Ann is " in own
    assert "(private) Bob is " not in own
    assert "(moderator) " not in own


def test_one_game_as_json_shows_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    done = duskfall("play", "--json", "--seed", "3", "--no-talk", "--record", str(file))
    assert done.stdout.count("\n") == 1
    result = json.loads(done.stdout)
    assert (result["games"], result["seed"]) == (1, 3)
    winner = next(side for side, wins in result["wins"].items() if wins)
    record = read(file.read_text(encoding="utf-8").splitlines())
    assert record.verify(ruleset("ai-mafia")) == ""
    assert f'"winner":"{winner}"' in file.read_text(encoding="utf-8")


def test_a_game_that_cannot_be_recorded_is_one_line_and_status_1(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    line = f"ulimit -f 4; exec {sys.executable} -m duskfall play --json --seed 3 --record {file}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"duskfall: {file} cannot be written: File too large\n"


def test_every_command_is_told_in_whole_words() -> None:
    done = duskfall("--help", env={"COLUMNS": "80"})
    commands = done.stdout.partition("Commands:\n")[2].splitlines()
    assert len(commands) == 18
    assert all(line.endswith(".") and not line.endswith("...") for line in commands)
    assert "1 when a player fails" in duskfall("play", "--help").stdout


def test_leagues_have_a_page_of_help_of_their_own() -> None:
    done = duskfall("arena")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == duskfall("arena", "--help").stdout
    assert "\n  report   Write what came of a league" in done.stdout


def test_help_does_not_wait_for_the_engine() -> None:
    script = "import sys, duskfall.cli; print(*(name for name in sys.modules if name.startswith('duskfall.')))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE)
    heavy = ("duskfall.core.", "duskfall.rules", "duskfall.table", "duskfall.host", "duskfall.web")
    assert "duskfall.cli.rule.command" in done.stdout
    assert not [name for name in done.stdout.split() if name.startswith(heavy)]


def test_many_games_as_json() -> None:
    args = ("--games", "20", "--json", "--no-talk", "--seed", "3", "--rules", "city-mafia", "--flags", "maxRounds=9")
    result = json.loads(duskfall("play", *args, "--players", "red=scripted, random").stdout)
    assert result["games"] == 20
    assert sum(result["wins"].values()) == 20
    assert set(result["wins"]) == set(result["intervals"]) == {"red", "mafia", "maniac", "draw"}
    for side, (low, high) in result["intervals"].items():
        assert 0 <= low <= result["wins"][side] / 20 <= high <= 1
    assert result["by_role"]["Citizen"]["seats"] == 80
    assert result["by_role"]["Don"]["wins"] == result["wins"]["mafia"]
    assert result["by_player"]["scripted"]["seats"] == 140
    assert sum(result["reasons"].values()) == 20
    assert (result["seed"], result["rules"], result["players"]) == (3, "city-mafia", "red=scripted, random")
    assert result["flags"]["maxRounds"] == 9
    assert result["deck"]["Citizen"] == 4
    assert result["rounds"] > 0


def test_many_games_as_text() -> None:
    args = ("--games", "5", "--seed", "3", "--deck", "Godfather, Mafia, Villager*5", "--no-talk")
    lines = duskfall("play", *args, "--players", "mafia=random").stdout.splitlines()
    assert lines[0].startswith("5 games of ai-mafia, seeds 3 to 7, ")
    assert [line.split()[0] for line in lines[2:] if line] == [
        "side", "town", "mafia", "role", "Villager", "Godfather", "Mafia", "player", "random", "scripted",
    ]  # fmt: skip
    assert len({len(line) for line in lines[3:6]}) == 1


def test_a_deck_against_the_book_is_played_with_a_warning() -> None:
    args = ("--rules", "town-of-agents", "--no-talk", "--seed", "1", "--games", "1")
    done = duskfall("play", *args, "--deck", "Godfather*3, Citizen*7")
    assert done.stderr == "warning: The book has one Godfather in a deck, and this one has 3 (TA§Uniqueness).\n"
    assert done.stdout.startswith("1 game of town-of-agents")
    assert duskfall("play", *args).stderr == ""


def test_so_it_is_in_a_league(tmp_path: Path) -> None:
    league = tmp_path / "league.yaml"
    deck = 'rules: town-of-agents, deck: "Godfather*3, Citizen*7", talk: false'
    league.write_text(f"{{{deck}, players: {{one: random, two: random}}, blocks: 1}}")
    warning = "warning: The book has one Godfather in a deck, and this one has 3 (TA§Uniqueness).\n"
    assert duskfall("arena", "plan", league).stderr == warning
    assert duskfall("arena", "run", league, "--jobs", "1").stderr.startswith(warning)


def test_immunity_cards_are_dealt() -> None:
    args = ("--rules", "city-mafia", "--seats", "8", "--no-talk", "--seed", "3", "--cards", "immunity*2")
    told = duskfall("play", *args, "--plain", "--as", "public").stdout
    assert "Cards beside the roles: immunity ×2. Nobody is told whose." in told
    assert "holds the card" not in told
    assert duskfall("play", *args, "--plain").stdout.count("holds the card immunity") == 2
    assert json.loads(duskfall("play", *args, "--games", "3", "--json").stdout)["cards"] == {"immunity": 2}


def test_how_many_games_ended_in_a_stalemate_is_counted() -> None:
    args = ("--rules", "town-of-agents", "--deck", "Godfather, Doctor*8", "--games", "6", "--no-talk", "--seed", "1")
    counted = json.loads(duskfall("play", *args, "--flags", "quietRounds=2", "--json").stdout)["reasons"]["stalemate"]
    lines = duskfall("play", *args, "--flags", "quietRounds=2").stdout.splitlines()
    assert lines[2] == f"{counted} games ended in a stalemate, after 2 rounds in which nobody left"
    assert "stalemate" not in duskfall("play", *args, "--flags", "maxRounds=5").stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("play", "--rules", "chess"), "unknown ruleset 'chess'"),
        (("play", "--deck", "Cop, Wizard"), "unknown role 'Wizard'"),
        (("play", "--deck", "Cop, Villager*4"), "nobody of mafia"),
        (("play", "--deck", "Godfather, Villager", "--seats", "5"), "2 cards for 5 seats"),
        (("play", "--deck", ""), "empty entry"),
        (("play", "--seats", "3"), "decks for 5 to 20 seats, not for 3"),
        (("play", "--seats", "many"), "'many' is not a valid integer"),
        (("play", "--cards", "immunity"), "--cards: ai-mafia deals no cards beside the roles"),
        (("play", "--rules", "city-mafia", "--cards", "ace"), "--cards: unknown card 'ace'"),
        (("play", "--flags", "maxRounds"), "not NAME=VALUE"),
        (("play", "--flags", "maxRound=3"), "unknown flag 'maxRound'"),
        (("play", "--flags", "maxRounds=none"), "not a number"),
        (("play", "--flags", "announcesave=true"), "in ai-mafia, did you mean 'announceSaves'? (it has: "),
        (("play", "--deck", "Godfater, Villager*4"), "'Godfater' in ai-mafia, did you mean 'Godfather'? (it has: "),
        (("play", "--rules", "city-mafia", "--cards", "imunity"), "did you mean 'immunity'? (it has: immunity"),
        (("play", "--players", "scriptd"), "unknown player 'scriptd', did you mean 'scripted'? (there are: "),
        (("play", "--players", "mafai=random"), "unknown team 'mafai' in ai-mafia, did you mean 'mafia'? (it has: "),
        (("play", "--as", "publik"), "nobody is called 'publik', did you mean 'public'?"),
        (("serve", "--fill", "scriptd"), "did you mean 'scripted'?"),
        (("play", "--games", "0"), "'--games': '0' is not a whole number from 1 to 10,000,000"),
        (("play", "--games", "lots"), "'lots' is not a whole number from 1 to 10,000,000"),
        (("why", "x", "--night", "1.5"), "'1.5' is not a whole number from 1 on"),
        (("serve", "--port", "80x"), "'80x' is not a whole number from 1 to 65,535"),
        (("play", "--record", "README.md"), "exists already"),
        (("play", "--record", "no/such/folder/x"), "No such file or directory"),
        (("play", "--record", "x", "--games", "2"), "--record: one game of bots is kept, not several: leave out games"),
        (("play", "--players", "human", "--games", "2"), "--players: human plays one game"),
        (("play", "--players", "human", "--json"), "--players: human plays one game"),
        (("play", "--players", "human", "--as", "moderator"), "--as: this would spoil the game"),
        (("play", "--players", "human", "--as", "Bob"), "watch as public or Ann"),
        (("play", "--players", "human*2", "--as", "Ann"), "watch as public"),
        (("play", "--players", "robot"), "--players: unknown player 'robot'"),
        (("play", "--players", "no.such:thing"), "--players: player 'no.such:thing': No module named 'no'"),
        (("play", "--players", "random*11", "--seats", "10"), "--players: 11 players for 10 chairs"),
        (("play", "--players", "random*25"), "decks for 5 to 20 seats, not for 25"),
        (("play", "--names", "Ann, Ann"), "--names: two seats are called 'Ann'"),
        (("play", "--as", "11"), "--as: nobody is called '11' (there are: Ann, Bob"),
        (("play", "--as", "Zed"), "--as: nobody is called 'Zed' (there are: Ann, Bob"),
        (("play", "--jobs", "some", "--games", "2"), "--jobs: 'some' is neither a number of processes nor auto"),
        (("play", "--speed", "-1"), "not in the range"),
        (("play", "no-such-table.yaml"), "no-such-table.yaml: No such file or directory"),
        (("play", "README.md"), "README.md: line "),
        (("init", "README.md"), "README.md exists already"),
        (("completion", "cmd"), "'cmd' is not one of"),
        (("play", "--colour",), "No such option"),
        (("sing",), "No such command"),
        (("rules", "chess"), "unknown ruleset"),
        (("rules", "werewolf", "--format", "pdf"), "'pdf' is not one of"),
        (("why", "no-such-file"), "No such file"),
        (("why", "."), "directory"),
        (("why", "README.md"), "line 1: not a line of a duskfall record"),
        (("check",), "Missing argument"),
        (("arena", "run", "."), ".: Is a directory"),
        (("arena", "run", "/"), "/: Is a directory"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_clear_line(args: tuple[str, ...], said: str) -> None:
    assert said in refused(*args)


def test_a_game_that_cannot_be_kept_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = duskfall("play", "--seed", "1", "--no-talk", env={"XDG_STATE_HOME": str(tmp_path / "file")})
    assert done.returncode == 0
    assert done.stderr == "The state folder cannot be written to, so this game is not kept; --record FILE keeps it.\n"
    assert "Kept" not in done.stdout


def test_why_asks_for_a_player_who_sat_there(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    duskfall("play", "--seed", "1", "--no-talk", "--record", str(file))
    assert "nobody is called 'Zed'" in refused("why", str(file), "--player", "Zed")
    assert "nobody is called 'ana', did you mean 'Ann'?" in refused("why", str(file), "--player", "ana")
    assert "--night: there is no night 99 in this game: the last is " in refused("why", str(file), "--night", "99")
    one = duskfall("why", str(file), "--night", "1").stdout
    assert one
    assert all(line.startswith("Night 1.") for line in one.splitlines())


def test_a_broken_record_is_one_clear_line(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    duskfall("play", "--seed", "1", "--no-talk", "--record", str(file))
    lines = file.read_text(encoding="utf-8").splitlines()
    for number, broken in ((1, "{"), (3, '{"fact": "Sang"}'), (7, "\x00"), (5, "[1]")):
        file.write_text("\n".join([*lines[: number - 1], broken, *lines[number:]]), encoding="utf-8")
        assert f"line {number}:" in refused("why", str(file))
    file.write_bytes(b"\xff\xfe\x00")
    assert "line 1: not a line of a duskfall record" in refused("why", str(file))


def test_rules_in_every_form() -> None:
    assert set(duskfall("rules").stdout.split()) >= set(BOOKS)
    for rules in BOOKS:
        assert duskfall("rules", rules).stdout.strip()
        assert duskfall("rules", rules, "--format", "md").stdout.startswith("#")
        assert json.loads(duskfall("rules", rules, "--format", "json").stdout)["id"] == rules
        assert "flowchart" in duskfall("rules", rules, "--format", "mermaid").stdout


def test_check_tells_by_its_status(tmp_path: Path) -> None:
    good = "cases/werewolf/examples.yaml"
    bad, wrong = tmp_path / "bad.yaml", tmp_path / "wrong.yaml"
    bad.write_text("- name: x\n  rules: chess\n  seats: {}\n  play: []\n", encoding="utf-8")
    seats = "{Ann: Godfather, Bob: Villager, Cid: Villager, Dee: Villager}"
    case = (
        f"- name: wrong\n  rules: ai-mafia\n  seats: {seats}\n  play:\n  - night: {{}}\n    expect: {{dead: [Ann]}}\n"
    )
    wrong.write_text(case, encoding="utf-8")
    done = duskfall("check", good)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "6 passed, 0 failed")
    done = duskfall("check", good, str(wrong))
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "6 passed, 1 failed")
    assert "FAIL wrong\n  play 1 (night): dead: expected [Ann], came []\n" in done.stdout
    done = duskfall("check", str(bad), good)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (2, "6 passed, 0 failed")
    assert str(bad) in done.stderr
    assert "unknown ruleset 'chess'" in done.stderr


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m duskfall play --seed 1 | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE)
    assert done.stdout.startswith("A game of ai-mafia begins")
    assert done.stderr == ""


def test_without_a_record_why_and_detect_take_the_last_game() -> None:
    for command in ("why", "detect", "replay"):
        assert "no game has been kept here yet: name the file of a record" in refused(command)
    duskfall("play", "--rules", "ai-mafia-classic", "--seats", "5", "--seed", "2", "--no-talk")
    kept = Path(os.environ["XDG_STATE_HOME"]) / "duskfall/games"
    (record,) = kept.glob("*.jsonl")
    for command in (("why",), ("detect", "--at", "day 1")):
        named = duskfall(command[0], str(record), *command[1:])
        assert named.returncode == 0
        assert duskfall(*command).stdout == named.stdout != ""


@pytest.mark.parametrize("seed", ["-1", "1.5", str(1 << 63), "seven"])
def test_every_command_takes_the_same_seeds(seed: str, tmp_path: Path) -> None:
    said = {refused(*command, "--seed", seed) for command in (("play", "--games", "1"), ("simulate", "--games", "1"))}
    assert said == {
        f"duskfall: Invalid value for '--seed': {seed!r} is not a whole number from 0 to 9,223,372,036,854,775,807\n"
    }
    file = tmp_path / "table.yaml"
    file.write_text(f"seed: {seed}", encoding="utf-8")
    assert "is not a whole number from 0" in refused("play", str(file), "--games", "1")


def test_a_misspelled_ruleset_is_told_what_may_be_meant() -> None:
    for command in (("play", "--rules", "warewolf"), ("rules", "warewolf"), ("rule", "warewolf")):
        assert "unknown ruleset 'warewolf', did you mean 'werewolf'?" in refused(*command)
