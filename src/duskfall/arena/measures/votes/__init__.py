"""How players vote."""
