"""The money that a player costs."""

from __future__ import annotations

from duskfall.arena.measures.measure import Unit
from duskfall.arena.measures.upkeep.taken import taken

COST = taken("cost", "Cost", Unit.DOLLARS, "cost", "Dollars at the prices of the provider")
