"""The shift of probed listeners towards the speaker's side, per message."""

from __future__ import annotations

from duskfall.arena.measures.measure import Measure, Unit
from duskfall.arena.measures.talk.heard import HEARD, PROBED, SHARED, WHERE

SWING = Measure(
    id="swing",
    title="Swing per message",
    formula=f"{PROBED} Between two probes the change is +1 if the second alone names an evil player, −1 if the first "
    "alone does, else 0; it is shared evenly among the public messages of others in between. The swing of a message is "
    "the mean over its listeners, in favour of the speaker's side: for an evil speaker the sign is turned.",
    baseline="Knowing nothing: 0, for words that say nothing move nobody to a side.",
    denominator=SHARED,
    unit=Unit.POINTS,
    better=1,
    events=f"""{HEARD}
        SELECT speaker.player, heard.game, speaker.side AS "group",
            CASE speaker.side WHEN 'evil' THEN -change ELSE change END / many AS x, 1 / many AS n, 0 AS nothing
        {WHERE}""",
)
