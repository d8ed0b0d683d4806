"""Forecasts of rating intervals: how much the games of a schedule tell about strengths, before any is played.

The model is that of the ratings, and every game is taken to end as the average game of its table does: a side wins as
often as in random play. A team is the mean of its seats, so one seat at a table of ten tells little about its player.
The games of a block share their deal; as every player meets every seat of it, its luck falls on all alike, so a block
counts as all of its games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb, gcd
from typing import TYPE_CHECKING

from duskfall.arena.league import MIXED, League
from duskfall.arena.schedule import Fixture, Schedule
from duskfall.core.chance import draw
from duskfall.core.play.game import Game
from duskfall.study.primer import read
from duskfall.table.odds import futures
from duskfall.table.sheet import TableSheet

if TYPE_CHECKING:
    from duskfall.arena.rating.bouts import Bouts, Floats

NORMAL = 1.959964  # standard errors to each side of a 95 % interval
ROUNDS = 12  # blocks of each table that are examined, at least; rounded up to whole cycles
DEALS, FUTURES = 8, 25  # deals, and random continuations of each, for the chances of a table
LEAST = 0.02  # smallest chance: what never happened in so few games may still happen
MOST = 1 << 40  # blocks that stand for any number of blocks


@dataclass(frozen=True, slots=True)
class Width:
    """The information about strengths in one block at each table, with the prior."""

    players: tuple[str, ...]
    sharp: Floats
    prior: Floats  # precision of the prior behind the intervals
    spread: Floats  # covariance of a player's two strengths

    def after(self, blocks: int) -> dict[str, float]:
        """Return the half-width of each player's 95 % interval in points, after this many blocks at each table."""
        import numpy as np

        from duskfall.arena.rating.scale import POINTS
        from duskfall.arena.rating.uncertainty import contrasts, pulled

        sharp = self.sharp * blocks
        known = np.linalg.inv(sharp + self.prior)
        variance = known @ (sharp + pulled(self.prior, self.spread, len(self.players))) @ known
        both = contrasts(len(self.players), len(variance))[-1]
        deviations = np.sqrt(np.maximum(((both @ variance) * both).sum(axis=1), 0))
        return dict(zip(self.players, (NORMAL * POINTS * deviations).tolist(), strict=True))

    @property
    def floor(self) -> float:
        """The half-width that no number of blocks can narrow, because games at these tables leave it undecided."""
        return float(max(self.after(MOST).values()))

    def blocks(self, points: float) -> int | None:
        """Return the fewest blocks at each table after which no half-width exceeds `points`; None if none suffice."""
        if self.floor > points:
            return None
        high = 1
        while max(self.after(high).values()) > points:
            high *= 2
        low = high // 2
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if max(self.after(middle).values()) <= points else (middle, high)
        return high


def width(league: League) -> Width | None:
    """Return the information that determines a league's intervals; None if there are fewer than two players."""
    if len(league.entrants) < 2:
        return None
    from duskfall.arena.rating.model import GUESS, fit
    from duskfall.arena.rating.uncertainty import weak_prior

    schedule = sample(league)
    bouts = expected(schedule)
    found = fit(bouts, prior=weak_prior(bouts))
    return Width(bouts.players, found.sharp / schedule.league.blocks, found.prior, GUESS)


# -- the games before they are played --------------------------------------------------------------------------


def sample(league: League) -> Schedule:
    """Return the schedule of the league's first blocks, in whole cycles, however many blocks it has."""
    cycles = -(-ROUNDS // cycle(league))
    return Schedule(replace(league, blocks=cycles * cycle(league)))


def cycle(league: League) -> int:
    """Return the number of blocks in which every player gets every share of the seats, or every pair meets."""
    count = len(league.entrants)
    if league.mode != MIXED:
        return comb(count, 2) or 1
    return max(count // gcd(count, sheet.size) for sheet in league.tables)


def expected(schedule: Schedule) -> Bouts:
    """Return the games of a schedule, each with every team's chance to win at that table as its outcome."""
    import numpy as np

    from duskfall.arena.rating.bouts import SIDES, Bouts

    league = schedule.league
    players = tuple(sorted(each.name for each in league.entrants))
    teams = [_teams(league, fixture) for fixture in schedule]
    chance = [chances(sheet, league.seed) for sheet in league.tables]
    most, biases = max(map(len, teams)), dict[tuple[int, str], int]()
    seats = np.zeros((len(teams), most, len(players)), dtype=np.uint8)
    side, bias = np.full((len(teams), most), -1), np.full((len(teams), most), -1)
    share = np.zeros((len(teams), most))
    for fixture, met in zip(schedule, teams, strict=True):
        at, table = fixture.number, fixture.table
        for slot, (team, (of, names)) in enumerate(met.items()):
            side[at, slot] = SIDES.index(of)
            bias[at, slot] = biases.setdefault((table, team), len(biases))
            share[at, slot] = chance[table].get(team, LEAST)
            np.add.at(seats[at, slot], [players.index(name) for name in names], 1)
    share /= share.sum(axis=1, keepdims=True)
    deals = np.array([fixture.block for fixture in schedule])
    return Bouts(players, seats, side, bias, share, np.arange(len(teams)), deals)


def _teams(league: League, fixture: Fixture) -> dict[str, tuple[str, list[str]]]:
    """Return the teams of a game, each with its side and the names of the players in its seats."""
    from duskfall.arena.rating.bouts import SIDES

    found: dict[str, tuple[str, list[str]]] = {}
    for name, (team, side) in zip(fixture.lineup, _dealt(league.tables[fixture.table], fixture.seed), strict=True):
        if side in SIDES:
            found.setdefault(team, (side, []))[1].append(name)
    return found


@lru_cache(maxsize=64)  # the games of a block come one after another
def _dealt(sheet: TableSheet, seed: int) -> Sequence[tuple[str, str]]:
    return sides_of(sheet.start(seed))


def sides_of(game: Game) -> list[tuple[str, str]]:
    """Return the team of each seat as dealt, and its side: good, evil or alone."""
    cards = read(game.plan.rules).cards
    return [(cards[role].team, cards[role].side) for role in game.setup.roles]


def chances(sheet: TableSheet, seed: int) -> Mapping[str, float]:
    """Return how often each team of a table wins in random play, at least LEAST; a draw counts for no team."""
    games = [sheet.start(draw(seed, "plan", number) >> 16) for number in range(DEALS)]
    winners = [winner for each in futures(games, seed, FUTURES) for winner in each]
    return {team: max(LEAST, winners.count(team) / len(winners)) for team in sheet.ruleset.teams}
