"""What is on the screen: the board, lines and their looks, pauses, keys."""
