"""A game of one person against bots."""
