"""Queries for the public messages that a listener heard between two probes, and the listener's change of mind."""

from __future__ import annotations

from typing import Final

from duskfall.arena.measures.parts import place

PROBED: Final = (
    "A probe asks a listener for whom it would vote now; only the good count as listeners, for the evil know."
)
SHARED: Final = "listeners times public messages, each shared among the messages of others between two probes of a day"
HEARD: Final = f"""
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
    )"""
WHERE: Final = """
    FROM heard
    JOIN seated AS speaker ON speaker.game = heard.game AND speaker.seat = heard.speaker
    JOIN seated AS listener ON listener.game = heard.game AND listener.seat = heard.listener
    WHERE listener.side = 'good' AND speaker.side IN ('good', 'evil')"""
