"""From a ruleset to a plan: compiled, ordered, checked."""
