"""SVG pictures of rulesets, rounds, nights, rulings and knowledge curves; and the export of the rules pages."""
