"""The stated suspicions that count as forecasts, each with the baseline forecast of a player who knows nothing."""

from __future__ import annotations

from typing import Final

from duskfall.arena.measures.parts import place

WHOSE: Final = "Only the good are asked: the evil know. Only suspicions of players who are still in count."
PRIOR: Final = (
    "Knowing nothing: the number of evil players among the others still in, over the number of the others still in, "
    "said of each of them. That is what the deck and the cards of those who left tell; where the rules keep those "
    "cards hidden, this baseline knows a little more than the players."
)
STATED: Final = f"""
    WITH forecasts AS (
        SELECT player, game, about, suspicion, beliefs.evil::INTEGER AS evil,
            {place("phase", "day")} AS stage
        FROM beliefs JOIN seated USING (game, seat) WHERE suspicion IS NOT NULL AND side = 'good'
    ), rates AS (
        SELECT game, forecasts.stage, count(*) AS living, count(*) FILTER (side = 'evil') AS bad
        FROM (SELECT DISTINCT game, stage FROM forecasts) AS forecasts JOIN seated USING (game)
        WHERE left_at >= forecasts.stage GROUP BY game, forecasts.stage
    ), stated AS (
        SELECT forecasts.player, game, suspicion, evil, bad / (living - 1) AS prior
        FROM forecasts JOIN rates USING (game, stage)
        JOIN seated AS named ON named.game = forecasts.game AND named.seat = forecasts.about
        WHERE named.left_at >= forecasts.stage AND living > 1
    )"""
