"""`duskfall detect` as a user meets it: a table, JSON, one clear line for a mistake."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from rich.cells import cell_len

from duskfall.cli import cli
from duskfall.core.record import lines
from duskfall.table.kept.journal import Journal
from duskfall.table.sheet import TableSheet
from tests.cli.test_cli import duskfall, refused
from tests.detect.innocent import read_innocent

ASSUMED = "Assumption: other players choose uniformly at random among legal options."


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("detect") / "game.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines(read_innocent(), "nonce")), encoding="utf-8")
    return str(path)


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("over") / "game.jsonl"
    duskfall("play", "--rules", "ai-mafia-classic", "--seats", "5", "--seed", "2", "--record", str(path))
    return str(path)


def test_a_table_for_people(record: str) -> None:
    done = duskfall("detect", record, "--as", "cid")
    assert (done.returncode, done.stderr) == (0, "")
    told = done.stdout.splitlines()
    assert told[0] == "What Cid can know, as far as the game has gone"
    assert "Layer: rules (not what was said, nor how votes fell)." in told
    assert "missing: 0" in told
    assert ASSUMED in told
    assert "• Bob is of team town: Cid learns of Bob (investigate): INNOCENT (night 1); no" in told
    assert max(map(cell_len, told)) <= 80


def test_json_for_programs(record: str) -> None:
    done = duskfall("detect", record, "--as", "3", "--at", "day 1", "--json")
    assert done.stdout.count("\n") == 1
    told = json.loads(done.stdout)
    assert {*told} >= {"layer", "exact", "worlds", "missing", "error", "seats", "sides", "viewer", "at", "why"}
    assert (told["layer"], told["exact"], told["missing"], told["error"]) == ("rules", True, 0, 0)
    assert told["assumption"] == ASSUMED
    assert (told["viewer"], told["at"]) == ("Cid", "day 1")
    assert [*told["seats"]] == [*told["sides"]] == ["Ann", "Bob", "Cid", "Dee", "Eli", "Fay"]
    assert told["seats"]["Dee"] == {"Villager": 1.0}
    assert "Mafia" not in told["seats"]["Bob"]
    assert all(sum(chances.values()) == pytest.approx(1) for chances in told["seats"].values())


def test_all_see_less_than_one_who_was_told(record: str) -> None:
    public, cop = (json.loads(duskfall("detect", record, "--as", who, "--json").stdout) for who in ("public", "Cid"))
    assert public["viewer"] == "public"
    assert public["worlds"] > cop["worlds"]
    assert 0 < public["sides"]["Bob"]["mafia"] < 1


def test_the_public_and_the_end_are_meant_where_nothing_is_said(over: str) -> None:
    done = duskfall("detect", over, "--json")
    assert done.stdout == duskfall("detect", over, "--as", "public", "--at", "end", "--layer", "rules", "--json").stdout
    assert (json.loads(done.stdout)["viewer"], json.loads(done.stdout)["at"]) == ("public", "end")


def test_the_layer_of_claims_is_named(over: str) -> None:
    done = duskfall("detect", over, "--layer", "claims", "--at", "day 1")
    assert "Layer: claims (the rules, and a reading of what was claimed, reported and" in done.stdout
    assert json.loads(duskfall("detect", over, "--layer", "claims", "--json").stdout)["layer"] == "claims"


def test_in_other_languages(record: str) -> None:
    for language in ("ru", "zh"):
        done = duskfall("detect", record, "--language", language)
        assert done.returncode == 0, done.stderr
        assert max(map(cell_len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("--as", "Bpb"), "--as: nobody is called 'Bpb', did you mean 'Bob'? (there are: Ann, Bob"),
        (("--as", "7"), "--as: nobody is called '7' (there are: Ann, Bob"),
        (("--as", "moderator"), "--as: the moderator knows all roles: name a player, or public"),
        (("--at", "night 9"), "--at: there is no 'night 9' in this game (there are: night 1, day 1, night 2, end)"),
        (("--at", "dya 1"), "--at: there is no 'dya 1' in this game, did you mean 'day 1'?"),
        (("--layer", "tea"), "'tea' is not one of 'rules', 'claims'"),
    ],
)
def test_a_mistake_is_one_line(record: str, args: tuple[str, ...], why: str) -> None:
    assert why in refused("detect", record, *args)


def test_a_record_that_cannot_be_played_again(record: str, tmp_path: Path) -> None:
    text = Path(record).read_text(encoding="utf-8")
    other = tmp_path / "other.jsonl"
    other.write_text("".join(line for line in text.splitlines(True) if '{"secret"' not in line), encoding="utf-8")
    assert "this record cannot be played again: its seed is not published" in refused("detect", str(other))
    other.write_text(text.replace("INNOCENT", "GUILTY"), encoding="utf-8")
    changed = duskfall("detect", str(other))
    assert (changed.returncode, changed.stdout) == (1, "")
    assert "this record was changed" in changed.stderr
    assert "No such file" in refused("detect", str(tmp_path / "none.jsonl"))


def test_whoever_still_plays_sees_no_more_than_their_own_seat(tmp_path: Path) -> None:
    sheet = TableSheet("ai-mafia-classic", 5, players="scripted*4, human", seed=5)
    game, path = sheet.start(), tmp_path / "game.jsonl"
    kinds = sheet.kinds(game)
    Journal(path, game, kinds, coach=True).close(over=False)
    me = kinds.index("human") + 1
    assert "--as: this would spoil the game for who plays it" in refused("detect", str(path), "--as", str(me % 5 + 1))
    assert duskfall("detect", str(path), "--as", str(me), "--at", "night 1").returncode == 0


def test_where_the_coach_is_off_whoever_plays_is_told_nothing(tmp_path: Path) -> None:
    sheet = TableSheet("ai-mafia-classic", 5, players="scripted*4, human", seed=5)
    game, path = sheet.start(), tmp_path / "game.jsonl"
    Journal(path, game, sheet.kinds(game)).close(over=False)
    assert "game.jsonl: the coach is off in this game, which is not over" in refused("detect", str(path))


def test_tab(record: str) -> None:
    def completed(*words: str) -> list[str]:
        *args, incomplete = words
        completer = ShellComplete(cli, {}, "duskfall", "_DUSKFALL_COMPLETE")
        return [item.value for item in completer.get_completions(["detect", *args], incomplete)]

    assert completed(record, "--as", "") == ["public", "Ann", "Bob", "Cid", "Dee", "Eli", "Fay"]
    assert completed(record, "--at", "") == ["night 1", "day 1", "night 2", "end"]
    assert completed(record, "--at", "n") == ["night 1", "night 2"]
    assert completed("no-such-file", "--as", "") == ["public"]
    assert completed(record, "--layer", "") == ["rules", "claims"]
