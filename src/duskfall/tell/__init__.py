"""From data to words, in every language."""
