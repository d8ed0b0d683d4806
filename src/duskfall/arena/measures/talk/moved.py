"""The share of probed listeners whose minds a message changes, in any direction."""

from __future__ import annotations

from duskfall.arena.measures.measure import Measure
from duskfall.arena.measures.talk.heard import HEARD, PROBED, SHARED, WHERE

MOVED = Measure(
    id="moved",
    title="Minds moved per message",
    formula=f"{PROBED} The share of listeners who named somebody else at the next probe, shared evenly among the "
    "public messages of others in between.",
    baseline="Knowing nothing has no meaning here. Listeners who answer probes at random among n others change in "
    "(n − 1) of n.",
    denominator=SHARED,
    events=f"""{HEARD}
        SELECT speaker.player, heard.game, speaker.side AS "group", moved::INTEGER / many AS x, 1 / many AS n,
            NULL::DOUBLE AS nothing
        {WHERE}""",
)
