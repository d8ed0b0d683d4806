"""The effect of a game's first vote on the evil players."""

from __future__ import annotations

from duskfall.arena.measures.measure import Measure

FIRST_DAY = Measure(
    id="first-day",
    title="Evil voted out on the first day",
    formula="The first day is the first with a ballot that can send somebody out. Good: seats of the player, living "
    "that day, at whose table an evil player was voted out on it, over all such seats. Evil: seats of the player, "
    "living that day, that were voted out on it themselves, over all such seats.",
    baseline="Knowing nothing: as many leave as did, drawn evenly from those who lived when the day began.",
    denominator="seats living on the first day with a ballot",
    groups="side",
    whole=False,
    events="""
        SELECT player, game, side AS "group",
            CASE side WHEN 'good' THEN evil_out > 0 ELSE list_contains(gone, seat) END::INTEGER AS x, 1 AS n,
            CASE side WHEN 'good' THEN 1 - missed ELSE len(gone) / living END AS nothing
        FROM seated JOIN (
            SELECT game, stage, gone, living,
                len(list_filter(gone, lambda each: list_contains(bad, each))) AS evil_out,
                CASE WHEN len(gone) = 0 THEN 1.0
                    ELSE list_product(list_transform(range(len(gone)),
                        lambda each: greatest(0, living - len(bad) - each) / (living - each))) END AS missed
            FROM (
                SELECT game, stage, coalesce(list("out") FILTER ("out" > 0), []) AS gone
                FROM (SELECT DISTINCT game, stage, "out" FROM ballots
                      SEMI JOIN (SELECT game, min(stage) AS stage FROM ballots GROUP BY game) USING (game, stage))
                GROUP BY game, stage
            ) JOIN (
                SELECT game, stage, count(*) AS living, coalesce(list(seat) FILTER (side = 'evil'), []) AS bad
                FROM (SELECT game, min(stage) AS stage FROM ballots GROUP BY game) JOIN seated USING (game)
                WHERE left_at >= stage GROUP BY game, stage
            ) USING (game, stage)
        ) USING (game)
        WHERE left_at >= stage AND side IN ('good', 'evil')""",
)
