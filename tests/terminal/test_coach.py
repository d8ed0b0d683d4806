"""The coach at the terminal: off unless switched on, it moves nothing, and the record says that it was there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from duskfall.cli import cli
from duskfall.core.record import read
from duskfall.core.view import View
from duskfall.players.person.terminal import NO_COACH, Human
from tests.players.test_terminal_player import CHECK, SAY, Paper, table

TABLE = ("play", "--rules", "werewolf", "--seats", "5", "--seed", "5", "--plain", "--speed", "0", "--names", "Robin")


def run(*words: object, lines: list[str] | None = None) -> Result:
    """The program, with these lines typed into it."""
    return CliRunner().invoke(cli, [str(word) for word in words], input="".join(f"{line}\n" for line in lines or []))


def played(record: Path, *more: str, lines: list[str]) -> Result:
    """A game of one person among bots, left at the last line."""
    return run(*TABLE, "--players", "human", "--record", record, *more, lines=lines)


@pytest.mark.parametrize(("ask", "end"), [(CHECK, "bob"), (SAY, "Hm.")])
def test_a_hint_is_no_answer_and_only_reads_the_view(ask: object, end: str) -> None:
    paper, asked = Paper(["hint", "/hint", end]), list[View]()

    def coach(view: View, layer: str) -> list[str]:
        assert layer == "rules"
        asked.append(view)
        return ["Nobody knows anything."]

    seen = table()
    assert Human(paper, coach).answer(ask, seen) in (2, "Hm.")  # type: ignore[arg-type]
    assert asked == [seen, seen]
    assert paper.shown == ["Nobody knows anything."] * 2
    assert all("/hint" in prompt.hint for prompt in paper.prompts)


def test_a_hint_while_the_coach_is_off_says_how_to_switch_it_on() -> None:
    paper = Paper(["hint", "bob"])
    assert Human(paper).answer(CHECK, table()) == 2
    assert paper.shown == [NO_COACH]
    assert "--coach" in NO_COACH
    assert not any("/hint" in prompt.hint for prompt in paper.prompts)


@pytest.mark.parametrize("typed", ["hint claims", "/hint Claims"])
@pytest.mark.parametrize("ask", [CHECK, SAY])
def test_a_hint_names_its_layer(ask: object, typed: str) -> None:
    asked: list[str] = []
    human = Human(Paper([typed, "/hint tea", "bob"]), lambda view, layer: asked.append(layer) or [layer])  # type: ignore[func-returns-value]
    human.answer(ask, table())  # type: ignore[arg-type]
    assert asked == ["claims", "tea"]


def test_the_layer_of_claims_is_counted_and_others_are_refused(tmp_path: Path) -> None:
    told = played(tmp_path / "game.jsonl", "--coach", lines=["hint claims", "/hint tea", "/log tomorrow"]).output
    told = " ".join(told.split())
    assert "Layer: claims (the rules, and a reading" in told
    assert "Layer: rules" not in told
    assert 'There is no layer "tea" for a hint. There are: /hint rules /hint claims.' in told
    assert 'There is no log of "tomorrow". There are: /log /log all.' in told


def test_hint_may_still_be_said_to_the_table() -> None:
    paper = Paper(["//hint"])
    assert Human(paper).answer(SAY, table()) == "hint"


def test_the_hint_is_a_table_with_its_layer_and_exactness(tmp_path: Path) -> None:
    told = played(tmp_path / "game.jsonl", "--coach", lines=["hint"]).output
    assert "Exact: " in told
    assert "Layer: rules" in told
    assert "100 %" in told
    assert "█" in told


def test_hints_move_nothing_and_are_not_recorded(tmp_path: Path) -> None:
    with_hints, without = tmp_path / "with.jsonl", tmp_path / "without.jsonl"
    played(with_hints, "--coach", lines=["hint", "0", "/hint", "0", "hint"])
    played(without, lines=["0", "0"])
    one, other = (path.read_text(encoding="utf-8").splitlines() for path in (with_hints, without))
    assert one[2:] == other[2:]
    assert not any("hint" in line for line in one)


def test_a_record_says_that_the_coach_was_on(tmp_path: Path) -> None:
    coached, alone = tmp_path / "coached.jsonl", tmp_path / "alone.jsonl"
    played(coached, "--coach", lines=[])
    played(alone, lines=[])
    assert [read(path.open("rb")).coach for path in (coached, alone)] == [True, False]
    assert "coach" not in json.loads(alone.read_text(encoding="utf-8").splitlines()[0])["game"]


def test_a_game_that_goes_on_has_its_coach(tmp_path: Path) -> None:
    for more, told in (("--coach", "Exact: "), ("--no-coach", NO_COACH)):
        record = tmp_path / f"{more}.jsonl"
        played(record, more, lines=[])
        assert told in run("resume", record, "--plain", "--speed", 0, lines=["hint"]).output


@pytest.mark.parametrize("coach", [True, False])
def test_detect_tells_who_still_plays_nothing_without_the_coach(coach: bool, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    played(record, *["--coach"] * coach, lines=[])
    told = run("detect", record, "--as", "Robin")
    assert told.exit_code == (0 if coach else 2)
    assert ("the coach is off" in told.output) != coach


@pytest.mark.parametrize("players", ["scripted", "human*2"])
def test_the_coach_is_for_one_person_among_bots(players: str) -> None:
    refused = run(*TABLE, "--players", players, "--coach")
    assert refused.exit_code == 2
    assert "--coach: the coach is for one person among bots" in refused.output


def test_a_table_file_may_switch_it_on(tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    file.write_text("rules: werewolf\nseats: 5\nplayers: human\ncoach: true\n", encoding="utf-8")
    told = run("play", file, "--plain", "--speed", 0, "--record", tmp_path / "game.jsonl", lines=["hint"]).output
    assert NO_COACH not in told
    assert "Layer: rules" in told
