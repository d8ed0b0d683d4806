"""A recorded game as a film: what any seat saw, event by event, with its board, its votes, its nights and its end."""
