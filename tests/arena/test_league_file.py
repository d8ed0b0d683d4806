"""The league file: what it says, and each mistake in one line with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from duskfall.arena.folder import LeagueError, as_kept
from duskfall.arena.league import MIXED, SIDES, Budget, League
from duskfall.arena.league_file import read_league_file
from duskfall.arena.schedule import Schedule
from duskfall.rules import BOOKS

SMALLEST = "{rules: [ai-mafia, werewolf], seats: 10, players: {steady: scripted, dice: random}, blocks: 20, seed: 1}"
ROOT = Path(__file__).parents[2]


def read(folder: Path, text: str) -> League:
    file = folder / "league.yaml"
    file.write_text(text, encoding="utf-8")
    return read_league_file(file)


def test_the_smallest_file(tmp_path: Path) -> None:
    league = read(tmp_path, SMALLEST)
    assert [(each.name, each.kind) for each in league.entrants] == [("steady", "scripted"), ("dice", "random")]
    assert [(sheet.rules, sheet.size) for sheet in league.tables] == [("ai-mafia", 10), ("werewolf", 10)]
    assert (league.blocks, league.seed, league.mode, league.records) == (20, 1, MIXED, True)
    assert not league.detect
    assert len(Schedule(league)) == 2 * 20 * 10
    assert as_kept(league) == league


def test_everything_that_a_file_can_say(tmp_path: Path) -> None:
    league = read(
        tmp_path,
        """
rules: [ai-mafia, city-mafia]
seats: [7, 12]
flags: {maxRounds: 9}
talk: no
tables: sides
players:
  one: scripted:ru
  two: {player: random}
  three: http://localhost:1/v1#m?price=1/2
seed: 7
budget: {cost: 2.5, time: 1h30m}
records: no
detect: yes
probe: votes
limits: {http.requests: 5}
""",
    )
    assert [(sheet.rules, sheet.size) for sheet in league.tables] == [
        ("ai-mafia", 7), ("ai-mafia", 12), ("city-mafia", 7), ("city-mafia", 12),
    ]  # fmt: skip
    assert all(sheet.flags == {"maxRounds": 9} and not sheet.talk for sheet in league.tables)
    assert (league.mode, league.budget, league.limits) == (SIDES, Budget(2.5, 5400), "http.requests=5")
    assert (league.seed, league.records, league.probe, league.detect) == (7, False, True, True)
    assert [each.kind for each in league.entrants] == ["scripted:ru", "random", "http://localhost:1/v1#m?price=1/2"]
    assert as_kept(league) == league


def test_a_deck_instead_of_seats(tmp_path: Path) -> None:
    league = read(tmp_path, "{deck: [Mafia*2, Villager*5], players: {a: random}, blocks: 1}")
    assert [(sheet.rules, sheet.size) for sheet in league.tables] == [(next(iter(BOOKS)), 7)]


def test_a_ruleset_from_outside_is_meant_from_where_the_file_is(tmp_path: Path) -> None:
    (tmp_path / "mini.py").write_bytes((ROOT / "examples" / "mini_mafia.py").read_bytes())
    league = read(tmp_path, "{rules: mini.py, players: {a: random}, blocks: 1}")
    assert league.tables[0].rules == str(tmp_path / "mini.py")
    assert league.tables[0].ruleset.id == "mini-mafia"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("blcoks: 3", "line 1: unknown key 'blcoks' (did you mean blocks?)"),
        ("players: {a: random}", "blocks is missing, or a budget"),
        ("blocks: 3", "players is missing"),
        ("blocks: 3\nplayers: {a: random, b: scriptd}", "line 2: players.b: unknown player 'scriptd'"),
        ("blocks: 3\nplayers:\n  a: random\n  b: scriptd", "line 4: players.b: unknown player 'scriptd'"),
        ("blocks: 3\nplayers:\n  b: scriptd", "(did you mean scripted?)"),
        ("blocks: 3\nplayers: {a: human}", "line 2: players.a: human sits at a terminal"),
        ("blocks: 3\nplayers: {a: 7}", "line 2: players: a: 7 is no player"),
        ("blocks: 3\nplayers: [random]", "line 2: players: players have names"),
        ("blocks: 3\nplayers: {a: nowhere:Bot}", "line 2: players.a: player 'nowhere:Bot': No module named 'nowhere'"),
        ("blocks: 3\nplayers: {a: 'openai:'}", "line 2: players.a: openai:: the model's name is missing"),
        ("blocks: 3\nplayers: {a: {model: 'openai:x', promt: {}}}", "line 2: players.a: unknown key 'promt'"),
        ("blocks: 0\nplayers: {a: random}", "line 1: blocks: 0 is not a whole number from 1 to"),
        ("blocks: 1\nseed: x\nplayers: {a: random}", "line 2: seed: 'x' is not a whole number"),
        ("blocks: 1\nrules: [ai-mafia, wolves]\nplayers: {a: random}", "line 2: rules: unknown ruleset 'wolves'"),
        ("blocks: 1\nseats: [7, 3]\nplayers: {a: random}", "line 2: seats: ai-mafia has decks for 5 to 20 seats"),
        ("blocks: 1\nseats: 7\ndeck: [Mafia]\nplayers: {a: random}", "line 2: seats: the deck says how many"),
        ("blocks: 1\ndeck: [Mafioso]\nplayers: {a: random}", "line 2: deck: unknown role 'Mafioso'"),
        ("blocks: 1\nflags:\n  maxRonds: 3\nplayers: {a: random}", "line 3: flags: "),
        ("blocks: 1\ntables: mixd\nplayers: {a: random}", "line 2: tables: 'mixd' is neither mixed nor sides"),
        ("blocks: 1\ntables: sides\nplayers: {a: random}", "line 2: tables: sides needs two players at least"),
        ("blocks: 1\nbudget: {tme: 3}\nplayers: {a: random}", "line 2: budget: unknown key 'tme' (did you mean time?)"),
        ("budget: {time: soon}\nplayers: {a: random}", "line 1: budget: 'soon' is no time, as 90s, 45m or 2h30m"),
        ("budget: {cost: 3}\nplayers: {a: random}", "line 1: budget: no language model plays here"),
        ("blocks: 1\nprobe: votes\nplayers: {a: random}", "line 2: probe: no language model plays here"),
        ("blocks: 1\ndetect: rules\nplayers: {a: random}", "line 2: detect: "),
        ("blocks: 1\nlimits: opnai.requests=3\nplayers: {a: random}", "line 2: limits: limit 'opnai.requests=3'"),
        ("- 3", "a league file holds lines such as"),
        ("a: [", "line 1: "),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(LeagueError) as error:
        read(tmp_path, text)
    line = str(error.value)
    assert line.startswith(f"{tmp_path / 'league.yaml'}: ")
    assert said in line
    assert "\n" not in line


@pytest.mark.parametrize(("kind", "most"), [("random", 100_000_000), ("http://localhost:1/v1#m", 100_000)])
def test_no_more_games_than_a_league_can_have(tmp_path: Path, kind: str, most: int) -> None:
    file = f"seats: [12, 20]\nrules: [{', '.join(BOOKS)}]\nplayers: {{a: '{kind}', b: random}}\n"
    with pytest.raises(LeagueError, match=f"line 4: blocks: 160,000,000 games are more than the {most:,} that"):
        read(tmp_path, file + "blocks: 1000000")
    assert most - 160 < len(Schedule(read(tmp_path, file + "budget: {time: 1h}"))) <= most


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(LeagueError, match=r"gone\.yaml: No such file"):
        read_league_file(tmp_path / "gone.yaml")


# -- who exactly plays -----------------------------------------------------------------------------------------


def test_a_bot_that_is_changed_is_another_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    bot = tmp_path / "mybot.py"
    text = "{players: {a: 'mybot:RandomPlayer', b: scripted, c: 'scripted:ru', d: random}, blocks: 1}"
    bot.write_text("from duskfall.players.bots.random import RandomPlayer\n", encoding="utf-8")
    before, same = read(tmp_path, text).entrants, read(tmp_path, text).entrants
    bot.write_text("from duskfall.players.bots.random import RandomPlayer\n# other\n", encoding="utf-8")
    after = read(tmp_path, text).entrants
    assert before == same
    assert [old == new for old, new in zip(before, after, strict=True)] == [False, True, True, True]
    a, b, c, d = (each.identity["version"] for each in before)
    assert b == c
    assert len({a, b, d}) == 3


def test_a_program_that_is_changed_is_another_player(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("print(1)\n", encoding="utf-8")
    text = f"{{players: {{a: 'exec:python3 {bot}', b: 'exec:true'}}, blocks: 1}}"
    before = read(tmp_path, text).entrants
    bot.write_text("print(2)\n", encoding="utf-8")
    assert [old == new for old, new in zip(before, read(tmp_path, text).entrants, strict=True)] == [False, True]


def test_a_model_is_its_name_its_settings_and_its_prompt(tmp_path: Path) -> None:
    kinds = ("http://localhost:1/v1#m", "http://localhost:1/v1#m?temperature=1", "http://localhost:1/v1#m?notes=yes")
    players = ", ".join(f"p{number}: '{kind}'" for number, kind in enumerate(kinds))
    league = read(tmp_path, f"{{players: {{{players}}}, blocks: 1}}")
    plain, warm, noting = (dict(each.identity) for each in league.entrants)
    assert plain["model"] == warm["model"] == "m"
    assert plain["prompt"] == warm["prompt"] != noting["prompt"]
    assert plain["settings"] != warm["settings"]
