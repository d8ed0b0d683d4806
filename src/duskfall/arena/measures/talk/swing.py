"""What a message moves, where listeners are probed."""

from __future__ import annotations

from duskfall.arena.measures.measure import Measure, Unit
from duskfall.arena.measures.parts import place

SWING = Measure(
    id="swing",
    title="Swing per message",
    formula="A probe asks a listener for whom it would vote now. Between two probes of a good listener the change is "
    "+1 if the second alone names an evil player, −1 if the first alone does, else 0; it is shared evenly among the "
    "public messages of others in between. A message's swing is the mean over its listeners, in favour of the "
    "speaker's side: for an evil speaker the sign is turned. Moved: the share of these listeners who named somebody "
    "else afterwards, whoever it was.",
    baseline="Knowing nothing: 0, for words that say nothing move nobody to a side.",
    denominator="listeners times messages, each shared among the messages between the two probes",
    unit=Unit.POINTS,
    better=1,
    groups="side",
    whole=False,
    events=f"""
        WITH probes AS (
            SELECT game, seat, number, about, evil, lead(number) OVER later AS next,
                lead(about) OVER later AS then_about, lead(evil) OVER later AS then_evil,
                {place("phase", "day")} AS stage, lead({place("phase", "day")}) OVER later AS then_at
            FROM beliefs JOIN played USING (game) WHERE leaning
            WINDOW later AS (PARTITION BY game, seat ORDER BY number)
        ), heard AS (
            SELECT probes.game, probes.seat AS listener, speeches.seat AS speaker, about <> then_about AS moved,
                coalesce(then_evil, false)::INTEGER - coalesce(probes.evil, false)::INTEGER AS change,
                count(*) OVER (PARTITION BY probes.game, probes.seat, probes.number) AS many
            FROM probes JOIN speeches ON speeches.game = probes.game AND speeches.public
                AND speeches.number > probes.number AND speeches.number <= next AND speeches.seat <> probes.seat
            WHERE next IS NOT NULL AND stage = then_at
        )
        SELECT speaker.player, heard.game, unnest([speaker.side, 'moved']) AS "group",
            unnest([CASE speaker.side WHEN 'evil' THEN -change ELSE change END / many, moved::INTEGER / many]) AS x,
            1 / many AS n, unnest([0, NULL]) AS nothing
        FROM heard
        JOIN seated AS speaker ON speaker.game = heard.game AND speaker.seat = heard.speaker
        JOIN seated AS listener ON listener.game = heard.game AND listener.seat = heard.listener
        WHERE listener.side = 'good' AND speaker.side IN ('good', 'evil')""",
)
