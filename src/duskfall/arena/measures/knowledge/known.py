"""What measures of knowledge share: the options of a choice and the suspicions stated, each with its chances."""

from __future__ import annotations

from typing import Final

LAYER: Final = (
    "What could be known is the posterior of the layer `rules`: what the player was shown, without what was said. "
    "Moments of which it is not known are left out."
)
PROVEN: Final = f"{LAYER} So are those that were sampled, for a sample proves nothing."
GOOD_ONLY: Final = "Only the good count: the evil know, and may want something else than what their vote says."

WEIGHED: Final = """
    weighed AS (
        SELECT offered.*, exact, moments.side, evil, good, own, was_evil
        FROM (SELECT *, unnest(options) AS about FROM choices) AS offered
        JOIN moments USING (game, seat, number) JOIN knowledge USING (game, seat, number, about)
        WHERE known AND game IN (SELECT game FROM played)
    )"""
"""A row for each option of each choice at a moment that is known."""

VOTES: Final = f"""
    WITH {WEIGHED}, cast_ AS (
        SELECT player, weighed.game, answer, max(evil) AS best, avg(evil) AS mean,
            min(evil) AS least, any_value(evil) FILTER (about = target) AS named,
            any_value(was_evil::INTEGER) FILTER (about = target) AS hit
        FROM weighed JOIN seated USING (game, seat)
        WHERE kind = 'ballot' AND weighed.side = 'good' AND target > 0
        GROUP BY player, weighed.game, answer HAVING count(*) > 1 AND bool_or(about = target)
    )"""
"""Ballots of the good that name one of several others: the best, mean and least chance of evil, and the named's."""

SURE: Final = 0.01  # nobody is taken to be surer than this, unless so much can be known


def apart(chance: str) -> str:
    """How far a chance is from p, in bits: the divergence of Kullback and Leibler."""
    taken = f"least(greatest({chance}, least({SURE}, p)), greatest({1 - SURE}, p))"
    yes = f"CASE WHEN p > 0 THEN p * log2(p / {taken}) ELSE 0 END"
    return f"({yes} + CASE WHEN p < 1 THEN (1 - p) * log2((1 - p) / (1 - {taken})) ELSE 0 END)"


SUSPECTED: Final = f"""
    WITH others AS (
        SELECT game, seat, number, about, knowledge.evil AS p, avg(knowledge.evil) OVER same AS prior
        FROM knowledge WHERE about <> seat WINDOW same AS (PARTITION BY game, seat, number)
    ), suspected AS (
        SELECT player, game, {apart("suspicion")} AS distance, {apart("prior")} AS available
        FROM beliefs JOIN seated USING (game, seat) JOIN moments USING (game, seat, number)
        JOIN others USING (game, seat, number, about)
        WHERE suspicion IS NOT NULL AND known AND moments.side = 'good'
    )"""
"""Stated suspicions of the good: bits between them and the posterior, and between knowing nothing and the posterior."""

FLAT: Final = (
    "Knowing nothing: the mean of what the posterior says of all others who are still in, said of each of them: how "
    "many are evil, and not who."
)
