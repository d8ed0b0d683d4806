"""The accuracy of votes, minus the accuracy that the rules alone allow to expect."""

from __future__ import annotations

from duskfall.arena.measures.knowledge.known import GOOD_ONLY, LAYER, VOTES
from duskfall.arena.measures.measure import Measure, Unit

BEYOND = Measure(
    id="vote-beyond",
    title="Vote accuracy less what was to be expected",
    formula="1 if the one whom the player named was evil, else 0, less the chance of it when the player was asked; the "
    "mean over its ballots that name one of several others. What is left is read off words and votes, or luck. "
    f"{GOOD_ONLY} {LAYER}",
    baseline="Knowing nothing: 0, whomever it names. Knowing all that can be known by the rules: 0, too.",
    denominator="ballots of the good that name one of several others, at moments that are known",
    unit=Unit.POINTS,
    better=1,
    groups="",
    whole=False,
    everything=0.0,
    events=f"""{VOTES}
        SELECT player, game, '' AS "group", hit - named AS x, 1 AS n, 0 AS nothing FROM cast_""",
)
