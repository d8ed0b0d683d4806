"""What can be known at this table: the exact chance of every role in every seat, out of one viewer's view."""

from __future__ import annotations

from typing import Final

RULES: Final = "rules"
LAYERS: Final = (RULES, "claims")
"""What counts: the rules alone, or a reading of claims, reports and votes on top of them."""
