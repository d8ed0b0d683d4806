"""The plan of a league: its intervals are those that the ratings of such a league have, and models are paid for."""

from __future__ import annotations

import json
from math import exp
from pathlib import Path
from random import Random
from statistics import mean

import duckdb
import pytest
from click.testing import CliRunner

from duskfall.arena.league import MIXED, MODES, Budget, Entrant, League
from duskfall.arena.plan.bill import run_bill
from duskfall.arena.plan.plan import make_plan
from duskfall.arena.plan.sample_games import play_samples
from duskfall.arena.plan.width import chances, sides_of, width
from duskfall.arena.rating.rate import ALL, POINTS, rate
from duskfall.arena.schedule import Schedule
from duskfall.cli.arena.plan import plan
from duskfall.players.llm.model import read_model
from duskfall.table.sheet import TableSheet
from tests.volume import scaled

BOOKS = ("ai-mafia", "werewolf")
KIND = "http://h/v1#m?price=1/10&context=20000&answer=100"
SPREAD = 100  # points of skill
DECKS = {
    "werewolf": ("Werewolf*3", "Seer", "Witch", "Hunter", "Villager*2")
}  # near enough to even for narrow intervals


def league(
    *kinds: str, blocks: int = 20, mode: str = MIXED, books: tuple[str, ...] = BOOKS, budget: Budget | None = None
) -> League:
    """Players that are called by letters, at tables of eight."""
    entrants = tuple(Entrant("abcdefgh"[place], kind) for place, kind in enumerate(kinds))
    tables = tuple(TableSheet(book, seats=8, deck=DECKS.get(book)) for book in books)
    return League(entrants, tables, blocks, mode=mode, budget=budget or Budget())


def simulated(found: League, seed: int) -> duckdb.DuckDBPyConnection:
    """The games and seats of a league, drawn by known skills, as the model of the ratings has it; deals have luck."""
    chance, skill = Random(seed), {}
    for player in sorted(each.name for each in found.entrants):
        skill[player] = chance.gauss(0, SPREAD / POINTS)
    odds = [chances(sheet, found.seed) for sheet in found.tables]
    games, seats, luck = [], [], {}
    for fixture in Schedule(found):
        dealt = sides_of(found.tables[fixture.table].start(fixture.seed))
        teams = sorted({team for team, side in dealt if side != "alone"})
        lucky = luck.setdefault(fixture.block, [chance.gauss(0, 0.5) for _ in teams])
        weights = [
            odds[fixture.table][team]
            * exp(push + mean(skill[name] for name, (of, _) in zip(fixture.lineup, dealt, strict=True) if of == team))
            for team, push in zip(teams, lucky, strict=True)
        ]
        [winner] = chance.choices(teams, weights)
        games.append((fixture.number, fixture.block, fixture.table, fixture.seed, winner))
        for seat, (name, (team, side)) in enumerate(zip(fixture.lineup, dealt, strict=True), 1):
            seats.append((fixture.number, seat, name, team, side, team == winner))
    tables = duckdb.connect()
    tables.execute('CREATE TABLE games (game INT, block INT, "table" INT, seed UBIGINT, winner VARCHAR)')
    tables.execute("CREATE TABLE seats (game INT, seat INT, player VARCHAR, team VARCHAR, side VARCHAR, won BOOLEAN)")
    tables.executemany("INSERT INTO games VALUES (?, ?, ?, ?, ?)", games)
    tables.executemany("INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?)", seats)
    return tables


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("players", [2, 5])
def test_the_interval_is_that_of_the_ratings(mode: str, players: int) -> None:
    found = league(*["random"] * players, mode=mode)
    foreseen = width(found)
    assert foreseen
    rows = [row for seed in range(scaled(2)) for row in rate(simulated(found, seed)).rows if row.side == ALL]
    real = mean((row.high - row.low) / 2 for row in rows)
    assert mean(foreseen.after(20).values()) == pytest.approx(real, rel=0.25)


def test_so_many_blocks_are_enough_and_fewer_are_not() -> None:
    found = width(league("random", "random", "random"))
    assert found
    blocks = found.blocks(40)
    assert max(found.after(blocks).values()) <= 40 < max(found.after(blocks - 1).values())
    assert found.blocks(10_000) == 1


def test_bots_take_time_and_nothing_else() -> None:
    made = make_plan(league("random", "scripted"), [50])
    stands, wanted = made.needs
    assert stands.bill is None
    assert stands.seconds
    assert stands.games == len(Schedule(made.league))
    assert wanted.interval
    assert wanted.interval <= 50
    assert wanted.games == 2 * 8 * wanted.blocks


def test_models_take_what_play_says() -> None:
    found = league(KIND, "random", books=("werewolf",), blocks=3)
    [stands, *_] = make_plan(found).needs
    game = found.tables[0].start(1)
    samples = play_samples(game.plan.rules, game.setup)
    told = run_bill(samples, [KIND] * 4 + ["random"] * 4, {KIND: read_model(KIND)}, {}).times(stands.games)
    assert stands.bill
    assert stands.bill.expected.dollars == pytest.approx(told.expected.dollars)
    assert stands.bill.upper.dollars == pytest.approx(told.upper.dollars)
    assert 0 < told.expected.dollars < told.upper.dollars < 20 * told.expected.dollars
    assert stands.seconds is None


def test_a_budget_ends_it_early() -> None:
    [whole, *_] = make_plan(league(KIND, "random", blocks=1000)).needs
    assert whole.bill
    half = Budget(dollars=whole.bill.expected.dollars / 2)
    [early, *_] = make_plan(league(KIND, "random", blocks=1000, budget=half)).needs
    assert early.blocks == pytest.approx(500, abs=1)


def test_a_price_that_nobody_knows_is_not_nothing(tmp_path: Path) -> None:
    path = tmp_path / "league.yaml"
    path.write_text(f"{{rules: werewolf, seats: 8, players: {{dear: '{KIND}', own: 'http://h/v1#m'}}, blocks: 2}}")
    said = CliRunner().invoke(plan, [str(path)]).output
    assert "≥ $" in said
    assert "unknown" in said


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "league.yaml"
    path.write_text(
        f"{{rules: werewolf, deck: '{', '.join(DECKS['werewolf'])}', players: {{one: random, two: random}}, blocks: 2}}"
    )
    told = CliRunner().invoke(plan, [str(path), "--interval", "50"])
    assert "± 50 points" in told.output
    data = json.loads(CliRunner().invoke(plan, [str(path), "--interval", "50", "--json"]).output)
    assert data["blocks"] == 2
    assert data["needs"][0]["interval"] <= 50
    assert [each["player"] for each in data["players"]] == ["one", "two"]
    wrong = CliRunner().invoke(plan, [str(tmp_path / "none.yaml")])
    assert wrong.exit_code == 2
    assert len(wrong.output.splitlines()) == 1


def test_an_interval_that_no_number_of_games_gives_is_told_as_such() -> None:
    pair = (Entrant("a", "scripted"), Entrant("b", "random"))
    made = make_plan(League(pair, (TableSheet("werewolf", seats=6),), blocks=2), (1000.0, 5.0))
    assert made.out_of_reach == (5.0,)
    assert made.width
    assert made.width.floor > 5
    assert [need.what for need in made.needs] == ["the file as it stands", "± 1000 points"]
    assert made.as_data()["out_of_reach"] == [5.0]
