"""Reports on a league as a page, Markdown and JSON: its ratings, measures and games; and comparisons of two leagues."""
