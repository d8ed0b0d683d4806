"""The share of a player's seats that won, by role."""

from __future__ import annotations

from duskfall.arena.measures.measure import Measure

WINS_BY_ROLE = Measure(
    id="wins-by-role",
    title="Seats won, by role",
    formula="Seats of the player that won (with their side, or by themselves) over all its seats.",
    baseline="Knowing nothing: the mean over all players in seats of the same role at the same table, which is what "
    "everybody scores if all play equally well.",
    denominator="seats in games that came to an end",
    better=1,
    groups="role",
    whole=False,
    events="""
        SELECT player, game, role AS "group", won::INTEGER AS x, 1 AS n,
            avg(won::INTEGER) OVER (PARTITION BY "table", role) AS nothing
        FROM seated""",
)
