"""The games of a league as arrays: the kinds of game there were, how often each was played, and on which deals.

Two games are of one kind if they had the same players in the same teams at the same table, and the same outcome. A
league of bots has few kinds, so a million games become two numbers each and some thousand rows of seats.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from duskfall.study.primer import EVIL, GOOD

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

SIDES: Final = (GOOD, EVIL)
ALL: Final = "all"

# A line-up is identified by the sum of its seats' hashes, a `kind` or `deal` by the number of its first game.
GAMES = """
    CREATE OR REPLACE TEMP TABLE rated AS
    WITH lines AS (SELECT game, sum(hash(player, team, side, won)) AS line FROM seats GROUP BY game)
    SELECT game, "table", winner, min(game) OVER (PARTITION BY "table", winner, line) AS kind,
           min(game) OVER (PARTITION BY "table", seed) AS deal
    FROM games JOIN lines USING (game)
"""
SEATS = """
    CREATE OR REPLACE TEMP TABLE sat AS
    SELECT game AS kind, "table", winner, player, team, side, count(*) AS seats, coalesce(bool_or(won), false) AS won
    FROM seats JOIN rated USING (game) WHERE game = rated.kind GROUP BY ALL
"""
TIMES = "SELECT kind, deal FROM rated ORDER BY game"
NAMES = "SELECT list(DISTINCT player ORDER BY player), list(DISTINCT team ORDER BY team) FROM sat"
# Players and teams as indices in the lists of names.
TEAMS = """
    SELECT kind, "table", list_position($players, player) - 1 AS player, list_position($teams, team) - 1 AS team,
           (side = 'evil')::INTEGER AS side, coalesce(list_position($teams, winner) - 1, -1) AS winner, seats
    FROM sat WHERE winner IS NOT NULL AND side IN ('good', 'evil') ORDER BY ALL
"""
# A game counts once for each side on which a player sat, however many seats it had there.
COUNTS = """
    WITH times AS (SELECT kind, count(*) AS times FROM rated GROUP BY kind),
         mine AS (
            SELECT player, side, kind, any_value(times) AS times, bool_or(won) AS won,
                   any_value(winner) IS NULL AS failed
            FROM sat JOIN times USING (kind) GROUP BY GROUPING SETS ((player, side, kind), (player, kind))
         )
    SELECT player, side, coalesce(sum(times) FILTER (NOT failed), 0)::BIGINT,
           coalesce(sum(times) FILTER (NOT failed AND won), 0)::BIGINT, coalesce(sum(times) FILTER (failed), 0)::BIGINT
    FROM mine GROUP BY player, side
"""
DROP = "DROP TABLE IF EXISTS rated; DROP TABLE IF EXISTS sat"


@dataclass(frozen=True, slots=True)
class Bouts:
    """The rated games: kinds of game by row with their teams by column, and the kind and the deal of every game."""

    players: tuple[str, ...]
    seats: NDArray[np.uint8]  # number of seats by kind, team and player
    side: Integers  # by kind and team: index in SIDES; -1 if there is no such team
    bias: Integers  # by kind and team: index of its intercept
    share: Floats  # by kind and team: 1 won, 0 lost; equal parts of a draw
    kind: Integers  # by game: index of its kind
    deal: Integers  # by game: number of its deal, from 0
    teams: tuple[tuple[int, str], ...] = ()  # for each intercept, its table and its team

    @property
    def biases(self) -> int:
        """The number of intercepts: one for each team of each table."""
        return int(self.bias.max(initial=-1)) + 1


class Count(NamedTuple):
    """A player's games on a side: those completed, those that one of its seats there won, and those that failed."""

    games: int = 0
    wins: int = 0
    failed: int = 0


Counts = Mapping[tuple[str, str], Count]
"""Counts by player and side. For `all`, games and wins are sums over the sides, and a failed game counts once."""


def read(tables: DuckDBPyConnection) -> tuple[Bouts, Counts]:
    """Read all games of a league: those that can be rated, and how often each player won and failed."""
    try:
        tables.execute(GAMES)
        tables.execute(SEATS)
        names = tables.execute(NAMES).fetchone()
        players, teams = (each or [] for each in names or ([], []))
        games = _columns(tables.execute(TIMES).fetchnumpy())
        rows = _columns(tables.execute(TEAMS, {"players": players, "teams": teams}).fetchnumpy())
        found = {(player, side): Count(*counts) for player, side, *counts in tables.execute(COUNTS).fetchall()}
    finally:
        tables.execute(DROP)
    return _bouts(rows, tuple(players), tuple(teams), games["kind"], games["deal"]), _counts(found, players)


def _columns(columns: Mapping[str, NDArray[Any]]) -> dict[str, Integers]:
    return {name: np.asarray(column, dtype=np.int64) for name, column in columns.items()}


def _bouts(
    rows: dict[str, Integers], players: tuple[str, ...], called: tuple[str, ...], kind: Integers, deal: Integers
) -> Bouts:
    """Return the kinds of game in which at least two teams met, and their games."""
    names = int(rows["team"].max(initial=0)) + 1
    pairs, pair = np.unique(rows["kind"] * names + rows["team"], return_inverse=True)  # the teams of each kind
    kinds, first, teams = np.unique(pairs // names, return_index=True, return_counts=True)
    kinds_met, met = kinds[teams > 1], np.isin(rows["kind"], kinds[teams > 1])
    slot = (np.arange(len(pairs)) - np.repeat(first, teams))[pair][met]
    rows = {name: column[met] for name, column in rows.items()}
    place = np.searchsorted(kinds_met, rows["kind"]), slot
    shape = len(kinds_met), int(teams.max(initial=0)) if len(kinds_met) else 0
    seats = np.zeros((*shape, len(players)), dtype=np.uint8)
    seats[*place, rows["player"]] = rows["seats"]
    side, bias, won = (np.full(shape, -1) for _ in range(3))
    side[place] = rows["side"]
    places, bias[place] = np.unique(rows["table"] * names + rows["team"], return_inverse=True)
    met_teams = tuple((int(each) // names, called[int(each) % names]) for each in places)
    won[place] = rows["team"] == rows["winner"]
    decided = won.max(axis=1, initial=-1, keepdims=True) == 1
    share = np.where(decided, won == 1, (won >= 0) / teams[teams > 1][:, None])
    rated = np.isin(kind, kinds_met)
    deals = np.unique(deal[rated], return_inverse=True)[1]
    return Bouts(
        players, seats, side, bias, share.astype(float), np.searchsorted(kinds_met, kind[rated]), deals, met_teams
    )


def _counts(found: Mapping[tuple[str, str | None], Count], players: list[str]) -> Counts:
    """Return the counts of each player on each side, and for both sides together, with all failed games."""
    counts: dict[tuple[str, str], Count] = {}
    for player in players:
        good, evil = (found.get((player, side), Count()) for side in SIDES)
        counts |= {(player, GOOD): good, (player, EVIL): evil}
        failed = found[player, None].failed
        counts[player, ALL] = Count(good.games + evil.games, good.wins + evil.wins, failed)
    return counts
