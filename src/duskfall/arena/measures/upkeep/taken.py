"""What playing takes of one thing: per decision, per game, per win."""

from __future__ import annotations

from duskfall.arena.measures.measure import Measure, Unit


def taken(id: str, title: str, unit: Unit, amount: str, what: str) -> Measure:
    """The measure of an amount of calls; where an amount is not known, its decision is left out."""
    return Measure(
        id=id,
        title=title,
        formula=f"{what}: the sum over all calls of the player, over its decisions (one question, however many calls "
        "it took), over its seats, and over the seats that won.",
        baseline="0: a player without a model. It has no line here.",
        denominator="decisions, seats, or seats that won, with calls of which the amount is known",
        unit=unit,
        better=-1,
        groups="amount",
        whole=False,
        events=f"""
            SELECT player, game, unnest(['per decision', 'per game', 'per win']) AS "group", x,
                unnest([decisions, chairs, wins]) AS n, NULL::DOUBLE AS nothing
            FROM (
                SELECT player, game, sum(x) AS x, sum(decisions) AS decisions, count(*) AS chairs,
                    count(*) FILTER (won) AS wins
                FROM (
                    SELECT calls.player, game, seat, sum({amount}) AS x, count(DISTINCT number) AS decisions
                    FROM calls WHERE {amount} IS NOT NULL GROUP BY ALL
                ) JOIN (SELECT game, seat, won FROM seats) USING (game, seat) GROUP BY player, game
            )""",
    )
