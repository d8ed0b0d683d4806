"""Who is at a table: chairs, names, secrets, and what is said outside of the game."""
