"""The best and the strangest games of a league."""

from __future__ import annotations

from collections.abc import Iterator
from math import log
from typing import TYPE_CHECKING, NamedTuple

from duskfall.arena.measures.parts import PARTS
from duskfall.arena.rating.rate import Ratings
from duskfall.arena.report.data import Notable
from duskfall.tell.text import plural

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SOME_VOTES = 6  # fewer votes say little about how well a side votes


class Kind(NamedTuple):
    """A kind of game worth seeing.

    The first row of its query has the game's number, then the values for its sentence.
    """

    id: str
    title: str
    asked: str
    why: str


SHARPEST = Kind(
    "sharpest", "The sharpest eyes",
    f"""SELECT ballots.game, count(*) FILTER (named.side = 'evil') AS hits, count(*) AS cast_
        FROM ballots
        JOIN seated AS voter ON voter.game = ballots.game AND voter.seat = ballots.seat AND voter.side = 'good'
        JOIN seated AS named ON named.game = ballots.game AND named.seat = ballots.target
        GROUP BY ballots.game HAVING bool_and(voter.won) AND count(*) >= {SOME_VOTES}
        ORDER BY hits / cast_ DESC, cast_ DESC, ballots.game LIMIT 1""",
    "The good won, and {} of their {} votes named an evil player.",
)  # fmt: skip
PERFECT = Kind(
    "perfect", "The perfect crime",
    f"""SELECT game, aimed, cast_ FROM (
            SELECT ballots.game, count(*) FILTER (named.side = 'evil') AS aimed, count(*) AS cast_
            FROM ballots
            JOIN seated AS voter ON voter.game = ballots.game AND voter.seat = ballots.seat AND voter.side = 'good'
            JOIN seated AS named ON named.game = ballots.game AND named.seat = ballots.target GROUP BY ballots.game
        ) SEMI JOIN (
            SELECT game FROM seated WHERE side = 'evil' GROUP BY game HAVING bool_and(won AND alive)
        ) USING (game) WHERE cast_ >= {SOME_VOTES} ORDER BY aimed / cast_, cast_ DESC, game LIMIT 1""",
    "The evil won without losing anyone; only {} of {} votes of the good named one of them.",
)  # fmt: skip
LIE = Kind(
    "lie", "The longest lie",
    """SELECT claims.game, liar.name, CASE claims.kind WHEN 'role' THEN 'claimed to be ' || coalesce(claims.word, '?')
            ELSE 'said “' || coalesce(claims.word, claims.kind) || '” of ' || coalesce(whom.name, 'somebody') END,
            claims.phase, claims.day, claims.lived
        FROM claims JOIN played USING (game) JOIN seats AS liar ON liar.game = claims.game AND liar.seat = claims.seat
        LEFT JOIN seats AS whom ON whom.game = claims.game AND whom.seat = claims.about
        WHERE claims.lived IS NOT NULL ORDER BY claims.lived DESC, claims.game, claims.number LIMIT 1""",
    "{0} {1} on {2} {3}; that lie lived {4:phase}.",
)  # fmt: skip
CLOSEST = Kind(
    "closest", "The closest vote",
    """SELECT game, seats.name, day, most, most - margin FROM (
            SELECT game, day, ballot, any_value("out") AS seat, max(votes) AS most, sum(votes) AS cast_,
                max(votes) - coalesce(max(votes) FILTER (target <> "out"), 0) AS margin
            FROM (SELECT game, day, ballot, "out", target, count(*) AS votes FROM ballots
                WHERE "out" > 0 AND target > 0 GROUP BY ALL) GROUP BY game, day, ballot
        ) JOIN seats USING (game, seat) ORDER BY margin, cast_ DESC, game, day, ballot LIMIT 1""",
    "{} was voted out on day {} by {:vote} to {}.",
)  # fmt: skip
SHORTEST = Kind(
    "shortest", "The shortest game",
    "SELECT game, rounds, answers FROM games WHERE winner IS NOT NULL ORDER BY rounds, answers, game LIMIT 1",
    "It was over after {:round} and {:answer}.",
)  # fmt: skip
LONGEST = Kind(
    "longest", "The longest game",
    "SELECT game, rounds, answers FROM games WHERE winner IS NOT NULL ORDER BY rounds DESC, answers DESC, game LIMIT 1",
    "It took {:round} and {:answer}.",
)  # fmt: skip


def notable(tables: DuckDBPyConnection, ratings: Ratings) -> Iterator[Notable]:
    """Yield a notable game of each kind that occurs in this league."""
    rated = {row.player for row in ratings.rows}
    upset = [_upset(ratings)] if len(rated) > 1 else []  # a single player has no rivals to be rated against
    for kind in (*upset, SHARPEST, PERFECT, LIE, CLOSEST, SHORTEST, LONGEST):
        row = tables.execute(f"WITH {PARTS} {kind.asked}").fetchone()
        if row is None:
            continue
        found = tables.execute("SELECT rules, winner FROM games WHERE game = ?", [row[0]]).fetchone()
        assert found is not None
        why = kind.why.format(*map(_Shown, row[1:]))
        yield Notable(kind.id, kind.title, why, int(row[0]), str(found[0]), str(found[1]), "")


class _Shown:
    """A value in a sentence: `{:round}` counts rounds; shares are shown in percent."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __format__(self, what: str) -> str:
        if what and isinstance(self.value, int):
            return plural(self.value, what)
        return f"{100 * self.value:.0f} %" if isinstance(self.value, float) else str(self.value)


def _upset(ratings: Ratings) -> Kind:
    """Return the kind of game whose winners had the least chance by the ratings.

    Their chance is their side's rate of wins at this table, moved by the difference in ratings.
    """
    known = [row for row in ratings.rows if row.side in ("good", "evil")]
    points = ", ".join(f"({_quoted(row.player)}, '{row.side}', {row.rating:.6f}::DOUBLE)" for row in known)
    rate = "(sum(won::INTEGER) + 1) / (count(*) + 2)"
    return Kind(
        "upset", "The greatest upset",
        f"""SELECT game, 1 / (1 + exp(-(ln(rate / (1 - rate)) + {log(10) / 400} * ahead))) AS chance
            FROM (
                SELECT game, any_value("table") AS "table", any_value(side) FILTER (won) AS side,
                    avg(rating) FILTER (won) - avg(rating) FILTER (NOT won) AS ahead
                FROM seated JOIN (VALUES {points or "('', '', 0::DOUBLE)"}) AS rated(player, side, rating)
                    USING (player, side) GROUP BY game HAVING count(DISTINCT side) FILTER (won) = 1
            ) JOIN (SELECT "table", side, {rate} AS rate FROM seated GROUP BY "table", side) USING ("table", side)
            WHERE ahead IS NOT NULL AND chance < 0.5 ORDER BY chance, game LIMIT 1""",
        "By the ratings of those who sat there, the winners had a chance of {}.",
    )  # fmt: skip


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
