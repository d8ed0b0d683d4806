"""A ruleset in words: pages, briefings, role cards, and each word of the vocabulary in English."""
