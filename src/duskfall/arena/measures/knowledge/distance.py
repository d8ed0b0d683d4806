"""The distance of stated suspicions from what could be known."""

from __future__ import annotations

from duskfall.arena.measures.knowledge.known import FLAT, GOOD_ONLY, LAYER, SURE, SUSPECTED
from duskfall.arena.measures.measure import Measure, Unit

DISTANCE = Measure(
    id="suspicion-distance",
    title="Distance of suspicions from what could be known",
    formula="Mean of p log2(p/s) + (1 − p) log2((1 − p)/(1 − s)), where s is the stated suspicion that somebody is "
    f"evil, and p the chance of it when the player was asked. A suspicion below {SURE} counts as {SURE}, one above "
    f"{1 - SURE} as {1 - SURE}, unless p is as sure. {GOOD_ONLY} {LAYER}",
    baseline=f"{FLAT} Knowing all that can be known: 0.",
    denominator="stated suspicions of others who are still in, at moments that are known",
    unit=Unit.BITS,
    better=-1,
    groups="",
    whole=False,
    everything=0.0,
    events=f"""{SUSPECTED}
        SELECT player, game, '' AS "group", distance AS x, 1 AS n, available AS nothing FROM suspected""",
)
