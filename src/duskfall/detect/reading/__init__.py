"""Readings of behavior (claims, reported results, votes), on top of what the rules alone tell."""

from __future__ import annotations

from duskfall.detect.posterior import Reading
from duskfall.detect.reading.cards import on_cards
from duskfall.detect.reading.claims import claims

__all__ = ["Reading", "claims", "on_cards"]
