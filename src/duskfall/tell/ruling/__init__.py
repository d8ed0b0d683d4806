"""Rulings: why a night or a vote came out as it did, by which rule, in the rulebook's own words."""
