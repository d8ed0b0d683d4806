"""The reliability curve of stated suspicions."""

from __future__ import annotations

from duskfall.arena.measures.beliefs.stated import PRIOR, STATED, WHOSE
from duskfall.arena.measures.measure import Measure

RELIABILITY = Measure(
    id="reliability",
    title="Reliability of suspicions",
    formula="Stated suspicions rounded to the nearest tenth; of those that say so much, the share who were evil. Well "
    f"calibrated is who finds both numbers equal. {WHOSE}",
    baseline=f"{PRIOR}",
    denominator="stated suspicions of that tenth",
    groups="stated suspicion",
    whole=False,
    events=f"""{STATED}
        SELECT player, game, printf('%.1f', round(suspicion * 10) / 10) AS "group", evil AS x, 1 AS n, prior AS nothing
        FROM stated""",
)
