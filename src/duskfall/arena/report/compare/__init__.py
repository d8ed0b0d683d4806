"""A comparison of two runs of a league: the changes of settings and results, and how certain they are."""
