"""The Brier score of stated suspicions."""

from __future__ import annotations

from duskfall.arena.measures.beliefs.stated import PRIOR, STATED, WHOSE
from duskfall.arena.measures.measure import Measure, Unit

BRIER = Measure(
    id="brier",
    title="Brier score of suspicions",
    formula="Mean of (s − e)², where s is the stated suspicion that somebody is evil, and e is 1 if so, else 0: 0 is "
    f"perfect, 1 is surely wrong. {WHOSE}",
    baseline=f"{PRIOR} With two evil among six others this scores .222; who always says one half scores .25.",
    denominator="stated suspicions",
    unit=Unit.SCORE,
    better=-1,
    groups="",
    events=f"""{STATED}
        SELECT player, game, '' AS "group", (suspicion - evil) ** 2 AS x, 1 AS n, (prior - evil) ** 2 AS nothing
        FROM stated""",
    whole=False,
)
