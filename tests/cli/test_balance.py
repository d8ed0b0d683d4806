"""`duskfall balance`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from duskfall.balance import plays
from duskfall.balance.plays import Play, real
from duskfall.cli import cli
from duskfall.core.start.deck import read_deck
from duskfall.rules import ruleset
from duskfall.vocabulary.ruleset import Ruleset

SMALL = ["--rules", "werewolf", "--seats", "6", "--top", "2", "--games", "4", "--jobs", "1"]


@pytest.fixture(autouse=True)
def _on_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """The simulator's games are played by random players on the kernel, and fewer."""

    def stand_in(rules: Ruleset, policy: str) -> Play:
        slow = real(rules.id, "random", talk=False)
        return Play(policy, "table model" if policy == "skilled" else "players",
                    lambda tables, games, seed, told: slow.count(tables, min(games, 4), seed, told))  # fmt: skip

    monkeypatch.setattr(plays, "named", stand_in)


def balance(*args: str) -> Result:
    return CliRunner().invoke(cli, ["balance", *args])


def test_decks_are_printed_ready_to_be_pasted_with_each_kind_of_play() -> None:
    told = balance(*SMALL, "--with", "Witch", "--without", "Guard")
    assert told.exit_code == 0, told.output
    decks = [line.split('"')[1] for line in told.output.splitlines() if "--deck" in line]
    assert len(decks) == 3  # two, and the book's own
    for deck in decks:
        cards = read_deck(ruleset("werewolf"), deck, 6)
        assert "Witch" in cards
        assert "Guard" not in cards
    for play in ("scripted (players)", "detective (players)", "skilled (table model)", "uniform (players)"):
        assert told.output.count(f"    {play}") == 3


def test_json_and_the_picture(tmp_path: Path) -> None:
    file = tmp_path / "found.svg"
    told = balance(*SMALL, "--json", "--svg", str(file), "--sides", "40/60")
    assert told.exit_code == 0, told.output
    data = json.loads(told.output)
    assert data["sides"] == {"village": 0.4, "werewolves": 0.6}
    assert data["screened"] == data["tables"] == 66
    assert data["best"][0]["plays"]["skilled"]["kind"] == "table model"
    assert file.read_text(encoding="utf-8").startswith("<svg")


def test_house_rules_are_held_or_searched() -> None:
    told = balance(*SMALL, "--json", "--flags", "maxRounds=9", "--vary", "witchSelfAntidote")
    data = json.loads(told.output)
    assert data["tables"] == 132
    assert all(row["flags"]["maxRounds"] == 9 for row in data["best"])


def test_the_highest_seed_is_accepted() -> None:
    told = balance(*SMALL, "--json", "--seed", str((1 << 63) - 1))
    assert told.exit_code == 0, told.output


@pytest.mark.parametrize(
    ("args", "line"),
    [
        (["--players", "scripted"], "--players: one kind of players may be wrong about a deck: name two or more"),
        (["--players", "scripted,clever"], "clever"),
        (["--sides", "1/2/3"], "--sides: werewolf takes 2 numbers"),
        (["--with", "Cop"], "unknown role 'Cop' in werewolf"),
        (["--with", "Seer", "--without", "Seer"], "Seer is asked for and left out at once"),
        (["--flags", "no"], "--flags: 'no' is not NAME=VALUE"),
        (["--vary", "maxRounds"], "'maxRounds' is no switch of werewolf"),
        (["--svg", "/nowhere/at/all.svg"], "--svg: /nowhere/at/all.svg"),
    ],
)
def test_a_mistake_is_one_line(args: list[str], line: str) -> None:
    told = balance(*SMALL, *args)
    assert told.exit_code == 2
    assert line in told.output
    assert "Traceback" not in told.output
