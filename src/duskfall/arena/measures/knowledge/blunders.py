"""Choices that are provably wrong in the player's own view."""

from __future__ import annotations

from duskfall.arena.measures.knowledge.known import PROVEN, WEIGHED
from duskfall.arena.measures.measure import Measure

BLUNDERS = Measure(
    id="blunders",
    title="Provable blunders",
    formula="Choices of the player that harm somebody who is certain to be on its own side (a vote, a kill, a block), "
    "or help somebody who is certain to be on the other (a guard, a title), over all its choices in which that was "
    "possible and something else was: another player to name, or nobody. Ballots and titles of the evil are left out: "
    f"these may be a sacrifice. A choice that names oneself is none. {PROVEN}",
    baseline="Knowing nothing: a choice drawn evenly from the others who could be named, and nobody where that is "
    "allowed. Knowing all that can be known: 0.",
    denominator="choices in which a blunder could be made and avoided",
    better=-1,
    groups="kind of choice",
    everything=0.0,
    events=f"""
        WITH {WEIGHED}, judged AS (
            SELECT *, CASE WHEN harms THEN own = 1 WHEN side = 'evil' THEN good = 1 ELSE evil = 1 END AS wrong
            FROM weighed WHERE exact AND (side = 'good' OR (side = 'evil' AND kind NOT IN ('ballot', 'elect', 'heir')))
        )
        SELECT player, judged.game, kind AS "group", max((wrong AND about = target)::INTEGER) AS x, 1 AS n,
            sum(wrong::INTEGER) / (count(*) + any_value(free)::INTEGER) AS nothing
        FROM judged JOIN seated USING (game, seat) GROUP BY player, judged.game, answer, kind
        HAVING bool_or(wrong) AND (NOT bool_and(wrong) OR any_value(free))""",
)
