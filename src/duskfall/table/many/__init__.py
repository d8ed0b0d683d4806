"""Many games of one table."""
