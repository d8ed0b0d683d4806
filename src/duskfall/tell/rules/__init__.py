"""A ruleset in words: pages, briefings, role cards, and every word of the rule vocabulary in English."""
