"""A season: the standings over several evenings, and its files."""
