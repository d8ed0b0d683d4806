"""Which decks and house rules give each side its chance."""
