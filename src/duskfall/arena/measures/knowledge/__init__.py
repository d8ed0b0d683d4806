"""How play compares with what could be known: the posterior of the rules in the player's own view."""
