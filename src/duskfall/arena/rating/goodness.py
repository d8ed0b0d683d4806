"""The goodness of fit of the ratings to the games they were made from: predicted and observed wins.

Games are sorted by the predicted chance of the good side and cut into groups of equal size; a model that leaves
something out predicts too much in some of them and too little in others. Each player's wins are also compared at each
table: a strength is assumed to be the same at all tables, which is wrong for a player who is good at one ruleset only.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import Final, NamedTuple

import numpy as np

from duskfall.arena.measures.interval import Sums
from duskfall.arena.measures.interval import estimate as ratio
from duskfall.arena.rating.bouts import SIDES, Bouts, Floats, Integers
from duskfall.arena.rating.model import outcomes
from duskfall.arena.rating.uncertainty import Estimate
from duskfall.study.primer import GOOD

GROUPS: Final = 10
SMALLEST: Final = 8  # blocks per group, at least
FEWEST: Final = 8  # blocks in which a player must have played for a team to be compared there
MISSED: Final = 0.05  # share of 95 % intervals that miss by chance alone
CLEAR: Final = 0.01  # significance level for the number of misses


class Wins(NamedTuple):
    """The wins in some games: the predicted share, and the observed one with its 95 % interval."""

    predicted: float
    observed: float
    low: float
    high: float
    games: int

    @property
    def fits(self) -> bool:
        """Return whether the prediction is within the interval."""
        return self.low <= self.predicted <= self.high


class PlayerWins(NamedTuple):
    """The wins of a player's seats in a team at one of the league's tables."""

    player: str
    table: int  # index in the league
    team: str
    wins: Wins


class Goodness(NamedTuple):
    """The predicted and observed wins of a league, by groups of games and by players."""

    groups: tuple[Wins, ...]  # groups of games by the predicted chance that good wins, lowest first
    players: tuple[PlayerWins, ...]
    worth: float  # number of independent games that a game counts as, on average

    @property
    def compared(self) -> tuple[Wins, ...]:
        """All comparisons of predicted and observed wins."""
        return (*self.groups, *(each.wins for each in self.players))

    @property
    def is_good(self) -> bool:
        """Return whether no more predictions miss than chance explains."""
        count, missed = len(self.compared), sum(not each.fits for each in self.compared)
        return _at_least(missed, count) >= CLEAR


def _at_least(missed: int, count: int) -> float:
    """Return the chance that this many of the predictions miss, or more."""
    return 1 - sum(comb(count, n) * MISSED**n * (1 - MISSED) ** (count - n) for n in range(missed))


def goodness(bouts: Bouts, found: Estimate) -> Goodness:
    """Compare the predictions of the ratings with the games they were made from."""
    chance = outcomes(bouts, found.fit.at)
    worth = float(found.worth[bouts.deal].mean()) if len(bouts.deal) else 1.0
    return Goodness(tuple(_groups(bouts, chance)), tuple(_players(bouts, chance)), worth)


def _groups(bouts: Bouts, chance: Floats) -> Iterator[Wins]:
    good = bouts.side == SIDES.index(GOOD)
    predicted, won = (np.where(good, each, 0).sum(axis=1)[bouts.kind] for each in (chance, bouts.share))
    blocks = len(np.unique(bouts.deal))
    count = min(GROUPS, blocks // SMALLEST)
    if count < 2:  # a single group always fits, as each side's rate is fitted
        return
    for games in np.array_split(np.argsort(predicted, kind="stable"), count):
        if wins := _wins(predicted[games], won[games], np.ones(len(games)), bouts.deal[games]):
            yield wins


def _players(bouts: Bouts, chance: Floats) -> Iterator[PlayerWins]:
    """Compare each player's seats in each team of each table."""
    for team, (table, name) in enumerate(bouts.teams):
        kind, slot = np.nonzero(bouts.bias == team)
        place = np.full(len(bouts.seats), -1)
        place[kind] = slot
        at = np.flatnonzero(place[bouts.kind] >= 0)
        kinds = bouts.kind[at]
        slots = place[kinds]
        for player, called in enumerate(bouts.players):
            seats = bouts.seats[kinds, slots, player].astype(float)
            sat = seats > 0
            wins = _wins(chance[kinds, slots][sat], bouts.share[kinds, slots][sat], seats[sat], bouts.deal[at][sat])
            if wins:
                yield PlayerWins(called, table, name, wins)


def _wins(predicted: Floats, won: Floats, weight: Floats, deal: Integers) -> Wins | None:
    """Compare some games; None if they have too few blocks."""
    blocks, block = np.unique(deal, return_inverse=True)
    if len(blocks) < FEWEST:
        return None
    x, n = np.bincount(block, weight * won), np.bincount(block, weight)
    sums = Sums(len(blocks), x.sum(), n.sum(), float(x @ x), float(x @ n), float(n @ n))
    observed, low, high = ratio(sums, share=True)
    if low is None or high is None:
        return None
    return Wins(float(weight @ predicted / weight.sum()), float(observed), float(low), float(high), len(won))
