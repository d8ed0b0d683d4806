"""The games of a league as arrays: what kinds of game there were, how often each, and on which deal.

Two games are of one kind if they had the same players in the same teams at the same table, and the same outcome. A
league of bots has few kinds, so that a million games are two numbers each and some thousand rows of seats.
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

# A line-up is told by the sum of its seats' hashes; `kind` and `deal` are named by the first game of each.
GAMES = """
    WITH lines AS (SELECT game, sum(hash(player, team, side, won)) AS line FROM seats GROUP BY game)
    SELECT min(game) OVER (PARTITION BY "table", winner, line) AS kind,
           min(game) OVER (PARTITION BY "table", seed) AS deal
    FROM games JOIN lines USING (game) ORDER BY game
"""
NAMES = "SELECT list(DISTINCT player ORDER BY player), list(DISTINCT team ORDER BY team) FROM seats"
# Players and teams by their place among the names from 1 on; 0 is none.
SEATS = """
    SELECT game AS kind, "table", list_position($players, player) AS player,
           coalesce(list_position($teams, team), 0) AS team,
           CASE side WHEN 'good' THEN 0 WHEN 'evil' THEN 1 ELSE -1 END AS side,
           winner IS NULL AS failed, coalesce(list_position($teams, winner), 0) AS winner,
           count(*) AS seats, coalesce(bool_or(won), false) AS won
    FROM seats JOIN games USING (game) WHERE game IN (SELECT unnest($kinds::INTEGER[]))
    GROUP BY ALL ORDER BY ALL
"""


@dataclass(frozen=True, slots=True)
class Bouts:
    """What is rated: kinds of game by row, their teams by column; and the kind and the deal of every game."""

    players: tuple[str, ...]
    seats: NDArray[np.uint8]  # by kind, team and player
    side: Integers  # by kind and team: its place in SIDES; -1: there is no such team
    bias: Integers  # by kind and team: which intercept it has
    share: Floats  # by kind and team: 1 won, 0 lost; of a draw equal parts
    kind: Integers  # by game
    deal: Integers  # by game; numbered from 0 on

    @property
    def biases(self) -> int:
        """How many intercepts there are: one for each team of each table."""
        return int(self.bias.max(initial=-1)) + 1


class Count(NamedTuple):
    """Games of a player on a side, how many of them a seat of it there won, and how many more failed."""

    games: int = 0
    wins: int = 0
    failed: int = 0


Counts = Mapping[tuple[str, str], Count]
"""By player and side; of `all`, games and wins are the sum, and a game that failed counts once, whatever was dealt."""


def read(tables: DuckDBPyConnection) -> tuple[Bouts, Counts]:
    """All games of a league: those that can be rated, and how often who won and failed."""
    names = tables.execute(NAMES).fetchone()
    players, teams = (each or [] for each in names or ([], []))
    games = {name: _whole(column) for name, column in tables.execute(GAMES).fetchnumpy().items()}
    kinds, kind, times = np.unique(games["kind"], return_inverse=True, return_counts=True)
    asked = {"players": players, "teams": teams, "kinds": kinds.tolist()}
    rows = {name: _whole(column) for name, column in tables.execute(SEATS, asked).fetchnumpy().items()}
    rows["kind"] = np.searchsorted(kinds, rows["kind"])
    return _bouts(rows, tuple(players), kind, games["deal"]), _counts(rows, players, times)


def _whole(column: NDArray[Any]) -> Integers:
    return np.asarray(column, dtype=np.int64)


def _bouts(rows: dict[str, Integers], players: tuple[str, ...], kind: Integers, deal: Integers) -> Bouts:
    """The kinds of game in which at least two teams met, and their games."""
    met = (rows["side"] >= 0) & (rows["failed"] == 0)
    rows = {name: column[met] for name, column in rows.items()}
    pairs, pair = np.unique(np.stack([rows["kind"], rows["team"]]), axis=1, return_inverse=True)
    teams = np.bincount(pairs[0], minlength=int(kind.max(initial=-1)) + 1)  # that met in each kind
    rated = np.flatnonzero(teams > 1)
    at_kind = np.full(len(teams), -1)
    at_kind[rated] = np.arange(len(rated))
    slot = (np.arange(pairs.shape[1]) - np.searchsorted(pairs[0], pairs[0]))[pair]
    kept = at_kind[rows["kind"]] >= 0
    rows = {name: column[kept] for name, column in rows.items()}
    place = at_kind[rows["kind"]], slot[kept]
    shape = len(rated), int(teams.max(initial=0)) if len(rated) else 0
    seats = np.zeros((*shape, len(players)), dtype=np.uint8)
    seats[*place, rows["player"] - 1] = rows["seats"]
    side, bias, won = (np.full(shape, -1) for _ in range(3))
    side[place] = rows["side"]
    bias[place] = np.unique(np.stack([rows["table"], rows["team"]]), axis=1, return_inverse=True)[1]
    won[place] = rows["team"] == rows["winner"]
    parts = np.where(won.max(axis=1, initial=-1, keepdims=True) == 1, won == 1, (won >= 0) / teams[rated][:, None])
    rated_games = at_kind[kind] >= 0
    deals = np.unique(deal[rated_games], return_inverse=True)[1]
    return Bouts(players, seats, side, bias, parts.astype(float), at_kind[kind][rated_games], deals)


def _counts(rows: dict[str, Integers], players: list[str], times: Integers) -> Counts:
    """A game counts once for each side on which a player sat, however many seats it had there."""
    sat: dict[tuple[str, str], Count] = {}
    for n, player in enumerate(players, 1):
        mine = {name: column[rows["player"] == n] for name, column in rows.items()}
        sides = [_count({k: v[mine["side"] == side] for k, v in mine.items()}, times) for side in range(len(SIDES))]
        both = Count(*(sum(each) for each in zip(*sides, strict=True)))
        sat |= {(player, side): count for side, count in zip(SIDES, sides, strict=True)}
        sat[player, ALL] = both._replace(failed=_count(mine, times).failed)
    return sat


def _count(rows: dict[str, Integers], times: Integers) -> Count:
    """The games of these seats, each once."""

    def games(which: NDArray[np.bool_]) -> int:
        return int(times[np.unique(rows["kind"][which])].sum())

    failed = rows["failed"] == 1
    return Count(games(~failed), games(~failed & (rows["won"] == 1)), games(failed))
