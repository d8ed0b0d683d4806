"""The common form of measures of an amount: per decision, per seat and per win."""

from __future__ import annotations

from duskfall.arena.measures.measure import Measure, Unit


def taken(id: str, title: str, unit: Unit, amount: str, what: str) -> Measure:
    """Return the measure of an amount of calls; games in which the amount isn't known are left out."""
    return Measure(
        id=id,
        title=title,
        formula=f"{what}: the sum over all calls of the player, over its decisions (one question, however many calls "
        "it took), over its seats, and over the seats that won.",
        baseline="0: a player without a model. It has no line here.",
        denominator="decisions, seats, or seats that won, in games with calls of which the amount is known",
        unit=unit,
        better=-1,
        groups="amount",
        whole=False,
        events=f"""
            SELECT player, game, unnest(['per decision', 'per seat', 'per win']) AS "group", x,
                unnest([decisions, chairs, wins]) AS n, NULL::DOUBLE AS nothing
            FROM (
                SELECT player, game, sum({amount}) AS x, count(*) FILTER (call = 1) AS decisions
                FROM calls GROUP BY player, game HAVING count({amount}) > 0
            ) JOIN (
                SELECT player, game, count(*) AS chairs, count(*) FILTER (won) AS wins FROM seats GROUP BY player, game
            ) USING (player, game)""",
    )
