"""What a reading of behaviour comes to: factors on the weight of each deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reading:
    """How likely what was said and voted is, given who was dealt what."""

    name: str
    alone: tuple[tuple[int, Mapping[str, float]], ...] = ()  # seat, likelihood by its role; one not named: 1
    pairs: tuple[tuple[int, int, Mapping[tuple[str, str], float]], ...] = ()  # two seats, likelihood by both roles
