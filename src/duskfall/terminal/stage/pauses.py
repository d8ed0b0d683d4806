"""The pauses after steps on the screen, in seconds at speed 1."""

from __future__ import annotations

LEAST, LONGEST = 0.3, 12.0
LETTERS = 28  # characters read in a second
PART = 320  # the most characters of a speech shown in one step
DARK, DEATH, BALLOT, HEADING, DEAL, PASS, DECK = 1.6, 1.8, 0.45, 1.4, 0.2, 0.2, 2.0
LAST_LOOK = 3.0


def reading(line: str) -> float:
    """Return the seconds that a line stays on the screen, by its length."""
    return min(LONGEST, LEAST + len(line) / LETTERS)
