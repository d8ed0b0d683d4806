"""The full screen of a game: the table of seats, styled lines, step-by-step changes, pauses and keys."""
