"""The schedule of a league: all its games by number, each with its deal and its line-up.

A block replays one deal once per rotation, so that every player meets every seat and role of that deal; every block has
its own deal. Games are numbered table by table within a block number, so a league that is stopped early has played
about equally much at all its tables. Where players meet in pairs, they have all been seated equally often by then, give
or take a block.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from math import lcm
from typing import NamedTuple

from duskfall.arena.league import MIXED, League
from duskfall.arena.pairings import pair_of_block
from duskfall.core.chance import below, draw, shuffled
from duskfall.core.play.game import Game
from duskfall.core.start.deck import dealt_sides
from duskfall.core.start.setup import NAMES
from duskfall.table.sheet import ORDERS, TableSheet, all_names


class Fixture(NamedTuple):
    """A scheduled game of a league."""

    number: int  # counts from 0
    block: int  # the games of a block share a deal; blocks of different tables have different numbers
    rotation: int
    table: int  # index in the league
    seed: int  # seed of the deal
    lineup: tuple[str, ...]  # the entrant's name for each seat


class Schedule:
    """The games of a league as a sequence; each game is computed when it's accessed."""

    def __init__(self, league: League) -> None:
        self.league = league
        self._sizes = [_size_of_block(league, sheet) for sheet in league.tables]
        self._round = sum(self._sizes)  # games of one block at each table

    def __len__(self) -> int:
        return self._round * self.league.blocks

    def __iter__(self) -> Iterator[Fixture]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, number: int) -> Fixture:
        if not 0 <= number < len(self):
            raise IndexError(number)
        turn, place = divmod(number, self._round)
        table = 0
        while place >= self._sizes[table]:
            place -= self._sizes[table]
            table += 1
        seed, lineups = _block(self.league, table, turn)
        return Fixture(number, turn * len(self._sizes) + table, place, table, seed, lineups[place])


def deal(league: League, fixture: Fixture) -> Game:
    """Deal the game of a fixture. The names at the table are drawn per deal, so that none reveals a player."""
    sheet = league.tables[fixture.table]
    order = below(fixture.seed, "names", 0, ORDERS)
    names = all_names((), sheet.size, tuple(shuffled(order, "names", NAMES)))
    return replace(sheet, names=names).start(fixture.seed)


@lru_cache(maxsize=256)
def _block(league: League, table: int, turn: int) -> tuple[int, tuple[tuple[str, ...], ...]]:
    """Return the seed of a block's deal, and the line-up of each of its games."""
    sheet = league.tables[table]
    names = [each.name for each in league.entrants]
    if league.mode == MIXED:
        seed = draw(league.seed, f"deal {table}", turn) >> 16
        row = names * (sheet.size // len(names)) + _one_more(league, table, turn)
        return seed, _rotations(tuple(shuffled(seed, "row", row)))
    if league.schedule == 1:
        pairs = list(combinations(names, 2))
        seed = draw(league.seed, f"deal {table}", turn // len(pairs)) >> 16  # every pair plays every deal
        return seed, _against(sheet, seed, *pairs[turn % len(pairs)])
    seed = draw(league.seed, f"deal {table}", turn) >> 16
    order = shuffled(league.seed, "pairs", names)
    pair = [order[place] for place in pair_of_block(len(names), len(league.tables), turn, table)]
    return seed, _against(sheet, seed, *sorted(pair, key=names.index))


def _size_of_block(league: League, sheet: TableSheet) -> int:
    if league.mode == MIXED:
        return sheet.size if len(league.entrants) > 1 else 1
    return len(_against(sheet, 0, "one", "other"))


# -- players share a table seat by seat ----------------------------------------------------------------------


def _one_more(league: League, table: int, turn: int) -> list[str]:
    """Return the players who get one seat more than others in this turn, or the only ones seated if seats are scarce.

    All players get it equally often, in random order. If the same players always sat out together, their strengths
    couldn't be told apart.
    """
    names = [each.name for each in league.entrants]
    more = league.tables[table].size % len(names)
    turns = lcm(more, len(names)) // more if more else 1  # number of turns until all players have had it equally often
    cycle, step = divmod(turn, turns)
    order = shuffled(league.seed, f"turns {table} {cycle}", names)
    return [order[(step * more + place) % len(order)] for place in range(more)]


def _rotations(row: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return the row rotated to begin at each seat; a single game if one player has all seats."""
    if len(set(row)) == 1:
        return (row,)
    return tuple(row[shift:] + row[:shift] for shift in range(len(row)))


# -- one player a side -----------------------------------------------------------------------------------------


def _against(sheet: TableSheet, seed: int, one: str, other: str) -> tuple[tuple[str, ...], ...]:
    """Return the line-ups in which each of two players plays each side once, while the other plays all other seats."""
    game = sheet.start(seed)
    roles = game.setup.roles
    teams = [game.plan.roles[role].team for role in roles]
    sides = _sides(sheet, roles)
    lineups = (
        tuple(alone if team == side else rest for team in teams)
        for side in sides
        for alone, rest in ((one, other), (other, one))
    )
    return tuple(dict.fromkeys(lineups))


def _sides(sheet: TableSheet, roles: Sequence[str]) -> list[str]:
    """Return the teams that were dealt and can win."""
    return [side for side in dealt_sides(sheet.ruleset, roles) if side in sheet.ruleset.teams]
