"""How long things are left on a screen, in seconds at speed 1."""

from __future__ import annotations

LEAST, LONGEST = 0.3, 12.0
LETTERS = 28  # read in a second
PART = 320  # letters that are shown at once
DARK, DEATH, BALLOT, HEADING, DEAL, PASS, DECK = 1.6, 1.8, 0.45, 1.4, 0.2, 0.2, 2.0
LAST_LOOK = 3.0


def reading(line: str) -> float:
    """How long a line is looked at."""
    return min(LONGEST, LEAST + len(line) / LETTERS)
