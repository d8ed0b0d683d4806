"""Two runs of a league side by side: what was changed, what became of it, and how sure that is."""
