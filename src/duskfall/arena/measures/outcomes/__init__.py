"""What games came to: wins, survival, the first day."""
