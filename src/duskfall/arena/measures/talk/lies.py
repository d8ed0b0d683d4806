"""The number of phases for which a lie stands."""

from __future__ import annotations

from duskfall.arena.measures.measure import Measure, Unit

LIES = Measure(
    id="life-of-a-lie",
    title="Life of a lie",
    formula="Mean number of phases (nights and days) that a false claim of the player stood until it was exposed, "
    "taken back, came true, or its speaker had left; a lie that outlives the game counts as many phases "
    "as were played after it.",
    baseline="Knowing nothing has no meaning here. A lie that is exposed in the phase in which it is told scores 0.",
    denominator="false claims",
    unit=Unit.NUMBER,
    groups="side",
    events="""
        SELECT player, game, side AS "group", lived AS x, 1 AS n, NULL::DOUBLE AS nothing
        FROM claims JOIN seated USING (game, seat) WHERE lived IS NOT NULL""",
)
