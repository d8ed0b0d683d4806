"""Subqueries that measures share: the seats living at a time, and the ballots that send a player out.

`played` are the games that came to an end. A phase has a place in its game: the second phase has place 2, whether it's
a night or a day. A seat is living in a phase if it hadn't left when that phase began.
"""

from __future__ import annotations

from typing import Final


def place(phase: str, day: str) -> str:
    """Return SQL for the place of a phase among all phases of its game; the query must provide `day_first`."""
    return f"(2 * {day} - (({phase} = 'day') = day_first)::INTEGER)"


PARTS: Final = f"""
clock AS (
    SELECT rules, arg_min(phase, number) = 'day' AS day_first FROM decisions JOIN games USING (game)
    WHERE phase IN ('day', 'night') AND game IN (SELECT min(game) FROM games WHERE winner IS NOT NULL GROUP BY rules)
    GROUP BY rules
),
played AS (
    SELECT game, block, "table", rules, winner, coalesce(day_first, false) AS day_first
    FROM games LEFT JOIN clock USING (rules) WHERE winner IS NOT NULL
),
seated AS (
    SELECT game, seat, player, role, team, side, won, alive, left_how, day_first, "table", rules,
        coalesce({place("left_phase", "left_day")}, 1000000) AS left_at
    FROM seats JOIN played USING (game)
),
ballots AS (
    SELECT game, day, ballot, seat, target, "out", {place("'day'", "day")} AS stage
    FROM votes JOIN played USING (game) WHERE kind = 'ballot'
),
living AS (
    SELECT game, stage, count(*) AS living, count(*) FILTER (side = 'evil') AS evil
    FROM (SELECT DISTINCT game, stage FROM ballots) JOIN seated USING (game) WHERE left_at >= stage GROUP BY game, stage
)"""
