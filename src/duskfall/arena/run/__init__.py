"""Playing a league: one game, a chunk of games, chunks over processes or threads, and how far it is."""
