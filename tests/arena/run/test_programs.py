"""Programs in a league and in counts: settings by keys, an identity, and their failures as rows and lines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from duskfall.arena.folder import LeagueError
from duskfall.arena.league_file import read_league_file
from duskfall.arena.run.one import play_bots
from duskfall.arena.schedule import Schedule
from duskfall.arena.store.tables import TABLES
from duskfall.cli import cli
from tests.players.programs import written

COLUMNS = list(TABLES["calls"])


def league_file(folder: Path, player: object) -> Path:
    file = folder / "league.yaml"
    said = {"rules": ["werewolf"], "seats": 8, "players": {"dice": "random", "mine": player}, "blocks": 1, "seed": 1}
    file.write_text(json.dumps(said), encoding="utf-8")
    return file


def test_the_failures_of_a_program_are_rows_of_calls(tmp_path: Path) -> None:
    kind = written(tmp_path, "reply(ask, None) if ask['number'] == 1 else sys.exit('Oh.')")
    league = read_league_file(league_file(tmp_path, {"player": kind, "seconds": 100}))
    mine = league.entrant("mine")
    assert mine.kind == f"{kind}?seconds=100"
    assert mine.identity["kind"] == mine.kind
    rows = play_bots(league, Schedule(league)[0]).rows["calls"]
    found = {
        (row[COLUMNS.index("player")], row[COLUMNS.index("outcome")], row[COLUMNS.index("silent")]) for row in rows
    }
    assert found == {("mine", "ok", False), ("mine", "transport", True)}


def test_a_wrong_key_of_a_program_is_told_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(LeagueError, match=r"unknown setting 'second' \(there are: seconds"):
        read_league_file(league_file(tmp_path, {"player": "exec:true", "second": 100}))


def test_counts_tell_the_failures_of_programs() -> None:
    table = [
        "play",
        "--rules",
        "werewolf",
        "--seats",
        "8",
        "--seed",
        "5",
        "--games",
        "2",
        "--players",
        "exec:false, random*7",
    ]
    told = CliRunner().invoke(cli, table).stdout.splitlines()[-1]
    failures = json.loads(CliRunner().invoke(cli, [*table, "--json"]).stdout)["failures"]["exec:false"]
    assert failures["asked"] == failures["transport"] > 2
    count = failures["asked"]
    assert told == f"exec:false: no answer to {count} of {count} questions: transport {count}"
