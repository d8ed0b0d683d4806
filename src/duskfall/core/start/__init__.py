"""The start of a game: setup, deck, deal, house rules, and positions in the middle of a game."""
