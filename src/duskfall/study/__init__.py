"""What can be read off a ruleset and off a game's facts; it tells nothing."""
