"""The share of good players' votes that name an evil player."""

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
        SELECT voter.player, ballots.game,
            unnest(CASE WHEN fell.game IS NULL THEN [''] ELSE ['', 'an evil player left'] END) AS "group",
            (named.side = 'evil')::INTEGER AS x, 1 AS n, evil / (living - 1) AS nothing
        FROM ballots
        JOIN seated AS voter ON voter.game = ballots.game AND voter.seat = ballots.seat AND voter.side = 'good'
        JOIN seated AS named ON named.game = ballots.game AND named.seat = ballots.target
        JOIN living ON living.game = ballots.game AND living.stage = ballots.stage AND living > 1
        LEFT JOIN (
            SELECT DISTINCT game, left_at AS stage FROM seated WHERE side = 'evil' AND left_how = 'vote'
        ) AS fell ON fell.game = ballots.game AND fell.stage = ballots.stage""",
)
