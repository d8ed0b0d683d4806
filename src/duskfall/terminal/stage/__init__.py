"""What is on the screen: seats, lines, pauses, keys."""
