"""Playing leagues: folders, chunks, processes, Ray, models."""
