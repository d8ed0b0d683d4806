"""The share of the available information that is in a player's stated suspicions."""

from __future__ import annotations

from duskfall.arena.measures.knowledge.known import FLAT, GOOD_ONLY, LAYER, SUSPECTED
from duskfall.arena.measures.measure import Measure, Unit

EXTRACTED = Measure(
    id="bits-extracted",
    title="Bits extracted of bits available",
    formula="Available are the bits between knowing nothing and what could be known of somebody (the same distance as "
    "of suspicions); extracted are those less the bits between the stated suspicion and what could be known. The sum "
    "of the extracted over the sum of the available; less than nothing is who is further off than who knows nothing. "
    f"{GOOD_ONLY} {LAYER}",
    baseline=f"{FLAT} That extracts nothing. Knowing all that can be known: 100 %.",
    denominator="bits available",
    unit=Unit.PART,
    better=1,
    groups="",
    whole=False,
    everything=1.0,
    events=f"""{SUSPECTED}
        SELECT player, game, '' AS "group", available - distance AS x, available AS n, 0 AS nothing FROM suspected""",
)
