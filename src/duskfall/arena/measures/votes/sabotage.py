"""Knowing votes against one's own side: for a teammate, against one's own stated suspicions, or for oneself."""

from __future__ import annotations

from duskfall.arena.measures.measure import Measure

SABOTAGE = Measure(
    id="self-sabotage",
    title="Self-sabotage",
    formula="Evil, a vote for a mate: ballots of the player, as evil, for somebody dealt to its own team, over all its "
    "ballots as evil that name anybody while such a mate is living; and the part of them by which that mate left. "
    "Good, against its own word: ballots as good for somebody of whom it had stated, last on that day, "
    "less suspicion than of all others on average, over all its ballots as good for somebody of whom it had stated one "
    "that day. Any side: ballots for itself.",
    baseline="Knowing nothing: a ballot drawn evenly from the other players who lived when the day began (for its own "
    "word: from those of whom it had stated a suspicion; for itself: never).",
    denominator="ballots that name somebody, of the side",
    better=-1,
    groups="kind",
    whole=False,
    events="""
        WITH aimed AS (
            SELECT voter.player, ballots.game, ballots.stage, ballots.day, ballots.seat, ballots.target, voter.side,
                voter.team, voter.team = named.team AS own, "out" = target AS gone
            FROM ballots
            JOIN seated AS voter ON voter.game = ballots.game AND voter.seat = ballots.seat
            JOIN seated AS named ON named.game = ballots.game AND named.seat = ballots.target
        ), mates AS (
            SELECT game, stage, team, count(*) AS many
            FROM (SELECT DISTINCT game, stage FROM ballots) JOIN seated USING (game)
            WHERE left_at >= stage AND side = 'evil' GROUP BY game, stage, team HAVING count(*) > 1
        ), stated AS (
            SELECT game, seat, about, day, arg_max(suspicion, number) AS suspicion
            FROM beliefs WHERE suspicion IS NOT NULL AND phase = 'day' GROUP BY ALL
        ), word AS (
            SELECT *, suspicion < avg(suspicion) OVER (PARTITION BY game, seat, day) AS trusted FROM stated
        )
        SELECT player, game, unnest(['evil: for a mate', 'evil: a mate left by it']) AS "group",
            unnest([(own AND target <> seat)::INTEGER, (own AND target <> seat AND gone)::INTEGER]) AS x, 1 AS n,
            unnest([(many - 1) / (living - 1), NULL]) AS nothing
        FROM aimed JOIN mates USING (game, stage, team) JOIN living USING (game, stage)
        WHERE side = 'evil' AND living > 1
        UNION ALL
        SELECT player, aimed.game, 'good: against its own word', trusted::INTEGER, 1, share
        FROM aimed JOIN (
            SELECT *, avg(trusted::INTEGER) OVER (PARTITION BY game, seat, day) AS share FROM word
        ) AS word ON word.game = aimed.game AND word.seat = aimed.seat AND word.day = aimed.day
            AND word.about = aimed.target
        WHERE side = 'good'
        UNION ALL
        SELECT player, game, 'for itself', (target = seat)::INTEGER, 1, 0 FROM aimed""",
)
