"""The arena: leagues, their tables, ratings, measures and reports."""
