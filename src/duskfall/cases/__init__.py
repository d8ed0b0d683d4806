"""Case files: small scripted games, and what must come of them."""
