"""A ruleset in words."""
