"""The plan of a league: its intervals are those that the ratings of such a league have, and models are paid for."""

from __future__ import annotations

import json
from dataclasses import replace
from math import exp
from random import Random
from statistics import mean

import duckdb
import pytest

from duskfall.arena.league import MIXED, MODES, SIDES, Entrant, League
from duskfall.arena.plan.plan import make_plan
from duskfall.arena.plan.width import chances, sample, sides_of, width
from duskfall.arena.rating.rate import ALL, POINTS, rate
from duskfall.arena.schedule import Schedule
from duskfall.players.llm.model import read_model
from duskfall.table.ceiling import CALLS_EACH, longest_game
from duskfall.table.sheet import TableSheet

BOOKS = ("ai-mafia", "werewolf")
KIND = "http://h/v1#m?price=1/10&context=20000&answer=100"
SPREAD = 100  # points of skill


def league(*kinds: str, blocks: int = 20, mode: str = MIXED, books: tuple[str, ...] = BOOKS) -> League:
    entrants = tuple(Entrant(f"{'abcdefgh'[place]}", kind) for place, kind in enumerate(kinds))
    return League(entrants, tuple(TableSheet(book, seats=8) for book in books), blocks, mode=mode)


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
    found = league(*["random"] * players, blocks=20, mode=mode)
    foreseen = width(found)
    assert foreseen
    rows = rate(simulated(found, seed=players)).rows
    real = mean((row.high - row.low) / 2 for row in rows if row.side == ALL)
    print(mode, players, real, mean(foreseen.after(20).values()))
    assert mean(foreseen.after(20).values()) == pytest.approx(real, rel=0.2)
