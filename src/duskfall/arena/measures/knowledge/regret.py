"""Vote regret: the greatest chance that an option was evil, minus the chance of the player voted for."""

from __future__ import annotations

from duskfall.arena.measures.knowledge.known import GOOD_ONLY, LAYER, VOTES
from duskfall.arena.measures.measure import Measure, Unit

REGRET = Measure(
    id="vote-regret",
    title="Vote regret",
    formula="The best chance of evil among the others on the ballot, less that of the one whom the player named, when "
    "it was asked; the mean over its ballots that name one of several others of whom not all are as likely evil: "
    f"else no vote is better than another. {GOOD_ONLY} {LAYER}",
    baseline="Knowing nothing: a ballot drawn evenly from the others on offer. Knowing all that can be known: 0.",
    denominator="ballots of the good that name one of several others who are not all as likely evil, at known moments",
    unit=Unit.POINTS,
    better=-1,
    groups="",
    whole=False,
    everything=0.0,
    events=f"""{VOTES}
        SELECT player, game, '' AS "group", best - named AS x, 1 AS n, best - mean AS nothing FROM cast_
        WHERE best - least > 1e-9""",
)
