"""How often the good vote for the evil."""

from __future__ import annotations

from duskfall.arena.measures.measure import Measure

ACCURACY = Measure(
    id="vote-accuracy",
    title="Vote accuracy of the good",
    formula="Ballots of the player, as good, that name an evil player, over all its ballots as good that name anybody. "
    "Only ballots count that can send somebody out; a blank one does not. Also over the days alone on which an evil "
    "player was voted out; there every vote looks better, those of random play too.",
    baseline="Knowing nothing: a ballot drawn evenly from the other players who lived when the day began.",
    denominator="ballots of the good that name somebody",
    better=1,
    groups="days",
    whole=False,
    events="""
        SELECT player, game, unnest(CASE WHEN evil_left THEN ['', 'an evil player left'] ELSE [''] END) AS "group",
            (aim = 'evil')::INTEGER AS x, 1 AS n, living.evil / (living.living - 1) AS nothing
        FROM (
            SELECT voter.player, ballots.game, ballots.stage, named.side AS aim,
                bool_or("out" = target AND named.side = 'evil') OVER (PARTITION BY ballots.game, ballots.stage)
                    AS evil_left, voter.side
            FROM ballots
            JOIN seated AS voter ON voter.game = ballots.game AND voter.seat = ballots.seat
            JOIN seated AS named ON named.game = ballots.game AND named.seat = ballots.target
        ) JOIN living USING (game, stage)
        WHERE side = 'good' AND living.living > 1""",
)
