"""A reading of behaviour: how likely what was said and done in public is, given who holds what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reading:
    """What is multiplied into the weight of each deal; a role or a pair of roles that is not listed counts as 1."""

    name: str
    alone: tuple[tuple[int, Mapping[str, float]], ...]  # seat, likelihood by its role
    pairs: tuple[tuple[int, int, Mapping[tuple[str, str], float]], ...]  # seat, other seat, likelihood by both roles
