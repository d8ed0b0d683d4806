"""Games run at a table: players are seated, the journal is kept."""
