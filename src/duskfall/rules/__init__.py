"""The five built-in rulesets as data, and the registry through which every ruleset is found."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from duskfall.vocabulary import Ruleset

BOOKS = {
    "ai-mafia": ("ai_mafia", "AI_MAFIA"),
    "ai-mafia-classic": ("ai_mafia_classic", "AI_MAFIA_CLASSIC"),
    "city-mafia": ("city_mafia", "CITY_MAFIA"),
    "town-of-agents": ("town_of_agents", "TOWN_OF_AGENTS"),
    "werewolf": ("werewolf", "WEREWOLF"),
}


@cache
def ruleset(name: str) -> Ruleset:
    """Return the built-in ruleset with this id; raise `KeyError` if there is none."""
    if name not in BOOKS:
        raise KeyError(f"unknown ruleset {name!r} (there are: {', '.join(BOOKS)})")
    module, constant = BOOKS[name]
    found: Ruleset = getattr(import_module(f"duskfall.rules.{module}"), constant)
    return found
