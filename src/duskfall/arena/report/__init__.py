"""What came of a league: a page, Markdown and JSON of its ratings, measures and games; and two leagues compared."""
