"""Measures of play against what could be known: the posterior by the rules in the player's own view."""
