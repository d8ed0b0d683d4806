"""Leagues of identical players (A/A): do intervals hold the mean as often as they say, and is nobody rated wildly?

`python -m tests.arena.rating.aa_study --leagues 500` is the full study (`make soak`); test_aa.py is a small one.

Four players of the same kind play a league of silent games at tables of seven, with two rulesets. Schedule, deals,
draws, games and ratings are those of `duskfall arena run`; of its tables, only those are made that ratings are read
from. In truth all of them are rated 1500, and none is better than another. The kinds of player are

- random and scripted: our bots; they draw by entrant;
- constant: a random bot whose draws are always the same, so that identical players who change places play the same game
  again: the games of a block are then one game. Their ratings hardly differ, so intervals may hold the mean more often;
- simulated: no game is played. A side wins by a chance that the table alone decides (evil 80 %), and in half of the
  games by the luck of the deal, which the games of a block share.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from math import sqrt
from random import Random
from typing import Any, NamedTuple

import duckdb

from duskfall.arena.league import MIXED, SIDES, Entrant, League
from duskfall.arena.rating.rate import Ratings, rate
from duskfall.arena.run.one import entrant_seeds, lineup_kinds
from duskfall.arena.schedule import Fixture, Schedule, deal
from duskfall.arena.store.parquet import declared
from duskfall.arena.store.tables import TABLES
from duskfall.players.base import Player
from duskfall.players.bots.random import RandomPlayer
from duskfall.study.primer import EVIL, GOOD, primer
from duskfall.study.winning import has_won
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.table.sheet import TableSheet

RULES = ("ai-mafia-classic", "werewolf")
PLAYERS, SEATS = 4, 7
SIMULATED, CONSTANT = "simulated", "tests.arena.rating.aa_study:constant"
EVIL_WINS, LUCK = 0.8, 0.5  # of simulated games
RATED = ("good", "evil", "all")
RATED_TABLES = ("games", "seats")
Row = tuple[Any, ...]


def constant(seed: int) -> Player:
    """Make a bot that plays by the same draws whatever its seed."""
    return RandomPlayer(7)


class Cell(NamedTuple):
    """A kind of league: who plays, how players share a table, and for how long."""

    kind: str
    mode: str
    blocks: int

    @property
    def name(self) -> str:
        """What it is called in a table."""
        return f"{self.kind.rpartition(':')[2]}, {self.mode}, {self.blocks} blocks"

    def league(self, seed: int) -> League:
        """Return a league of this kind."""
        kind = "random" if self.kind == SIMULATED else self.kind
        entrants = tuple(Entrant(f"p{n}", kind) for n in range(PLAYERS))
        tables = tuple(TableSheet(rules, SEATS, talk=False) for rules in RULES)
        return League(entrants, tables, self.blocks, seed + 1, self.mode, records=False)


CELLS = tuple(
    Cell(kind, mode, blocks)
    for blocks in (8, 40)
    for kind in ("random", "scripted", SIMULATED, CONSTANT)
    for mode in (MIXED, SIDES)
    if blocks == 8 or kind in ("random", SIMULATED)  # the others take longer than all these together
)


def ratings_of(cell: Cell, seed: int) -> Ratings:
    """Play a league, and rate its players."""
    league = cell.league(seed)
    games = _simulated(league, Random(seed)) if cell.kind == SIMULATED else _played(league)
    with duckdb.connect(config={"threads": 1}) as tables:
        for table in RATED_TABLES:
            tables.execute(f"CREATE TABLE {table} ({declared(TABLES[table])})")
        for table, rows in games:
            with tables.appender(table) as appender:
                appender.append_rows(rows)
        return rate(tables)


def _played(league: League) -> Iterator[tuple[str, list[Row]]]:
    """Play the games as `play_bots` does, and make no rows but those that ratings are read from."""
    games, seats = list[Row](), list[Row]()
    for fixture in Schedule(league):
        game = deal(league, fixture)
        kinds = lineup_kinds(league, fixture)
        play(game, seat_players(game, kinds, seeds=entrant_seeds(league, fixture, game)))
        assert game.over
        teams = _teams(league, fixture)
        won = [has_won(game.over, seat, team) for seat, (team, _) in enumerate(teams, 1)]
        _put(fixture, game.over.winner, teams, won, games, seats)
    yield "games", games
    yield "seats", seats


def _simulated(league: League, chance: Random) -> Iterator[tuple[str, list[Row]]]:
    games, seats, luck = list[Row](), list[Row](), dict[int, float]()
    for fixture in Schedule(league):
        shared = luck.setdefault(fixture.block, chance.random())
        drawn = shared if chance.random() < LUCK else chance.random()
        teams = _teams(league, fixture)
        side = EVIL if drawn < EVIL_WINS else GOOD
        winner = next(team for team, of in teams if of == side)
        _put(fixture, winner, teams, [team == winner for team, _ in teams], games, seats)
    yield "games", games
    yield "seats", seats


def _put(
    fixture: Fixture, winner: str, teams: list[tuple[str, str]], won: list[bool], games: list[Row], seats: list[Row]
) -> None:
    """Add the rows of a game."""
    number, block, _, table, seed, lineup = fixture
    games.append(_row("games", game=number, block=block, table=table, seed=seed, winner=winner))
    for seat, (player, (team, side), did) in enumerate(zip(lineup, teams, won, strict=True), 1):
        seats.append(_row("seats", game=number, seat=seat, player=player, team=team, side=side, won=did))


def _row(into: str, **values: object) -> Row:
    return tuple(values.get(column) for column in TABLES[into])


@cache
def _dealt(tables: tuple[TableSheet, ...], table: int, seed: int) -> list[tuple[str, str]]:
    league = League((), tables, 1)
    game = deal(league, Fixture(0, 0, 0, table, seed, ()))
    cards = primer(game.plan.rules.id).cards
    return [(cards[role].team, cards[role].side) for role in game.setup.roles]


def _teams(league: League, fixture: Fixture) -> list[tuple[str, str]]:
    """Return team and side of each seat."""
    found = _dealt(league.tables, fixture.table, fixture.seed)
    if _dealt.cache_info().currsize > 1000:
        _dealt.cache_clear()
    return found


class Look(NamedTuple):
    """What became of one league."""

    holds: tuple[tuple[bool, ...], ...]  # by player and good, evil, all: whether the interval holds 1500
    far: tuple[float, float]  # the farthest rating from 1500: of a side, and overall
    better: tuple[float, ...]  # the chance that one is better than another, by pair and both ways


def look(cell: Cell, seed: int) -> Look:
    """Play and rate one league."""
    found = ratings_of(cell, seed)
    rows = [[found.of(f"p{n}", side) for side in RATED] for n in range(PLAYERS)]
    far = [max(abs(each[at].rating - 1500) for each in rows) for at in range(3)]
    holds = tuple(tuple(each.low <= 1500 <= each.high for each in row) for row in rows)
    return Look(holds, (max(far[:2]), far[2]), tuple(found.better.values()))


class Coverage(NamedTuple):
    """What the leagues of one cell came to."""

    cell: Cell
    leagues: int
    covered: tuple[float, float, float]  # share of the intervals of good, evil, all that hold 1500
    sure: float  # share of the pairs, both ways, of which the first is said to be better with more than 97.5 %
    likely: float  # the same with more than 90 %
    far: tuple[float, float]  # the farthest ratings from 1500: of a side, and overall

    def line(self) -> str:
        """Return a row of the table in docs/arena.md."""
        good, evil, both = (f"{100 * share:.1f} %" for share in self.covered)
        chances = f"{100 * self.sure:.1f} % | {100 * self.likely:.1f} %"
        return f"| {self.cell.name} | {good} | {evil} | {both} | {chances} | {self.far[1]:.0f} | {self.far[0]:.0f} |"


HEAD = (
    "| league | good | evil | overall | better > 97.5 % | better > 90 % | farthest overall | farthest on a side |\n"
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
)


def study(cell: Cell, leagues: int, mapper: Callable[..., Iterable[Look]] = map) -> Coverage:
    """Play and rate so many leagues."""
    looks = list(mapper(partial(look, cell), range(leagues)))
    intervals = [row for each in looks for row in each.holds]
    chances = [chance for each in looks for chance in each.better]
    covered = tuple(sum(row[at] for row in intervals) / len(intervals) for at in range(3))
    sure, likely = (sum(chance > limit for chance in chances) / len(chances) for limit in (0.975, 0.9))
    far = max(each.far[0] for each in looks), max(each.far[1] for each in looks)
    return Coverage(cell, leagues, covered, sure, likely, far)  # type: ignore[arg-type]


PROMISED = (0.93, 0.97)  # of all intervals hold the mean
PROMISED_SURE = 0.04  # at most of the pairs are said to differ, each way, where 0.025 would be exact
WILD = (700.0, 500.0)  # points from 1500 that no rating of a side, or overall, comes to


def kept(found: Coverage) -> bool:
    """Tell whether that is what is promised, as far as so many leagues tell; constant players may be alike."""
    slack = deviation(found.leagues)
    low, high = PROMISED[0] - slack, PROMISED[1] + slack
    if found.cell.kind == CONSTANT:
        high = 1.0
    covers = all(low <= share <= high for share in found.covered)
    return (
        covers and found.sure <= PROMISED_SURE and all(far <= most for far, most in zip(found.far, WILD, strict=True))
    )


def deviation(leagues: int) -> float:
    """Return the standard error of a coverage of 95 %; the last player of a league follows from the others."""
    return sqrt(0.95 * 0.05 / (leagues * (PLAYERS - 1)))


def main() -> int:
    """Run the full study: print a row for each cell, and fail where a promise is broken."""
    parser = argparse.ArgumentParser(description="how often intervals of identical players hold the mean")
    parser.add_argument("--leagues", type=int, default=500)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--only", default="", help="cells whose name holds this")
    chosen = parser.parse_args()
    broken = False
    print(HEAD)
    with ProcessPoolExecutor(chosen.processes) as pool:
        for cell in CELLS:
            if chosen.only in cell.name:
                found = study(cell, chosen.leagues, partial(pool.map, chunksize=10))
                good = kept(found)
                print(found.line() + ("" if good else " <- NOT AS PROMISED"), flush=True)
                broken = broken or not good
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
