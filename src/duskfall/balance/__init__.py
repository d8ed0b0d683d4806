"""A search for decks and house rules that give each side its wanted share of wins."""
