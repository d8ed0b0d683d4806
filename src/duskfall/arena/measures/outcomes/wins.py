"""The share of a player's seats that won, by side."""

from __future__ import annotations

from duskfall.arena.measures.measure import Measure

WINS = Measure(
    id="wins",
    title="Seats won, by side",
    formula="Seats of the player that won (with their side, or by themselves) over all its seats.",
    baseline="Knowing nothing: the mean over all players in seats of the same side at the same table, which is what "
    "everybody scores if all play equally well.",
    denominator="seats in games that came to an end",
    better=1,
    events="""
        SELECT player, game, side AS "group", won::INTEGER AS x, 1 AS n,
            avg(won::INTEGER) OVER (PARTITION BY "table", side) AS nothing
        FROM seated""",
)
