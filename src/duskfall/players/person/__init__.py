"""People at a terminal: what they type, and what it means."""
