"""The logarithmic score of stated suspicions."""

from __future__ import annotations

from duskfall.arena.measures.beliefs.stated import PRIOR, STATED, WHOSE
from duskfall.arena.measures.measure import Measure, Unit

SURE = 0.01  # chances are clipped here, or one wrong certainty would outweigh everything


def _said(chance: str) -> str:
    return f"-ln(least(greatest(CASE evil WHEN 1 THEN {chance} ELSE 1 - {chance} END, {SURE}), {1 - SURE}))"


LOG_SCORE = Measure(
    id="log-score",
    title="Log score of suspicions",
    formula="Mean of −ln p, where p is the chance that the stated suspicion gave to what was so: 0 is perfect. A "
    f"chance below {SURE} counts as {SURE}, one above {1 - SURE} as {1 - SURE}. {WHOSE}",
    baseline=f"{PRIOR} With two evil among six others this scores .637; who always says one half scores .693.",
    denominator="stated suspicions",
    unit=Unit.SCORE,
    better=-1,
    groups="",
    whole=False,
    events=f"""{STATED}
        SELECT player, game, '' AS "group", {_said("suspicion")} AS x, 1 AS n, {_said("prior")} AS nothing
        FROM stated""",
)
