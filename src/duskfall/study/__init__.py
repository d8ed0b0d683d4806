"""What can be read off a ruleset at this table, and off a game's facts (phases, deeds, lies); it tells nothing."""
