"""Inference: the exact probability of every role in every seat, from one viewer's view.

It counts worlds: deals with hidden choices, played by the simulator's code. A world fits if it shows the viewer exactly
what the viewer was shown.
"""

from __future__ import annotations

from typing import Final

RULES: Final = "rules"
LAYERS: Final = (RULES, "claims")
"""The layers of inference: the rules alone, or a reading of claims, reports and votes on top of them."""
