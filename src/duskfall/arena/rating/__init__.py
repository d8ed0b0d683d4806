"""Who plays best, and how sure one can be of it: read off the tables `games` and `seats` alone.

`bouts` reads the games as arrays, `model` fits the strengths, `resample` says how sure they are, `rate` makes ratings
of them, and `live` gives numbers while games still come in.
"""
