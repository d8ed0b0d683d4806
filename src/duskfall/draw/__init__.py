"""From data to pictures."""
