"""A game: its position, its steps, its questions and answers."""
