"""The share of a player's seats that are still in when the game ends."""

from __future__ import annotations

from duskfall.arena.measures.measure import Measure

SURVIVAL = Measure(
    id="survival",
    title="Survival",
    formula="Seats of the player that are still in when the game ends, over all its seats.",
    baseline="Knowing nothing: the mean over all players in seats of the same side at the same table.",
    denominator="seats in games that came to an end",
    events="""
        SELECT player, game, side AS "group", alive::INTEGER AS x, 1 AS n,
            avg(alive::INTEGER) OVER (PARTITION BY "table", side) AS nothing
        FROM seated""",
)
