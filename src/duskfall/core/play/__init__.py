"""A running game: its state, its steps, and the questions it asks."""
