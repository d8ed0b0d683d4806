"""Readings of behavior, as factors on the weight of each deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reading:
    """The likelihood of what was said and voted, given the cards that were dealt."""

    name: str
    alone: tuple[tuple[int, Mapping[str, float]], ...] = ()  # seat, likelihood by its role; 1 for other roles
    pairs: tuple[tuple[int, int, Mapping[tuple[str, str], float]], ...] = ()  # two seats, likelihood by both roles
