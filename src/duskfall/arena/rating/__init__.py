"""Who plays best, and how sure one can be of it: read off the tables `games` and `seats` alone.

`bouts` reads the games as arrays, `model` fits the strengths, `uncertainty` says how sure they are, `goodness` how well
they explain the games, `rate` makes ratings of them, and `live` gives numbers while games still come in.
"""
