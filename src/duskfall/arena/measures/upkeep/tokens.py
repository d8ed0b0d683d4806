"""The tokens that a player reads and writes."""

from __future__ import annotations

from duskfall.arena.measures.measure import Unit
from duskfall.arena.measures.upkeep.taken import taken

TOKENS = taken("tokens", "Tokens", Unit.TOKENS, "prompt + answer", "Tokens read (cached ones too) and written")
