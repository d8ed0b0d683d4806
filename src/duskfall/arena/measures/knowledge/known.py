"""Shared parts of the knowledge measures: the options of choices and the stated suspicions, with their chances."""

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
"""Subquery with a row for each option of each choice, at moments whose posterior is known."""

VOTES: Final = f"""
    WITH {WEIGHED}, cast_ AS (
        SELECT player, weighed.game, answer, max(evil) AS best, avg(evil) AS mean,
            min(evil) AS least, any_value(evil) FILTER (about = target) AS named,
            any_value(was_evil::INTEGER) FILTER (about = target) AS hit
        FROM weighed JOIN seated USING (game, seat)
        WHERE kind = 'ballot' AND weighed.side = 'good' AND target > 0
        GROUP BY player, weighed.game, answer HAVING count(*) > 1 AND bool_or(about = target)
    )"""
"""Subquery of the good's ballots that name one of several others, with the highest, mean and lowest chance that an
option is evil, and the chance of the named one."""

SURE: Final = 0.01  # suspicions are clipped here, unless the posterior is even more certain


def apart(chance: str) -> str:
    """Return SQL for the distance of a chance from p in bits: the Kullback–Leibler divergence."""
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
"""Subquery of the good's stated suspicions: the bits from the posterior to them, and to a player who knows nothing."""

FLAT: Final = (
    "Knowing nothing: the mean of what the posterior says of all others who are still in, said of each of them: how "
    "many are evil, and not who."
)
