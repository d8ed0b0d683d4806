"""The share of calls to models that fail, by class."""

from __future__ import annotations

from duskfall.arena.measures.measure import Measure

FAILURES = Measure(
    id="failures",
    title="Failed calls by class",
    formula="Calls of the player that ended with a failure, over all its calls; and the same for each class of failure "
    "alone. Every try counts as a call. Games that broke off count too.",
    baseline="0: a call that does not fail.",
    denominator="calls to a model",
    better=-1,
    groups="class",
    whole=False,
    events="""
        WITH made AS (SELECT player, game, count(*) AS n FROM calls GROUP BY ALL), ways AS (
            SELECT player, game, unnest(['', outcome]) AS class FROM calls WHERE outcome <> 'ok'
        ), failed AS (SELECT player, game, class, count(*) AS x FROM ways GROUP BY ALL)
        SELECT made.player, made.game, classes.class AS "group", coalesce(failed.x, 0) AS x, made.n AS n,
            NULL::DOUBLE AS nothing
        FROM made CROSS JOIN (SELECT DISTINCT class FROM ways UNION SELECT '') AS classes
        LEFT JOIN failed ON failed.player = made.player AND failed.game = made.game AND failed.class = classes.class""",
)
