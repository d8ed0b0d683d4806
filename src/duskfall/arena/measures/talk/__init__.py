"""What players say, and what it does."""
