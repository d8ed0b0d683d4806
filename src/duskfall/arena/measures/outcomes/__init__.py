"""Measures of the results of games: wins, survival, the first day."""
