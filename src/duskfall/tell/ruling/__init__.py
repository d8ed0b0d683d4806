"""Why a night or a vote came out as it did, by which rule, in the book's own words."""
