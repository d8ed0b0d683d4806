"""The rules engine: plans, games, night resolution, views, records. Pure, standard library only, no player text."""
