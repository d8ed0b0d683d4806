"""The share of a player's seats that won, adjusted for the luck of the deal."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Final

from duskfall.arena.measures.measure import Measure, Unit

B: Final = float(json.loads(files(__package__).joinpath("luck.json").read_text("utf-8"))["b"])
"""The weight of a side's chance in random play in predicting real wins; fitted by bench/luck.py."""

LUCK = Measure(
    id="luck-adjusted-wins",
    title="Seats won, adjusted for luck",
    formula="1 if the seat won, else 0, less b × (c − the mean of c over the game); the mean over the player's seats. "
    "c is the chance of the side of the seat's role in 2,000 simulated games of this table in which all play at "
    f"random, and b = {B:.2f} was fitted on other leagues. In a block every player meets every seat equally often: of "
    "whole blocks this is the plain share of the seats won, and of blocks that are not whole it varies less. By side "
    "it has no meaning, for there the chance is the same in all games of a table. A value below 0 or above 1 comes of "
    "too few games, and is not shown.",
    baseline="Knowing nothing: the mean over all players at the same table. Knowing all that "
    "can be known does not say who wins: there is no such number.",
    denominator="seats in games that came to an end",
    unit=Unit.PART,
    better=1,
    groups="",
    whole=False,
    bounds=(0.0, 1.0),
    events=f"""
        SELECT player, game, '' AS "group", x, 1 AS n, avg(x) OVER (PARTITION BY "table") AS nothing
        FROM (
            SELECT player, game, "table",
                won::INTEGER - {B} * (chance - avg(chance) OVER (PARTITION BY game)) AS x
            FROM seated JOIN chances USING (game, seat)
        )""",
)
