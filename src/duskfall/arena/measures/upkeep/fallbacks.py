"""The share of questions to which a player gives no answer, or one that doesn't count."""

from __future__ import annotations

from duskfall.arena.measures.measure import Measure

FALLBACKS = Measure(
    id="fallbacks",
    title="Fallbacks",
    formula="Questions of the game to which the player gave no answer (silent), or one that the rules turned down "
    "(refused) or that came to nothing (void), over all questions put to it.",
    baseline="0: an answer that counts. Random play among the offered answers scores what the rules turn down of them.",
    denominator="questions put to the player",
    better=-1,
    groups="outcome",
    whole=False,
    events="""
        SELECT player, game, unnest(['silent', 'refused', 'void']) AS "group",
            unnest([silent, refused, void]) AS x, n, NULL::DOUBLE AS nothing
        FROM (
            SELECT player, game, count(*) AS n, count(*) FILTER (outcome = 'silent') AS silent,
                count(*) FILTER (outcome = 'refused') AS refused, count(*) FILTER (outcome = 'void') AS void
            FROM decisions JOIN seats USING (game, seat) GROUP BY player, game
        )""",
)
