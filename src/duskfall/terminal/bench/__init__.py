"""Where people sit at a terminal."""
