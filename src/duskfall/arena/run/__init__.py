"""Playing a league: single games, chunks of games, chunks over processes, threads or a cluster, and the progress."""
