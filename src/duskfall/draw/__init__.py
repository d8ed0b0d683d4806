"""From data to SVG: pictures of a ruleset, a round, a night, a ruling; and the rules pages with them."""
