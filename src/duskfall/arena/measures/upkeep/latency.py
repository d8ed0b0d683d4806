"""The time that a player takes."""

from __future__ import annotations

from duskfall.arena.measures.measure import Unit
from duskfall.arena.measures.upkeep.taken import taken

LATENCY = taken("latency", "Latency", Unit.SECONDS, "seconds", "Seconds spent waiting for calls")
