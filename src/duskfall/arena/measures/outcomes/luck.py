"""How often a player wins, with the luck of its cards taken out."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Final

from duskfall.arena.measures.measure import Measure, Unit

B: Final = float(json.loads(files(__package__).joinpath("luck.json").read_text("utf-8"))["b"])
"""By how much a chance in random play moves real wins: fitted by bench/luck.py."""

LUCK = Measure(
    id="luck-adjusted-wins",
    title="Luck-adjusted win rate",
    formula="1 if the seat won, else 0, less b × (c − the mean of c over the block); the mean over the player's seats. "
    "c is the chance of the side of the seat's role in 2,000 simulated games of this table in which all play at "
    f"random, and b = {B:.2f} was fitted on other leagues. In a block every player meets every seat equally often, so "
    "that the mean over the block is the one over all seats: of whole blocks the rate is the plain one, and of blocks "
    "that are not whole it varies less.",
    baseline="Knowing nothing: the mean over all players in seats of the same side at the same table. Knowing all that "
    "can be known does not say who wins: there is no such number.",
    denominator="seats in games that came to an end",
    unit=Unit.PART,
    better=1,
    events=f"""
        SELECT player, game, side AS "group", x, 1 AS n, avg(x) OVER (PARTITION BY "table", side) AS nothing
        FROM (
            SELECT player, game, side, "table",
                won::INTEGER - {B} * (chance - avg(chance) OVER (PARTITION BY game)) AS x
            FROM seated JOIN chances USING (game, seat)
        )""",
)
