"""The share of claims that are true."""

from __future__ import annotations

from duskfall.arena.measures.measure import Measure

TRUTH = Measure(
    id="claims-true",
    title="Claims that are true",
    formula="Public claims of the player (a role, a result of an act) that were true when they were made, over all its "
    "claims of which that can be told; accusations and defences are left out.",
    baseline="Knowing nothing has no meaning here. An honest player scores 1.",
    denominator="claims that are true or false",
    groups="side",
    events="""
        SELECT player, game, side AS "group", is_true::INTEGER AS x, 1 AS n, NULL::DOUBLE AS nothing
        FROM claims JOIN seated USING (game, seat) WHERE is_true IS NOT NULL""",
)
