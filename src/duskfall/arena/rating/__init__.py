"""Ratings of players with their uncertainty, computed from the tables `games` and `seats` alone.

`bouts` reads the games as arrays, `model` fits the strengths, `uncertainty` computes their intervals, `goodness` checks
how well they explain the games, `rate` converts them to ratings, and `live` gives numbers while games still come in.
"""
