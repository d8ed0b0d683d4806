"""The table file: everything that `play` takes, mistakes told with line and key, and what `init` writes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from duskfall.cli import cli
from duskfall.cli.common import BadInput
from duskfall.cli.play.command import play
from duskfall.cli.play.sheet import Wish, read_wish
from duskfall.cli.play.template import template
from duskfall.rules import BOOKS, ruleset
from duskfall.table.sheet import TableSheet
from duskfall.table.values import READERS

every_ruleset = pytest.mark.parametrize("rules", BOOKS)


@pytest.fixture(autouse=True)
def shelf(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def wish(tmp_path: Path, text: str, **options: Any) -> Wish:
    file = tmp_path / "table.yaml"
    file.write_text(text, encoding="utf-8")
    return read_wish(file, {"flags": ()} | options)


def refused(tmp_path: Path, text: str, **options: Any) -> str:
    with pytest.raises(BadInput) as error:
        wish(tmp_path, text, **options)
    assert "\n" not in error.value.message
    return error.value.message.replace(f"{tmp_path}/", "")


FULL = """
rules: city-mafia
seats: 8
flags:
  nominations: yes
  firstDayVote: off
  tieEndsWith: all
players: [scripted*7, human]
names: [Аня, "007", 小明]
seed: 5
speed: 2
talk: no
as: public
record: here.jsonl
games: 1
jobs: auto
json: false
plain: on
"""


def test_everything_can_stand_in_the_file(tmp_path: Path) -> None:
    read = wish(tmp_path, FULL)
    flags = {"nominations": "yes", "firstDayVote": "off", "tieEndsWith": "all"}
    assert read.sheet == TableSheet("city-mafia", 8, None, flags, "scripted*7, human", ("Аня", "007", "小明"), 5, False)
    assert read.sheet.start().setup.flags["nominations"] is True
    assert read.sheet.start().setup.flags["firstDayVote"] is False
    shown = {key: read.get(key) for key in ("speed", "as", "record", "games", "jobs", "json", "plain")}
    assert list(shown.values()) == [2.0, "public", Path("here.jsonl"), 1, 0, False, True]


def test_a_seat_can_be_watched_by_its_number() -> None:
    assert READERS["as"](3) == READERS["as"]("3") == "3"


def test_the_keys_are_the_options() -> None:
    options = {param.name or "" for param in play.params if param.param_type_name == "option"}
    assert {name.replace("_", "-") for name in options} == set(READERS)


@pytest.mark.parametrize(
    "deck", ["Don, Sheriff, Citizen*4", "[Don, Sheriff, Citizen*4]", "{Don: 1, Sheriff: 1, Citizen: 4, Maniac: 0}"]
)
def test_a_deck_is_a_line_a_list_or_a_count(tmp_path: Path, deck: str) -> None:
    read = wish(tmp_path, f"rules: city-mafia\ndeck: {deck}\n")
    assert sorted(read.sheet.start().setup.roles) == ["Citizen"] * 4 + ["Don", "Sheriff"]


@pytest.mark.parametrize("cards", ["immunity*2", "[immunity, immunity]", "{immunity: 2}"])
def test_cards_beside_the_roles_are_a_line_a_list_or_a_count(tmp_path: Path, cards: str) -> None:
    game = wish(tmp_path, f"rules: city-mafia\ncards: {cards}\n").sheet.start()
    assert [(card, held.bit_count()) for card, held in game.setup.cards] == [("immunity", 2)]


def test_the_command_line_has_the_last_word(tmp_path: Path) -> None:
    file = "seats: 8\nseed: 5\nplayers: random\nflags: {maxRounds: 3, announceSaves: true}\nnames: [X]\n"
    options: dict[str, Any] = {"deck": "Godfather, Cop, Villager*4", "seed": 9, "flags": ("maxRounds=7",)}
    sheet = wish(tmp_path, file, **options).sheet
    game = sheet.start()
    assert (len(game.names), game.setup.seed, sheet.players, game.names[0]) == (6, 9, "random", "X")
    assert (game.setup.flags["maxRounds"], game.setup.flags["announceSaves"]) == (7, True)
    assert wish(tmp_path, "deck: Godfather, Villager*5\n", seats=9).sheet.size == 9
    assert "line 1: flags: unknown flag 'nominations' in werewolf" in refused(
        tmp_path, "flags: {nominations: yes}\n", rules="werewolf", flags=("maxRounds=7",)
    )


def test_an_empty_file_is_the_usual_table_and_an_empty_key_is_not_set(tmp_path: Path) -> None:
    for text in ("", "# nothing\n", "rules:\nseats:\nflags:\n  # none\n"):
        assert wish(tmp_path, text, seed=1).sheet == TableSheet(seed=1)
    assert wish(tmp_path, "").sheet.seed != wish(tmp_path, "").sheet.seed


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rules: ai-mafia\nseat: 9\n", "table.yaml: line 2: unknown key 'seat' (did you mean seats?)"),
        ("zzz: 9\n", "line 1: unknown key 'zzz' (there are: rules, seats,"),
        ("1: 9\n", "line 1: unknown key '1'"),
        ("seats: 9\n\nseats: 8\n", "line 3: the key 'seats' stands twice"),
        ("seats: nine\n", "line 1: seats: 'nine' is not a whole number from 1 to 60"),
        ("seats: true\n", "line 1: seats: True is not a whole number"),
        ("seats: 3\n", "line 1: seats: ai-mafia has decks for 5 to 20 seats, not for 3"),
        ("\nrules: chess\n", "line 2: rules: unknown ruleset 'chess' (there are: ai-mafia,"),
        ("rules: 5\n", "line 1: rules: 5 is not a word"),
        ("deck:\n  Godfather: 1\n  Wizard: 1\n  Villager: 4\n", "line 3: deck: unknown role 'Wizard' in ai-mafia"),
        ("deck:\n- Godfather\n- Wizard*2\n", "line 3: deck: unknown role 'Wizard'"),
        ("deck: {Godfather: x}\n", "line 1: deck: Godfather: 'x' is not a number of cards"),
        ("deck: 5\n", "line 1: deck: 5 is neither a line with commas nor a list"),
        ("rules: city-mafia\ncards: joker\n", "line 2: cards: unknown card 'joker' in city-mafia (it has: immunity)"),
        ("deck: Villager*5\n", "line 1: deck: the deck has nobody of mafia"),
        ("seats: 5\ndeck: Godfather, Villager\n", "line 2: deck: the deck has 2 cards for 5 seats"),
        ("flags:\n  maxRounds: 3\n  maxRound: 4\n", "line 3: flags: unknown flag 'maxRound' in ai-mafia"),
        ("flags:\n\n  maxRounds: often\n", "line 3: flags: flag maxRounds: 'often' is not a number"),
        ("flags: maxRounds=3\n", "line 1: flags: 'maxRounds=3' does not name house rules"),
        ("flags: {announceSaves: perhaps}\n", "line 1: flags: flag announceSaves: 'perhaps' is neither true nor false"),
        ("players: robot\n", "line 1: players: unknown player 'robot' (there are: random, scripted, detective, human"),
        ("players: [random*3, {a: b}]\n", "line 1: players: {'a': 'b'} is not a word"),
        ("names: [Ann, 7]\n", "line 1: names: 7 is not a word: put it in quotes"),
        ("names: [Ann, Ann]\n", "line 1: names: two seats are called 'Ann'"),
        ("names: [nobody]\n", "line 1: names: 'nobody' cannot be a name"),
        ('names: ["a\\u001b[31m"]\n', "line 1: names: 'a\\x1b[31m' cannot be a name"),
        ("seats: 5\nnames: a, b, c, d, e, f\n", "line 2: names: 6 names for 5 seats"),
        ("speed: fast\n", "line 1: speed: 'fast' is not a number from 0 on"),
        ("speed: -1\n", "line 1: speed: -1 is not a number"),
        ("talk: perhaps\n", "line 1: talk: 'perhaps' is neither true nor false"),
        ("as: [Ann]\n", "line 1: as: ['Ann'] is not a word"),
        ("jobs: many\n", "line 1: jobs: 'many' is neither a number of processes nor auto"),
        ("games: 0\n", "line 1: games: 0 is not a whole number from 1 to 10000000"),
        ("seed: 1.5\n", "line 1: seed: 1.5 is not a whole number"),
        ("- rules\n", "table.yaml: a table file holds lines such as `rules: ai-mafia`"),
        ("rules: [\n", "table.yaml: line 2:"),
        ("rules: !!python/object:os.system x\n", "line 1: unknown tag"),
    ],
)
def test_a_mistake_is_told_with_file_line_and_key(tmp_path: Path, text: str, said: str) -> None:
    assert said in refused(tmp_path, text)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    for name, said in (("none.yaml", "No such file"), ("bytes", "not a text file"), ("", "directory")):
        with pytest.raises(BadInput, match=said):
            read_wish(tmp_path / name, {"flags": ()})


# -- init ------------------------------------------------------------------------------------------------------


@every_ruleset
def test_the_written_file_is_the_usual_table_whatever_line_is_enabled(rules: str, tmp_path: Path) -> None:
    written = template(ruleset(rules))
    enabled = re.sub(r"(?m)^(\s*)#(?=\S)", r"\1", written).replace("game.jsonl", f"{tmp_path}/game.jsonl")
    usual, full = wish(tmp_path, written, seed=1), wish(tmp_path, enabled)
    assert usual.sheet.start().facts == full.sheet.start().facts
    assert set(full.given) == set(READERS) - (set() if ruleset(rules).cards else {"cards"})
    assert set(full.get("flags")) == {flag.name for flag in ruleset(rules).flags}
    for role in ruleset(rules).roles:
        assert role.name in written
    lines = [re.sub(r"#(?=\S)", "", line) for line in written.splitlines() if re.match(r"\s*#\S", line)]
    for line in lines:  # each by itself
        wish(tmp_path, f"rules: {rules}\n" + ("flags:\n" if line.startswith(" ") else "") + line + "\n")


@every_ruleset
def test_the_written_file_can_be_played(rules: str, tmp_path: Path) -> None:
    file, runner = tmp_path / "table.yaml", CliRunner()
    assert runner.invoke(cli, ["init", str(file), "--rules", rules]).exit_code == 0
    watched = runner.invoke(cli, ["play", str(file), "--seed", "1", "--no-talk", "--seats", "6"])
    assert watched.exit_code == 0, watched.output
    assert "The game is over" in watched.output
    enabled = re.sub(r"(?m)^(\s*)#(?=\S)", r"\1", file.read_text(encoding="utf-8"))
    file.write_text(enabled.replace("game.jsonl", f"{tmp_path}/game.jsonl"), encoding="utf-8")
    counted = runner.invoke(cli, ["play", str(file), "--json"])
    assert counted.exit_code == 0, counted.output
    assert json.loads(counted.output)["rules"] == rules
    assert (tmp_path / "game.jsonl").exists()


def test_init_overwrites_nothing(tmp_path: Path) -> None:
    file, runner = tmp_path / "table.yaml", CliRunner()
    file.write_text("mine", encoding="utf-8")
    done = runner.invoke(cli, ["init", str(file)])
    assert done.exit_code == 2
    assert "exists already: name a new file" in done.output
    assert file.read_text(encoding="utf-8") == "mine"
    assert runner.invoke(cli, ["init", "-"]).output == template(ruleset(TableSheet().rules))
    assert runner.invoke(cli, ["init", str(tmp_path / "no" / "folder")]).exit_code == 2
    assert "unknown ruleset" in runner.invoke(cli, ["init", "-", "--rules", "chess"]).output
